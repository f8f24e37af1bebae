package scan

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/asticode/go-astisub"

	"socialdata/internal/content"
)

// maxCaptions bounds a captions file, in bytes; hours of speech are far below.
const maxCaptions = 4 << 20

var errNoCaptions = errors.New("the captions file holds no caption")

// WebVTT reads a captions file in that format, as TikTok serves it.
func WebVTT(file []byte) ([]content.Segment, error) {
	if !bytes.HasPrefix(bytes.TrimPrefix(file, astisub.BytesBOM), []byte("WEBVTT")) {
		return nil, errors.New("not a WebVTT file")
	}
	return segments(file, func(b []byte) (*astisub.Subtitles, error) { return astisub.ReadFromWebVTT(bytes.NewReader(b)) })
}

// SRT reads a captions file in that format, as Instagram serves it.
func SRT(file []byte) ([]content.Segment, error) {
	return segments(file, func(b []byte) (*astisub.Subtitles, error) { return astisub.ReadFromSRT(bytes.NewReader(b)) })
}

// segments calls read and turns a panic into an error: the parsers were not written for hostile input.
func segments(file []byte, read func([]byte) (*astisub.Subtitles, error)) (out []content.Segment, err error) {
	defer func() {
		if r := recover(); r != nil {
			out, err = nil, fmt.Errorf("reading captions: %v", r)
		}
	}()
	if len(file) > maxCaptions {
		return nil, errors.New("captions file over the bound")
	}
	subtitles, err := read(file)
	if err != nil {
		return nil, err
	}
	for _, item := range subtitles.Items {
		lines := make([]string, 0, len(item.Lines))
		for _, l := range item.Lines {
			lines = append(lines, strings.TrimSpace(html.UnescapeString(l.String())))
		}
		text := strings.TrimSpace(strings.Join(lines, "\n"))
		start, end := item.StartAt.Milliseconds(), item.EndAt.Milliseconds()
		if text == "" || start < 0 {
			continue
		}
		out = append(out, content.Segment{StartMs: start, EndMs: max(start, end), Text: text})
	}
	if len(out) == 0 {
		return nil, errNoCaptions
	}
	slices.SortStableFunc(out, func(a, b content.Segment) int { return int(a.StartMs - b.StartMs) })
	return out, nil
}

// Transcript joins captions, one line each. lang is the platform's code, "spa-ES" or "en_US"; a valid one is written as
// a language tag ("es-ES").
func Transcript(lang string, source content.TranscriptSource, captions []content.Segment) *content.Transcript {
	lines := make([]string, len(captions))
	for i, s := range captions {
		lines[i] = s.Text
	}
	return &content.Transcript{Language: languageTag(lang), Source: source, Segments: captions, Text: strings.Join(lines, "\n")}
}
