package content

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestItemNamesWhatIsUnknown(t *testing.T) {
	t.Parallel()
	all := []string{"author", "title", "text", "publishedAt", "durationMs", "stats.views", "stats.likes", "stats.comments",
		"stats.shares",
		"stats.saves", "thumbnails"}
	zero, tooLarge := int64(0), int64(maxInt+1)
	known := func() *Item {
		at := At(time.Unix(0, 0))
		return &Item{Author: &AccountRef{ID: "clip_site:1"}, Title: new(""), Text: new(""), PublishedAt: &at,
			DurationMs: &zero,
			Stats:      Stats{Views: &zero, Likes: &zero, Comments: &zero, Shares: &zero, Saves: &zero},
			Thumbnails: []Image{{URL: "https://cdn.example/1.jpg"}}, Transcript: &Transcript{}}
	}
	tests := []struct {
		name  string
		item  *Item
		asked bool
		want  []string
	}{
		{"an empty item", &Item{}, false, all},
		{"an empty item with captions asked for", &Item{}, true, append(all[:len(all):len(all)], "transcript")},
		{"empty texts and zeros are known", known(), true, []string{}},
		{"counts out of range", with(known(), func(i *Item) {
			i.Stats.Views, i.Stats.Saves, i.DurationMs = new(int64(-1)),
				&tooLarge, &tooLarge
		}), true,
			[]string{"durationMs", "stats.views", "stats.saves"}},
		{"a time before the epoch", with(known(), func(i *Item) { i.PublishedAt = &Time{time.Unix(-1, 0)} }), true,
			[]string{"publishedAt"}},
		{"a year of five digits", with(known(), func(i *Item) {
			i.PublishedAt = &Time{time.Date(10000, 1, 1, 0, 0, 0, 0,
				time.UTC)}
		}), true,
			[]string{"publishedAt"}},
		{"pictures that nobody may follow", with(known(), func(i *Item) { i.Thumbnails[0].URL = "javascript:alert(1)" }),
			true, []string{"thumbnails"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.item.Finish(tt.asked)
			if diff := cmp.Diff(tt.want, tt.item.UnavailableFields); diff != "" {
				t.Errorf("the unknown fields differ (-want +got):\n%s", diff)
			}
			wantNamedFieldsNull(t, tt.item, tt.item.UnavailableFields)
		})
	}
}

func TestAccountNamesWhatIsUnknown(t *testing.T) {
	t.Parallel()
	all := []string{"handle", "name", "description", "url", "avatar", "banner", "verified", "stats.followers",
		"stats.following", "stats.items",
		"stats.views", "country", "joinedAt"}
	zero := int64(0)
	known := func() *Account {
		return &Account{Handle: new("a"), Name: new(""), Description: new(""), URL: new("https://a.example/"),
			Avatar: []Image{{URL: "https://a.example/a"}},
			Banner: []Image{{URL: "https://a.example/b"}}, Verified: new(false), Stats: AccountStats{&zero, &zero, &zero, &zero},
			Country:  new(""),
			JoinedAt: new("2031-01-02"), ClipSite: &ClipAccount{Likes: new(int64(-1))}}
	}
	tests := []struct {
		name    string
		account *Account
		want    []string
	}{
		{"an empty account", &Account{}, all},
		{"empty texts and zeros are known", known(), []string{}},
		{"an empty handle", with(known(), func(a *Account) { a.Handle = new("") }), []string{"handle"}},
		{"a handle that is too long", with(known(), func(a *Account) { a.Handle = new(strings.Repeat("a", maxHandle+1)) }),
			[]string{"handle"}},
		{"an address that is too long", with(known(),
			func(a *Account) { a.URL = new("https://a.example/" + strings.Repeat("a", maxURL)) }), []string{"url"}},
		{"negative counts", with(known(), func(a *Account) {
			a.Stats.Followers, a.Stats.Items = new(int64(-1)),
				new(int64(-5))
		}),
			[]string{"stats.followers", "stats.items"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.account.Finish()
			if diff := cmp.Diff(tt.want, tt.account.UnavailableFields); diff != "" {
				t.Errorf("the unknown fields differ (-want +got):\n%s", diff)
			}
			if c := tt.account.ClipSite; c != nil && c.Likes != nil {
				t.Errorf("negative likes are kept: %d", *c.Likes)
			}
			wantNamedFieldsNull(t, tt.account, tt.account.UnavailableFields)
		})
	}
}

