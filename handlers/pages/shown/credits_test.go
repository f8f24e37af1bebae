package shown

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
	"socialdata/models/billing"
)

func TestThePriceListSaysEveryPrice(t *testing.T) {
	t.Parallel()
	got := []string{}
	prices := billing.Prices{Lookup: 11, Page: 12, Import: 13, Transcript: 14, Analysis: 15, Media: 1600}
	for _, row := range PriceList(prices) {
		got = append(got, row.What+": "+row.Credits)
		if row.Note == "" {
			t.Errorf("%s has no note", row.What)
		}
	}
	want := []string{"Lookup of an item or an account: 11", "Page of a list, of comments or of a search: 12",
		"Import: 13",
		"… with a transcript: +14", "… with analysis: +15", "… with media: +1,600", "Anything that fails: 0"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("prices (-want +got)\n%s", diff)
	}
}

func TestEntriesOfTheLedgerInWords(t *testing.T) {
	t.Parallel()
	charged := func(reason string, part content.Part, subject string) billing.Entry {
		return billing.Entry{Amount: -1, Reason: reason, Part: part, Subject: subject}
	}
	tests := map[string]struct {
		entry         billing.Entry
		word, subject string
	}{
		"a grant":            {billing.Entry{Amount: 5, Subject: "item:a"}, "Granted", ""},
		"an import":          {charged("import:1:x", content.PartFetch, "video_site:a"), "Import", "video_site:a"},
		"its transcript":     {charged("import:1", content.PartTranscript, "s"), "Import: transcript", "s"},
		"its analysis":       {charged("import:1", content.PartAnalysis, "s"), "Import: analysis", "s"},
		"its media":          {charged("import:1", content.PartMedia, "s"), "Import: media", "s"},
		"a live item":        {charged("", content.PartFetch, "item:video_site:a"), "Lookup, live", "video_site:a"},
		"a stored account":   {charged("", content.PartStored, "account:clip_site:@a"), "Account, stored", "clip_site:@a"},
		"a list is a digest": {charged("", content.PartFetch, "items:0123abcd"), "List, live", ""},
		"comments":           {charged("", content.PartStored, "comments:0123"), "Comments, stored", ""},
		"a search":           {charged("", content.PartFetch, "search:0123"), "Search, live", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			word, subject := EntryWords(tt.entry)
			if word != tt.word || subject != tt.subject {
				t.Errorf("entryWords = %q, %q, want %q, %q", word, subject, tt.word, tt.subject)
			}
		})
	}
}
