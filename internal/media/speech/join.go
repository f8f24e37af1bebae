package speech

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/sashabaranov/go-openai"

	"socialdata/internal/content"
)

// heardPiece is what was written down of a piece. Times are of the whole sound.
type heardPiece struct {
	fromMs, toMs int64
	language     string
	lines        []content.Segment
}

// Lines with these values are what models make up where nothing is said: Whisper's own rule for silence.
const (
	silence     = 0.6
	unlikely    = -1.0
	maxLineText = 4000 // code points, as content has them
)

// piece reads an answer. Lines outside the piece and lines without words are left out. A server that gives no times has one line.
func piece(a openai.AudioResponse, fromMs, toMs int64) heardPiece {
	p := heardPiece{fromMs: fromMs, toMs: toMs, language: languageTag(a.Language)}
	add := func(start, end float64, text string) {
		from, ok := p.at(start)
		to, also := p.at(end)
		if text = words(text); ok && also && text != "" && to >= from && from < toMs {
			p.lines = append(p.lines, content.Segment{StartMs: from, EndMs: to, Text: text})
		}
	}
	for _, s := range a.Segments {
		if s.NoSpeechProb > silence && s.AvgLogprob < unlikely {
			continue
		}
		add(s.Start, s.End, s.Text)
	}
	if len(a.Segments) == 0 { // the line of a later piece begins where it takes over
		add(float64(min(fromMs, overlapMs/2))/1000, float64(toMs-fromMs)/1000, a.Text)
	}
	slices.SortStableFunc(p.lines, func(a, b content.Segment) int { return cmp.Compare(a.StartMs, b.StartMs) })
	return p
}

// at returns a time of the piece, in seconds, as one of the whole sound, at most the piece's end. ok is false if it is no time.
func (p *heardPiece) at(seconds float64) (ms int64, ok bool) {
	if math.IsNaN(seconds) || seconds < 0 || seconds > MaxMs/1000 {
		return 0, false
	}
	return min(p.fromMs+int64(math.Round(seconds*1000)), p.toMs), true
}

// words returns a text in one line without control characters.
func words(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == unicode.ReplacementChar }), " ")
	if r := []rune(text); len(r) > maxLineText {
		text = string(r[:maxLineText])
	}
	return text
}

// joined joins pieces to a transcript; nil if nothing is said. In the middle of an overlap the later piece takes over: a line counts by its
// start, and words that end the one and begin the other are said once.
func joined(heard []heardPiece) *content.Transcript {
	t := &content.Transcript{Source: content.MachineSpeech, Segments: []content.Segment{}}
	spoken := map[string]int64{}
	for n, p := range heard {
		from, to := p.fromMs+overlapMs/2, p.fromMs+pieceMs+overlapMs/2
		if n == 0 {
			from = 0
		}
		if n == len(heard)-1 {
			to = math.MaxInt64
		}
		for _, line := range p.lines {
			if line.StartMs < from || line.StartMs >= to {
				continue
			}
			if last := len(t.Segments) - 1; last >= 0 && n > 0 && line.StartMs < from+overlapMs {
				line = withoutRepeated(t.Segments[last], line)
			}
			if line.Text != "" {
				t.Segments = append(t.Segments, line)
				spoken[p.language] += line.EndMs - line.StartMs
			}
		}
	}
	if len(t.Segments) == 0 {
		return nil
	}
	texts := make([]string, len(t.Segments))
	for n, s := range t.Segments {
		texts[n] = s.Text
	}
	t.Text, t.Language = strings.Join(texts, "\n"), longest(spoken)
	return t
}

// longest returns the language that is spoken longest.
func longest(spoken map[string]int64) (language string) {
	most := int64(-1)
	for name, ms := range spoken {
		if ms > most || ms == most && name < language {
			language, most = name, ms
		}
	}
	return language
}

// withoutRepeated returns line without the words at its start that end the line before. It begins no earlier than that one ends.
func withoutRepeated(before, line content.Segment) content.Segment {
	said, says := strings.Fields(before.Text), strings.Fields(line.Text)
	for n := min(len(said), len(says)); n > 0; n-- {
		if slices.EqualFunc(said[len(said)-n:], says[:n], func(a, b string) bool { return bare(a) == bare(b) }) {
			line.Text = strings.Join(says[n:], " ")
			line.StartMs = min(max(line.StartMs, before.EndMs), line.EndMs)
			break
		}
	}
	return line
}

// bare returns a word without case and punctuation.
func bare(word string) string {
	return strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
}
