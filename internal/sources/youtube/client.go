package youtube

import "socialdata/internal/sources/shapes"

// client is one of the platform's own programs: it decides the shape of the answers.
type client struct {
	shapes.Client
	host string
	app  bool // asks in the form of the platform's apps
}

// web returns the desktop page's program: the only one whose player answers carry publication time, exact likes and the
// channel's handle. They name no file and no caption that opens.
func (s *site) web() client {
	c := client{Client: s.shapes.Now().VideoSite.Web, host: home}
	c.Version = s.learned.newer(c.Version)
	return c
}

// vision returns the headset's app: it names picture and sound as separate files, and its captions open.
func (s *site) vision() client {
	return client{Client: s.shapes.Now().VideoSite.VisionOS, host: appHost, app: true}
}

// visionInBrowser returns the headset's program as a browser that asks the page's host: the platform may answer one where it
// turns away the other.
func (s *site) visionInBrowser() client {
	return client{Client: s.shapes.Now().VideoSite.VisionInBrowser, host: home}
}

// android returns the phone's app: its captions open, and at most one small file holds both picture and sound.
func (s *site) android() client {
	return client{Client: s.shapes.Now().VideoSite.Android, host: appHost, app: true}
}

const appHost = "https://youtubei.googleapis.com"

// context returns the part of a request that names the program and the visitor. English is asked for because counts and
// reasons come as words.
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

// consent is the cookie of a visitor who rejected cookies; without it some regions see a form in
// place of every page.
const consent = "SOCS=CAI"
