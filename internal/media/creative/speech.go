package creative

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"socialdata/internal/content"
)

// spokenWord is one word of the captions with its time, estimated from its line.
type spokenWord struct {
	text string
	ms   int64
	line int // index of the caption line
}

// speech is the spoken text of captions, without repetitions: the words in order, and their sentences.
type speech struct {
	words     []spokenWord
	sentences []sentence
}

type sentence struct {
	startMs int64
	endMs   int64
	text    string
}

// noise matches descriptions of sounds in captions.
var noise = regexp.MustCompile(`\[[^\]]*\]|\([^)]*\)|[♪♫]|>>`)

// pauseMs is the length of a silence that ends a sentence if captions have no punctuation.
const pauseMs = 1200

// listen extracts the words of captions. Automatic captions scroll: a line is repeated together with the words that
// follow it, and must be counted once.
func listen(t *content.Transcript) speech {
	var s speech
	if t == nil {
		return s
	}
	var before []string
	var beforeEnd int64
	for i, segment := range t.Segments {
		words := strings.Fields(noise.ReplaceAllString(segment.Text, " "))
		fresh := words
		if segment.StartMs <= beforeEnd+100 {
			fresh = words[countRepeated(before, words):]
		}
		for k, w := range fresh {
			ms := segment.StartMs + (segment.EndMs-segment.StartMs)*int64(k)/int64(len(fresh))
			s.words = append(s.words, spokenWord{w, ms, i})
		}
		if len(words) > 0 {
			before, beforeEnd = words, segment.EndMs
		}
	}
	s.sentences = sentences(s.words)
	return s
}

// countRepeated returns how many words at the start of line repeat the end of before. It counts a repetition of the
// whole of either line, or of at least three words, so that a word spoken twice is kept.
func countRepeated(before, line []string) int {
	for k := min(len(before), len(line)); k > 0; k-- {
		if k < len(before) && k < len(line) && k < 3 {
			return 0
		}
		if slices.Equal(before[len(before)-k:], line[:k]) {
			return k
		}
	}
	return 0
}

// sentences joins words up to a full stop, a pause, or the maximum length of a sentence.
func sentences(words []spokenWord) []sentence {
	var out []sentence
	open := false
	for i, w := range words {
		if !open {
			out = append(out, sentence{startMs: w.ms, text: w.text})
			open = true
		} else {
			out[len(out)-1].text += " " + w.text
		}
		last := &out[len(out)-1]
		last.endMs = w.ms
		pause := i+1 < len(words) && words[i+1].line != w.line && words[i+1].ms-w.ms > 2*pauseMs
		if endsSentence(w.text) || pause || utf8.RuneCountInString(last.text) >= maxSentence {
			open = false
		}
	}
	return out
}

// endsSentence reports whether a word, or what is quoted at the end of a text, ends a sentence.
func endsSentence(word string) bool {
	word = strings.TrimRight(word, `"'”’)»`)
	r, _ := utf8.DecodeLastRuneInString(word)
	return strings.ContainsRune(".!?…。！？", r)
}

// splitSentences splits a description into sentences; the end of a line also ends a sentence.
func splitSentences(text string) []string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		var words []spokenWord
		for _, w := range strings.Fields(line) {
			words = append(words, spokenWord{text: w})
		}
		for _, s := range sentences(words) {
			out = append(out, s.text)
		}
	}
	return out
}

// cut shortens a text to at most n code points, at a word boundary.
func cut(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	short := string([]rune(text)[:n-1])
	if i := strings.LastIndexByte(short, ' '); i > 0 {
		short = short[:i]
	}
	return strings.TrimRight(short, " ,;:") + "…"
}
