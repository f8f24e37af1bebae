package pages

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
	"socialdata/views"
)

func TestWithSchemeAddsHTTPS(t *testing.T) {
	t.Parallel()
	for link, want := range map[string]string{
		"youtube.com/watch?v=aaaaaaaaaaa":          "https://youtube.com/watch?v=aaaaaaaaaaa",
		"youtu.be":                                 "https://youtu.be",
		"youtube.com:443/watch":                    "https://youtube.com:443/watch",
		"youtube.com/redirect?q=https://a.example": "https://youtube.com/redirect?q=https://a.example",
		"facebook.com?next=http://a.example/":      "https://facebook.com?next=http://a.example/",
	} {
		if got := withScheme(link); got != want {
			t.Errorf("withScheme(%q) = %q, want %q", link, got, want)
		}
	}
}

func TestWithSchemeLeavesTheRest(t *testing.T) {
	t.Parallel()
	for name, link := range map[string]string{
		"nothing":             "",
		"https":               "https://www.youtube.com/watch?v=aaaaaaaaaaa",
		"http":                "http://tiktok.com/@a/video/1",
		"another scheme":      "ftp://example.com/a.b",
		"a scheme with a dot": "web.a://example.com",
		"a word":              "youtube",
		"a path":              "/watch?v=a.b",
		"a sentence":          "see youtube.com/watch",
		"an e-mail":           "olive@example.com",
		"a handle":            "@some.body",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := withScheme(link); got != link {
				t.Errorf("withScheme(%q) = %q", link, got)
			}
		})
	}
}

func encoded(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestFactsOfAnItem(t *testing.T) {
	t.Parallel()
	published := content.At(time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC))
	tests := map[string]struct {
		item content.Item
		want []views.Fact
	}{
		"everything is known": {
			content.Item{Kind: content.KindVideo, Title: new("A title"), Author: &content.AccountRef{Name: new("Ada")},
				PublishedAt: &published, DurationMs: new(int64(61_000)), Stats: content.Stats{Views: new(int64(12_481)),
					Likes: new(int64(0)), Comments: new(int64(3)), Shares: new(int64(4)), Saves: new(int64(5))}},
			[]views.Fact{{Name: "Title", Value: "A title"}, {Name: "Author", Value: "Ada"}, {Name: "Kind", Value: "video"},
				{Name: "Published", Value: "2026-02-03 04:05:06 UTC"}, {Name: "Length", Value: "1:01"},
				{Name: "Views", Value: "12,481"}, {Name: "Likes", Value: "0"}, {Name: "Comments", Value: "3"},
				{Name: "Shares", Value: "4"}, {Name: "Saves", Value: "5"}},
		},
		"what is not said to be missing is left out": {
			content.Item{Kind: content.KindAd}, []views.Fact{{Name: "Kind", Value: "ad"}},
		},
		"what the platform hides is said": {
			content.Item{Kind: content.KindShort, UnavailableFields: []string{"title", "author", "publishedAt",
				"stats.likes"}},
			[]views.Fact{{Name: "Title", Missing: "not available"}, {Name: "Author", Missing: "not available"},
				{Name: "Kind", Value: "short"}, {Name: "Published", Missing: "not available"},
				{Name: "Likes", Missing: "not available"}},
		},
		"a restriction": {
			content.Item{Kind: content.KindVideo, Restriction: &content.Restriction{Kind: content.RestrictedByAge}},
			[]views.Fact{{Name: "Kind", Value: "video"}, {Name: "Restricted", Value: "by age"}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := itemFacts(encoded(t, tt.item))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("itemFacts (-want +got)\n%s", diff)
			}
		})
	}
}

func TestFactsOfAnAccount(t *testing.T) {
	t.Parallel()
	account := content.Account{Name: new("Ada"), Handle: new("ada"), JoinedAt: new("2020-01-02"),
		Stats:             content.AccountStats{Followers: new(int64(1_000_000)), Items: new(int64(7))},
		UnavailableFields: []string{"stats.following", "country"}}
	want := []views.Fact{{Name: "Name", Value: "Ada"}, {Name: "Handle", Value: "ada"},
		{Name: "Followers", Value: "1,000,000"},
		{Name: "Following", Missing: "not available"}, {Name: "Items", Value: "7"},
		{Name: "Country", Missing: "not available"}, {Name: "Joined", Value: "2020-01-02"}}
	got, err := accountFacts(encoded(t, account))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("accountFacts (-want +got)\n%s", diff)
	}
}

func TestFactsOfWhatIsNoJSON(t *testing.T) {
	t.Parallel()
	for name, read := range map[string]func([]byte) ([]views.Fact, error){"item": itemFacts, "account": accountFacts} {
		for _, body := range []string{"", "[]", `{"stats":`} {
			if facts, err := read([]byte(body)); err == nil {
				t.Errorf("%s of %q = %v", name, body, facts)
			}
		}
	}
}
