package references

import (
	"cmp"
	"slices"
	"strings"

	"socialdata/internal/content"
)

// MatchField names the field in which a search found words, as in the API.
type MatchField string

// The searched fields, in the order of matches.
const (
	InCustomTitle  MatchField = "customTitle"
	InSourceTitle  MatchField = "sourceTitle"
	InTags         MatchField = "tags"
	InDescription  MatchField = "sourceDescription"
	InChannelName  MatchField = "channelName"
	InHandle       MatchField = "channelHandle"
	InNotes        MatchField = "notes"
	InSourceTags   MatchField = "sourceTags"
	InSound        MatchField = "sound"
	InCallToAction MatchField = "ctaText"
	InScreenText   MatchField = "onScreenText"
	InTranscript   MatchField = "transcript"
)

// MatchFields lists the searched fields.
func MatchFields() []MatchField {
	return []MatchField{InCustomTitle, InSourceTitle, InTags, InDescription, InChannelName, InHandle, InNotes, InSourceTags, InSound, InCallToAction, InScreenText, InTranscript}
}

// mostMoments is how many matches a search shows of one transcript.
const mostMoments = 3

// TextMatch is a match in one field of a reference.
type TextMatch struct {
	Field MatchField `json:"field"`
	Snippet
	MediaID *string `json:"mediaId" doc:"The video in which it is said, or the picture or video that shows it; null for other fields, and if it is not kept"`
	StartMs *int64  `json:"startMs" doc:"When it is said or shown; null for pictures and other fields"`
}

// writtenText is a text of a reference, written by people or the source.
type writtenText struct {
	field MatchField
	text  string
}

// Matches lists where a reference has the words of a search: one match in each text, and the texts on screen and the captions of its
// transcript with the most words. said may be nil. The list is empty if the search matched only the reference's id or link.
func Matches(r *Reference, said *content.Transcript, words string) []TextMatch {
	list, searched := []TextMatch{}, searchedFor(words)
	for _, t := range writtenTexts(r) {
		if t.field == InScreenText {
			continue
		}
		if snippet, words := searched.snippet(t.text); words > 0 {
			list = append(list, TextMatch{Field: t.field, Snippet: snippet})
		}
	}
	list = append(list, searched.shown(r)...)
	if said == nil {
		return list
	}
	for _, m := range searched.moments(said.Segments, true) {
		list = append(list, TextMatch{Field: InTranscript, Snippet: m.Snippet, StartMs: &m.at, MediaID: r.KeptVideo()})
	}
	return list
}

// shown lists the texts on screen with the most words.
func (s searchedWords) shown(r *Reference) (list []TextMatch) {
	lines := r.Derived().OnScreenText
	texts := make([]content.Segment, len(lines))
	for n, l := range lines {
		texts[n].Text = l.Text
	}
	parts := r.PartList().Media
	for _, m := range s.moments(texts, false) {
		line := lines[m.line]
		found := TextMatch{Field: InScreenText, Snippet: m.Snippet, StartMs: line.StartMs}
		if n := line.Part; n < int64(len(parts)) && parts[n].State == PartKept {
			found.MediaID = parts[n].MediaID
		}
		list = append(list, found)
	}
	return list
}

// KeptVideo returns the first kept video of the post, which the transcript belongs to; nil if there is none.
func (r *Reference) KeptVideo() *string {
	for _, p := range r.PartList().Media {
		if p.Kind == content.MediaVideo && p.State == PartKept {
			return p.MediaID
		}
	}
	return nil
}

// moment is a caption that has words, together with the next one, because sentences often continue there.
type moment struct {
	Snippet
	line  int
	at    int64 // ms
	words int   // how many of the words it has together with the next caption, and alone
	alone int
}

// moments lists the captions that have words, those with the most first. goOn says that sentences continue in the next one.
func (s searchedWords) moments(said []content.Segment, goOn bool) (list []moment) {
	for n, line := range said {
		alone := s.count(line.Text)
		if alone == 0 {
			continue
		}
		text := line.Text
		if goOn && n+1 < len(said) {
			text += " " + said[n+1].Text
		}
		if snippet, words := s.snippet(text); words > 0 {
			list = append(list, moment{snippet, n, line.StartMs, words, alone})
		}
	}
	slices.SortStableFunc(list, func(a, b moment) int { return cmp.Or(cmp.Compare(b.words, a.words), cmp.Compare(b.alone, a.alone)) })
	return apart(list)
}

// apart keeps the first moments of a list, one for each caption.
func apart(list []moment) (kept []moment) {
	for _, m := range list {
		near := func(k moment) bool { return k.line-m.line <= 1 && m.line-k.line <= 1 }
		if len(kept) < mostMoments && !slices.ContainsFunc(kept, near) {
			kept = append(kept, m)
		}
	}
	return kept
}

// writtenTexts lists the texts of a reference in the order of MatchFields.
func writtenTexts(r *Reference) []writtenText {
	o := r.Observed()
	var button *string
	if o.Ad != nil {
		button = o.Ad.CTAText
	}
	sound := content.Sound{}
	if o.Sound != nil {
		sound = *o.Sound
	}
	texts := []writtenText{}
	for _, t := range []writtenText{
		{InCustomTitle, textCell(r.CustomTitle)}, {InSourceTitle, textCell(o.SourceTitle)}, {InTags, strings.Join(r.TagList(), ", ")}, {InDescription, textCell(o.SourceDescription)},
		{InChannelName, textCell(o.ChannelName)}, {InHandle, textCell(o.ChannelHandle)}, {InNotes, textCell(r.Notes)}, {InSourceTags, strings.Join(o.Tags, ", ")},
		{InSound, strings.TrimSpace(textCell(sound.Title) + " " + textCell(sound.Author))}, {InCallToAction, textCell(button)}, {InScreenText, screenText(r)},
	} {
		if t.text != "" {
			texts = append(texts, t)
		}
	}
	return texts
}

// screenText joins the texts on screen of a reference.
func screenText(r *Reference) string {
	lines := []string{}
	for _, l := range r.Derived().OnScreenText {
		lines = append(lines, l.Text)
	}
	return strings.Join(lines, "\n")
}

// textCell returns an optional text; "" for nil.
func textCell(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
