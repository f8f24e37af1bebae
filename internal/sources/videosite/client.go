package videosite

import (
	"context"
	"encoding/json"
	"strings"

	"socialdata/internal/sources"
	"socialdata/models/fault"
)

// client is one of the platform's own programs: it decides the shape of the answers.
type client struct {
	name, version, number string
	host, agent           string
	device                map[string]any
}

// browser is the desktop page's program: the only one whose player answers carry publication time, exact likes and the
// channel's handle.
func browser() client {
	return client{name: "WEB", version: "2.20260603.05.00", number: "1", host: "https://www.youtube.com"}
}

// app is the phone's program: its player answers have captions that open, and plain words for errors.
func app() client {
	return client{
		name: "ANDROID", version: "21.03.36", number: "3", host: "https://youtubei.googleapis.com",
		agent:  "com.google.android.youtube/21.03.36 (Linux; U; Android 16) gzip",
		device: map[string]any{"osName": "Android", "osVersion": "16", "androidSdkVersion": 36},
	}
}

// context is the part of a request that names the program. English is asked for because counts and reasons come as
// words.
func (c client) context() map[string]any {
	program := map[string]any{"clientName": c.name, "clientVersion": c.version, "hl": "en", "gl": "US", "utcOffsetMinutes": 0}
	for k, v := range c.device {
		program[k] = v
	}
	return map[string]any{"client": program}
}

func (c client) header() map[string]string {
	h := map[string]string{
		"Content-Type":             "application/json",
		"X-YouTube-Client-Name":    c.number,
		"X-YouTube-Client-Version": c.version,
		"Cookie":                   consent,
	}
	if c.agent != "" {
		h["User-Agent"] = c.agent
	}
	return h
}

// consent is what the platform remembers of a visitor who rejected its cookies; without it some regions see a form in
// place of every page.
const consent = "SOCS=CAI"

// call asks one endpoint and gives its JSON. resource is what a "no such thing" is about, "" where it cannot be meant.
func (s *site) call(ctx context.Context, c client, endpoint, resource string, body map[string]any) (answer, error) {
	body["context"] = c.context()
	payload, err := json.Marshal(body)
	if err != nil {
		return answer{}, fault.Wrap(err, fault.InternalError)
	}
	join := "?"
	if strings.Contains(endpoint, "?") {
		join = "&"
	}
	a, err := s.fetch.Fetch(ctx, sources.Request{URL: c.host + "/youtubei/v1/" + endpoint + join + "prettyPrint=false", Header: c.header(), Body: payload})
	if err != nil {
		return answer{}, err
	}
	return answered(a, resource)
}
