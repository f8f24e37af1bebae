package youtube

import "socialdata/internal/sources/shapes"

// client is one of the platform's own programs; it determines the form of the answers.
type client struct {
	shapes.Client
	host string
	app  bool // requests have the form of the platform's apps
}

// web returns the desktop page's program, the only one whose player answers contain publication time, exact likes and
// the channel's handle. Their addresses of files and captions do not work.
func (s *site) web() client {
	c := client{Client: s.shapes.Now().VideoSite.Web, host: home}
	c.Version = s.learned.newer(c.Version)
	return c
}

// vision returns the headset's app: it has separate files for picture and sound, and its caption addresses work.
func (s *site) vision() client {
	return client{Client: s.shapes.Now().VideoSite.VisionOS, host: appHost, app: true}
}

// visionInBrowser returns the headset's program as a browser that calls the page's host: the platform may accept one of
// the two when it refuses the other.
func (s *site) visionInBrowser() client {
	return client{Client: s.shapes.Now().VideoSite.VisionInBrowser, host: home}
}

// android returns the phone's app: its caption addresses work, and at most one small file has both picture and sound.
func (s *site) android() client {
	return client{Client: s.shapes.Now().VideoSite.Android, host: appHost, app: true}
}

const appHost = "https://youtubei.googleapis.com"

// context returns the part of a request that identifies the program and the visitor. It sets English because counts and
// reasons are texts.
func (c client) context(visitor string) map[string]any {
	program := map[string]any{
		"clientName": c.Name, "clientVersion": c.Version, "hl": "en", "gl": "US", "utcOffsetMinutes": 0,
	}
	for name, value := range map[string]string{"visitorData": visitor, "osName": c.OSName, "osVersion": c.OSVersion,
		"deviceMake": c.DeviceMake, "deviceModel": c.DeviceModel} {
		if value != "" {
			program[name] = value
		}
	}
	if c.SDK > 0 {
		program["androidSdkVersion"] = c.SDK
	}
	if !c.app {
		return map[string]any{"client": program}
	}
	program["clientScreen"], program["platform"] = "WATCH", "MOBILE"
	return map[string]any{
		"client":  program,
		"request": map[string]any{"internalExperimentFlags": []string{}, "useSsl": true},
		"user":    map[string]any{"lockedSafetyMode": false},
	}
}

func (c client) header(visitor string) map[string]string {
	h := map[string]string{"Content-Type": "application/json"}
	if c.app {
		h["X-Goog-Api-Format-Version"] = "2"
	} else {
		h["X-YouTube-Client-Name"], h["X-YouTube-Client-Version"] = c.Number, c.Version
		h["Cookie"], h["Origin"] = consent, home
	}
	if c.UserAgent != "" {
		h["User-Agent"] = c.UserAgent
	}
	if visitor != "" {
		h["X-Goog-Visitor-Id"] = visitor
	}
	return h
}

// consent is the cookie of a visitor who rejected cookies. Without it, some regions get a consent form instead of every page.
const consent = "SOCS=CAI"
