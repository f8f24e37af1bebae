package shown

import (
	"slices"
	"strconv"

	"socialdata/handlers/pages/page"
	"socialdata/models/references"
	"socialdata/views"
)

// matchesShown is the maximum number of matches shown for each reference.
const matchesShown = 2

// fieldWords names the fields in which a search found words.
var fieldWords = map[references.MatchField]string{
	references.InTags: "Tags", references.InDescription: "Description", references.InChannelName: "Channel", references.InHandle: "Channel", references.InNotes: "Notes",
	references.InSourceTags: "Hashtags", references.InSound: "Sound", references.InCallToAction: "Button", references.InScreenText: "On screen", references.InTranscript: "Said",
}

// Matches returns where a search found words in a reference, other than in its title. What has a time comes first. here
// is the page of the reference; such matches link to their time in the video.
func Matches(found []references.TextMatch, here string) (list []views.Match) {
	for _, said := range []bool{true, false} {
		for _, m := range found {
			if (m.StartMs != nil) == said && fieldWords[m.Field] != "" && len(list) < matchesShown {
				list = append(list, matchOf(m, here))
			}
		}
	}
	return list
}

// InTitle reports whether a search found a word in the title of a reference.
func InTitle(found []references.TextMatch) bool {
	return slices.ContainsFunc(found, func(m references.TextMatch) bool {
		return m.Field == references.InCustomTitle || m.Field == references.InSourceTitle
	})
}

func matchOf(m references.TextMatch, here string) views.Match {
	v := views.Match{Where: fieldWords[m.Field], Pieces: pieces(m.Snippet)}
	if m.StartMs != nil {
		v.At = page.Clock(*m.StartMs)
		if m.MediaID != nil {
			v.Href = page.Address(here, "at", strconv.FormatInt(*m.StartMs, 10))
		}
	}
	return v
}

// pieces splits a snippet into marked and unmarked parts.
func pieces(s references.Snippet) (list []views.Piece) {
	text, from := []rune(s.Text), 0
	add := func(to int, marked bool) {
		if to > from {
			list = append(list, views.Piece{Text: string(text[from:to]), Marked: marked})
		}
		from = to
	}
	for _, m := range s.Marks {
		add(m.Start, false)
		add(m.Start+m.Length, true)
	}
	add(len(text), false)
	return list
}
