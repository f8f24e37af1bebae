package references_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
	"socialdata/models/references"
)

// places writes where a search found words, the words in brackets.
func places(t *testing.T, r *references.Reference, said *content.Transcript, words string) (list []string) {
	t.Helper()
	for _, m := range references.Matches(r, said, words) {
		text, from, line := []rune(m.Text), 0, string(m.Field)
		if m.StartMs != nil {
			line += fmt.Sprint(" ", *m.StartMs)
		}
		line += ": "
		for _, mark := range m.Marks {
			line += string(text[from:mark.Start]) + "[" + string(text[mark.Start:mark.Start+mark.Length]) + "]"
			from = mark.Start + mark.Length
		}
		list = append(list, line+string(text[from:]))
	}
	return list
}

func TestMatchesSayWhereTheWordsAre(t *testing.T) {
	r := &references.Reference{CustomTitle: new("CAFÉ Straße"), Notes: new("ask about\nthe café"), Tags: `["big cat","café au lait"]`}
	r.Observe(references.SourceObserved{SourceTitle: new("東京タワー at night"), SourceDescription: new("Oven at 250 °C"), ChannelName: new("Lantern Kitchen"), ChannelHandle: new("lantern.bakes"),
		Ad: &references.ObservedAd{CTAText: new("Shop now")}, SourceFacts: references.SourceFacts{Tags: []string{"kitchen"}, Sound: &content.Sound{Title: new("Morning")}}})
	r.PrimaryMediaID = new("clip")
	r.Parts = []byte(`{"media":[{"index":0,"kind":"video","state":"kept","mediaId":"clip"},{"index":1,"kind":"image","state":"failed"}]}`)
	r.MachineDerived = []byte(`{"onScreenText":[{"part":0,"startMs":2500,"endMs":4000,"text":"SAVE 20 percent"},{"part":0,"startMs":4000,"endMs":6000,"text":"only today"},{"part":1,"text":"percent of all"}]}`)
	said := &content.Transcript{Segments: []content.Segment{{StartMs: 0, Text: "we heat the oven"}, {StartMs: 1500, Text: "the starter is ready,"}, {StartMs: 3000, Text: "so the oven and the starter meet"},
		{StartMs: 4000, Text: "oven"}, {StartMs: 5000, Text: "oven"}}}
	for words, want := range map[string][]string{
		"cafe\u0301":   {"customTitle: [CAFÉ] Straße", "tags: big cat, [café] au lait", "notes: ask about the [café]"},
		"STRASSE":      {"customTitle: CAFÉ [Straße]"},
		"東京":           {"sourceTitle: [東京]タワー at night"},
		"lantern kit":  {"channelName: [Lantern] [Kitchen]", "channelHandle: [lantern].bakes", "sourceTags: [kitchen]"},
		"shop":         {"ctaText: [Shop] now"},
		"morn":         {"sound: [Morning]"},
		"o":            nil,
		"starter oven": {"sourceDescription: [Oven] at 250 °C", "transcript 3000: so the [oven] and the [starter] meet [oven]", "transcript 0: we heat the [oven] the [starter] is ready,", "transcript 5000: [oven]"},
		"nowhere":      nil,
		"clip_site:7":  nil,
		"save":         {"onScreenText 2500: [SAVE] 20 percent"},
		"percent":      {"onScreenText 2500: SAVE 20 [percent]", "onScreenText: [percent] of all"},
		"today":        {"onScreenText 4000: only [today]"},
		"ready so":     {"transcript 1500: the starter is [ready], [so] the oven and the starter meet"},
	} {
		if diff := cmp.Diff(want, places(t, r, said, words)); diff != "" {
			t.Errorf("%q: %s", words, diff)
		}
	}
	found := references.Matches(r, nil, "percent")
	if len(found) != 2 || found[0].MediaID == nil || *found[0].MediaID != "clip" || found[1].MediaID != nil {
		t.Errorf("the files that show it: %+v", found)
	}
	if got := places(t, r, nil, "starter"); got != nil {
		t.Errorf("without a transcript: %q", got)
	}
}

// TestSnippetsAreOneShortLine looks for words deep in a text.
func TestSnippetsAreOneShortLine(t *testing.T) {
	text := strings.Repeat("one kettle and more ", 30) + "\tthe wombat\nmeets a kettle" + strings.Repeat(" and goes on", 30)
	got := places(t, &references.Reference{Tags: "[]", Notes: &text}, nil, "wombat kettle")
	if len(got) != 1 || !strings.HasPrefix(got[0], "notes: …") || !strings.HasSuffix(got[0], "…") || !strings.Contains(got[0], "the [wombat] meets a [kettle] and goes on") || len([]rune(got[0])) > 200 {
		t.Errorf("%q", got)
	}
	text = strings.Repeat("x", 40) + ". More of it: the wombat"
	if got := places(t, &references.Reference{Tags: "[]", Notes: &text}, nil, "wombat"); len(got) != 1 || got[0] != "notes: …More of it: the [wombat]" {
		t.Errorf("%q", got)
	}
}

func FuzzMatches(f *testing.F) {
	f.Add("the wombat\u0301 ﬁne 東京 🎉", "wombat fin")
	f.Add(strings.Repeat("x", 400)+" y", "y x")
	f.Fuzz(func(t *testing.T, text, words string) {
		for _, m := range references.Matches(&references.Reference{Tags: "[]", Notes: &text}, nil, words) {
			end, line := 0, []rune(m.Text)
			if len(line) > 200 || strings.ContainsAny(m.Text, "\n\r\t") {
				t.Errorf("%q", m.Text)
			}
			for _, mark := range m.Marks {
				if mark.Start < end || mark.Length < 1 || mark.Start+mark.Length > len(line) {
					t.Errorf("%q: mark %+v", m.Text, mark)
				}
				end = mark.Start + mark.Length
			}
		}
	})
}
