package videosite

import (
	"context"
	"encoding/json"
	"maps"
	"strings"

	"socialdata/internal/sources"
	"socialdata/internal/sources/shapes"
	"socialdata/models/fault"
)

// client is one of the platform's own programs: it decides the shape of the answers.
type client struct {
	shapes.Client
	host string
	app  bool
}

// web is the desktop page's program: the only one whose player answers carry publication time, exact likes and the
// channel's handle. They name no file and no caption that opens.
func (s *site) web() client { return client{Client: s.shapes.Now().VideoSite.Web, host: home} }

// vision is the headset's app: picture and sound are told as files apart, captions open.
func (s *site) vision() client {
	return client{Client: s.shapes.Now().VideoSite.VisionOS, host: appHost, app: true}
}

// android is the phone's app: captions open, and at most one small file holds picture and sound.
func (s *site) android() client {
	return client{Client: s.shapes.Now().VideoSite.Android, host: appHost, app: true}
}

const appHost = "https://youtubei.googleapis.com"

// context is the part of a request that names the program and the visitor. English is asked for because counts and reasons
// come as words.
func (c client) context(visitor string) map[string]any {
	program := map[string]any{"clientName": c.Name, "clientVersion": c.Version, "hl": "en", "gl": "US", "utcOffsetMinutes": 0}
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

// consent is what the platform remembers of a visitor who rejected its cookies; without it some regions see a form in
// place of every page.
const consent = "SOCS=CAI"

// call asks one endpoint of a program. resource is what "no such thing" may be about: the word is believed only while the
// program is one that the platform still answers. It is "" where a refusal says nothing about content.
func (s *site) call(ctx context.Context, c client, endpoint, resource string, body map[string]any) (answer, error) {
	doc, err := s.send(ctx, c, endpoint, resource, s.visitor.current(), body)
	if fault.Is(err, fault.NotFound) {
		return answer{}, s.believe(ctx, c, err)
	}
	return doc, err
}

// send asks one endpoint as one visitor, and remembers the visitor id that the platform hands out.
func (s *site) send(ctx context.Context, c client, endpoint, resource, visitor string, body map[string]any) (answer, error) {
	whole := maps.Clone(body)
	whole["context"] = c.context(visitor)
	payload, err := json.Marshal(whole)
	if err != nil {
		return answer{}, fault.Wrap(err, fault.InternalError)
	}
	join := "?"
	if strings.Contains(endpoint, "?") {
		join = "&"
	}
	a, err := s.fetch.Fetch(ctx, sources.Request{
		URL: c.host + "/youtubei/v1/" + endpoint + join + "prettyPrint=false", Header: c.header(visitor), Body: payload,
	})
	if err != nil {
		return answer{}, err
	}
	doc, err := answered(a, c, resource)
	if err == nil {
		s.visitor.learn(doc.visitor())
	}
	return doc, err
}