// wantNamedFieldsNull reads the JSON: every field that is named unknown is null or an empty list, never 0.
func wantNamedFieldsNull(t *testing.T, v any, named []string) {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]any
	if err := json.Unmarshal(b, &members); err != nil {
		t.Fatal(err)
	}
	for _, name := range named {
		value, inner, _ := members[name], "", false
		if before, after, nested := strings.Cut(name, "."); nested {
			inner = after
			value = members[before].(map[string]any)[inner]
		}
		if list, ok := value.([]any); value != nil && (!ok || len(list) > 0) {
			t.Errorf("%s is named unknown and is %v", name, value)
		}
	}
}

func TestFinishCutsTexts(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 3_000_000)
	text := func() *string { return &long }
	ref := &AccountRef{Handle: text(), Name: text(), URL: text()}
	item := &Item{Author: ref, Title: text(), Text: text(), Restriction: &Restriction{Message: text()},
		Transcript: &Transcript{Text: long,
			Segments: make([]Segment, maxSegments+1)}, Ad: &Ad{PageName: text(), Byline: text(), CollationID: text(),
			Spend: text(), Currency: text(),
			Creatives: make([]Creative, maxCreatives+1)}}
	item.Transcript.Segments[0].Text = long
	item.Ad.Creatives[0] = Creative{Title: text(), Text: text(), LinkCaption: text(), CTAType: text(), CTAText: text(),
		Width: new(int64(0))}
	item.Finish(true)
	account := &Account{Handle: text(), Name: text(), Description: text(), Country: text()}
	account.Finish()
	comment := &Comment{Author: ref, Text: text(), PublishedText: text(), Likes: new(int64(-1)),
		Replies: new(int64(maxInt + 1))}
	comment.Finish()
	row := &ItemSummary{Title: text(), Text: text(), PublishedText: text(), Ad: &AdSummary{PageName: text(),
		Currency: text()}}
	row.Finish()
	person := &AccountRow{AccountRef: *ref, Followers: new(int64(-1))}
	person.Finish()
	first := item.Ad.Creatives[0]
	want := map[string]int{"author.name": 500, "title": 1000, "text": 10000, "restriction": 500, "transcript": maxFullText,
		"segment": maxSegment,
		"page":    500, "byline": 500, "creative.title": 1000, "creative.text": 10000, "caption": 1000, "cta": 500,
		"account.name": 500,
		"description":  5000, "country": 100, "comment": 10000, "comment.published": 500, "row.title": 1000, "row.text": 10000,
		"row.published": 500,
		"row.page":      500, "person": 500}
	got := lengths(map[string]*string{"author.name": item.Author.Name, "title": item.Title, "text": item.Text,
		"restriction": item.Restriction.Message,
		"transcript":  &item.Transcript.Text, "segment": &item.Transcript.Segments[0].Text, "page": item.Ad.PageName,
		"byline":         item.Ad.Byline,
		"creative.title": first.Title, "creative.text": first.Text, "caption": first.LinkCaption, "cta": first.CTAText,
		"account.name": account.Name,
		"description":  account.Description, "country": account.Country, "comment": comment.Text,
		"comment.published": comment.PublishedText,
		"row.title":         row.Title, "row.text": row.Text, "row.published": row.PublishedText, "row.page": row.Ad.PageName,
		"person": person.Name,
		// a code or an address is never cut
		"handle": item.Author.Handle, "url": item.Author.URL, "collation": item.Ad.CollationID, "spend": item.Ad.Spend,
		"currency": item.Ad.Currency,
		"cta.type": first.CTAType, "account.handle": account.Handle, "row.currency": row.Ad.Currency})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the lengths differ (-want +got):\n%s", diff)
	}
	if n, m := len(item.Transcript.Segments), len(item.Ad.Creatives); n != maxSegments || m != maxCreatives ||
		first.Width != nil {
		t.Errorf("%d segments, %d creatives, width %v", n, m, first.Width)
	}
	if comment.Likes != nil || comment.Replies != nil || person.Followers != nil {
		t.Errorf("counts out of range are kept: %+v %+v", comment, person)
	}
	if *ref.Name != long {
		t.Error("Finish changes an author that others share")
	}
}

// lengths counts code points; nil values are left out.
func lengths(texts map[string]*string) map[string]int {
	n := map[string]int{}
	for name, s := range texts {
		if s != nil {
			n[name] = len([]rune(*s))
		}
	}
	return n
}

func with[T any](v *T, change func(*T)) *T {
	change(v)
	return v
}
