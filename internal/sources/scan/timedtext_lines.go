package scan

import (
	"slices"
	"strings"

	"socialdata/internal/content"
)

// maxTime bounds a caption's time in milliseconds: a year. What is later is junk.
const maxTime = 366 * 24 * 3600 * 1000

// appendLine adds a line that has visible text and a sane time.
func appendLine(out []content.Segment, start, length int64, text string) []content.Segment {
	text = strings.TrimSpace(text)
	text = strings.Trim(text, "\u200b\ufeff")
	if text == "" || start < 0 || start > maxTime || length < 0 || length > maxTime {
		return out
	}
	return append(out, content.Segment{StartMs: start, EndMs: start + length, Text: text})
}

// ordered sorts lines by their start and ends each at the next one's start, unless both start together.
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
