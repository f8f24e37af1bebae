package scan

import (
	"bytes"
	"encoding/xml"
	"errors"
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
)

var errNoTimedText = errors.New("not a timed text file")

// TimedText reads a captions file of YouTube in any of its formats: json3, srv1 and srv3. Lines are in the order of
// time. A line ends no later than the next one begins, because the platform lets automatic lines overlap the next one.
// Window definitions and the bare line breaks between automatic lines are skipped.
func TimedText(file []byte) ([]content.Segment, error) {
	file = bytes.TrimSpace(file)
	switch {
	case len(file) == 0 || len(file) > maxCaptions:
		return nil, errNoTimedText
	case file[0] == '{':
		return ordered(json3(file))
	}
	return ordered(srv(file))
}

// json3 reads {"events":[{"tStartMs":0,"dDurationMs":1000,"segs":[{"utf8":"text"}]}]}.
func json3(file []byte) ([]content.Segment, error) {
	if !gjson.ValidBytes(file) {
		return nil, errNoTimedText
	}
	events := gjson.GetBytes(file, "events")
	if !events.IsArray() && !gjson.GetBytes(file, "wireMagic").Exists() {
		return nil, errNoTimedText
	}
	var out []content.Segment
	var line strings.Builder
	for e := range Elements(events) {
		line.Reset()
		for s := range Elements(e.Get("segs")) {
			line.WriteString(s.Get("utf8").String())
		}
		out = appendLine(out, e.Get("tStartMs").Int(), e.Get("dDurationMs").Int(), line.String())
	}
	return out, nil
}

// srv reads srv1, <transcript><text start="1.5" dur="2"> in seconds, and srv3, <timedtext><body><p t="1500" d="2000">
// in milliseconds with its words in <s>. Texts of srv1 are escaped twice.
func srv(file []byte) ([]content.Segment, error) {
	d := xml.NewDecoder(bytes.NewReader(file))
	d.Strict = false
	var out []content.Segment
	known := false
	for {
		token, err := d.Token()
		if err != nil {
			break
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		var start, length float64
		switch e.Name.Local {
		case "transcript", "timedtext":
			known = true
			continue
		case "text":
			start, length = attribute(e, "start")*1000, attribute(e, "dur")*1000
		case "p":
			start, length = attribute(e, "t"), attribute(e, "d")
		default:
			continue
		}
		out = appendLine(out, int64(start+0.5), int64(length+0.5), html.UnescapeString(innerText(d)))
	}
	if !known {
		return nil, errNoTimedText
	}
	return out, nil
}

func attribute(e xml.StartElement, name string) float64 {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			if f, err := strconv.ParseFloat(a.Value, 64); err == nil && f >= 0 && f < 1e12 {
				return f
			}
		}
	}
	return 0
}

// innerText returns all text up to the end of the current element.
func innerText(d *xml.Decoder) string {
	var b strings.Builder
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			break
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			b.Write(t)
		}
	}
	return b.String()
}

// maxTime is the largest valid time of a caption, a year in milliseconds.
const maxTime = 366 * 24 * 3600 * 1000

// appendLine adds a line if it has visible text and a valid time.
func appendLine(out []content.Segment, start, length int64, text string) []content.Segment {
	text = strings.TrimSpace(text)
	text = strings.Trim(text, "\u200b\ufeff")
	if text == "" || start < 0 || start > maxTime || length < 0 || length > maxTime {
		return out
	}
	return append(out, content.Segment{StartMs: start, EndMs: start + length, Text: text})
}

// ordered sorts lines by their start and cuts each at the start of the next one, unless both start together.
func ordered(out []content.Segment, err error) ([]content.Segment, error) {
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(out, func(a, b content.Segment) int { return int(a.StartMs - b.StartMs) })
	for i := 0; i+1 < len(out); i++ {
		if next := out[i+1].StartMs; next > out[i].StartMs {
			out[i].EndMs = min(out[i].EndMs, next)
		}
	}
	return out, nil
}
