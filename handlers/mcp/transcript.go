package mcp

import (
	"encoding/json"
	"strconv"
	"strings"
)

// transcriptPage is part of a transcript: the segments from an offset on, and their text.
type transcriptPage struct {
	Transcript transcript `json:"transcript"`
	Offset     int        `json:"offset"`
	NextOffset *int       `json:"nextOffset"`
	Total      int        `json:"total"`
}

// transcript is a transcript of the contract. Its segments are passed on unchanged.
type transcript struct {
	Language string            `json:"language"`
	Source   string            `json:"source"`
	Segments []json.RawMessage `json:"segments"`
	Text     string            `json:"text"`
}

// maxSegments limits the segments on a page, in bytes. Their text is included a second time, as one text.
const maxSegments = MaxResult / 2

// pageTranscript fetches a transcript and returns a page of it.
func pageTranscript(c *call) (*Answer, error) {
	offset := 0
	if raw := c.args.take(offsetArgument); raw != nil {
		var err error
		if offset, err = strconv.Atoi(string(raw)); err != nil || offset < 0 {
			return nil, problem(offsetArgument, "range", "a whole number from 0")
		}
	}
	answer, err := c.ask(c.tool, c.args, nil)
	if err != nil || answer.Status >= 400 {
		return answer, err
	}
	var whole transcript
	if err := json.Unmarshal(answer.Body, &whole); err != nil {
		return nil, err
	}
	answer.Body, err = json.Marshal(cutTranscript(whole, offset))
	return answer, err
}

// cutTranscript returns the page of a transcript that begins at a segment.
func cutTranscript(whole transcript, offset int) transcriptPage {
	total := len(whole.Segments)
	offset = min(offset, total)
	page := transcriptPage{Transcript: whole, Offset: offset, Total: total}
	page.Transcript.Segments = []json.RawMessage{}
	lines, size := []string{}, 0
	for _, s := range whole.Segments[offset:] {
		if size += len(s); size > maxSegments && len(lines) > 0 {
			next := offset + len(lines)
			page.NextOffset = &next
			break
		}
		var line struct{ Text string }
		_ = json.Unmarshal(s, &line) // a segment that cannot be parsed is included without its text
		lines = append(lines, line.Text)
		page.Transcript.Segments = append(page.Transcript.Segments, s)
	}
	page.Transcript.Text = strings.Join(lines, "\n")
	return page
}

// transcriptPageSchema returns the schema of a transcriptPage, given that of a transcript.
func transcriptPageSchema(transcript map[string]any) map[string]any {
	count := map[string]any{"type": "integer", "minimum": 0}
	return map[string]any{"type": "object", "required": []any{"transcript", "offset", "nextOffset", "total"}, "properties": map[string]any{
		"transcript": transcript, "offset": count, "total": count,
		"nextOffset": orNull(count)}}
}
