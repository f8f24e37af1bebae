package shown

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/pagetest"
	"socialdata/internal/content"
	"socialdata/models/history"
	"socialdata/models/references"
	"socialdata/views"
)

// postsOf are the pages' handlers over the platforms of the release.
func postsOf(platform content.Platform, o references.SourceObserved) Item {
	h := &page.Base{Service: pagetest.Service()}
	return NewItem(h, platform, o)
}

func TestMissingFactsSayWhy(t *testing.T) {
	t.Parallel()
	short, picture := content.KindShort, content.KindImage
	for _, tt := range []struct {
		platform content.Platform
		observed references.SourceObserved
		fact     string
		want     string
	}{
		{content.VideoSite, references.SourceObserved{Kind: &short}, "Shares", "not offered on this kind of post"},
		{content.VideoSite, references.SourceObserved{Kind: &short}, "Likes", "hidden by the platform"},
		{content.VideoSite, references.SourceObserved{Kind: &short, Incomplete: true}, "Likes", "not read this time"},
		{content.VideoSite, references.SourceObserved{Kind: &short, Incomplete: true}, "Saves", "not offered on this kind of post"},
		{content.PhotoSite, references.SourceObserved{Kind: &picture}, "Views", "not offered on this kind of post"},
		{content.PhotoSite, references.SourceObserved{Kind: &short}, "Views", "hidden by the platform"},
		{content.ClipSite, references.SourceObserved{Kind: &short}, "Saves", "hidden by the platform"},
		{content.ClipSite, references.SourceObserved{}, "Saves", "not available"}, // kept before kinds were
	} {
		item := postsOf(tt.platform, tt.observed)
		at := slices.IndexFunc(item.Facts(), func(f views.Fact) bool { return f.Name == tt.fact })
		if got := item.Facts()[at].Missing; got != tt.want {
			t.Errorf("%s of a %v on %s: %q, want %q", tt.fact, tt.observed.Kind, tt.platform, got, tt.want)
		}
	}
	captured := postsOf(content.VideoSite, references.SourceObserved{Kind: &short})
	captured.Captured = true
	if got := captured.Missing("stats.likes"); got != "not in what the browser captured" {
		t.Errorf("of a captured post: %q", got)
	}
}

func TestFactsOfAnItem(t *testing.T) {
	t.Parallel()
	published, kind := content.At(time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)), content.KindVideo
	item := postsOf(content.ClipSite, references.SourceObserved{Kind: &kind, PublishedAt: &published, DurationMs: new(int64(61_000)),
		ViewCount: new(int64(12_481)), LikeCount: new(int64(0)), CommentCount: new(int64(3)), ShareCount: new(int64(4)), SaveCount: new(int64(5))})
	want := []views.Fact{{Name: "Kind", Value: "video"}, {Name: "Published", Value: "3 Feb 2026, 04:05 UTC"}, {Name: "Length", Value: "1:01"},
		{Name: "Views", Value: "12,481"}, {Name: "Likes", Value: "0"}, {Name: "Comments", Value: "3"}, {Name: "Shares", Value: "4"}, {Name: "Saves", Value: "5"}}
	if diff := cmp.Diff(want, item.Facts()); diff != "" {
		t.Errorf("facts (-want +got)\n%s", diff)
	}
}

// TestFactsOfAnAd holds that an ad has facts of its own and no row of a count that no ad has.
func TestFactsOfAnAd(t *testing.T) {
	t.Parallel()
	started, kind := content.At(time.Date(2026, 2, 3, 8, 0, 0, 0, time.UTC)), content.KindAd
	item := postsOf(content.AdLibrary, references.SourceObserved{ObservedAt: content.At(started.AddDate(0, 0, 3)), Kind: &kind, Ad: &references.ObservedAd{PageName: new("Bluejay Bicycles"), Active: new(true),
		StartedAt: &started, Platforms: []string{"FACEBOOK", "AUDIENCE_NETWORK"}, CTAText: new("Shop now"), LinkURL: new("https://example.com/")}})
	want := []views.Fact{{Name: "Advertiser", Value: "Bluejay Bicycles"}, {Name: "State", Value: "active"},
		{Name: "Active since", Value: "3 Feb 2026"}, {Name: "Has run for", Value: "4 days"}, {Name: "Shown on", Value: "Facebook, Audience network"},
		{Name: "Call to action", Value: "Shop now"}, {Name: "Leads to", Value: "https://example.com/"}}
	if diff := cmp.Diff(want, item.Facts()); diff != "" {
		t.Errorf("facts (-want +got)\n%s", diff)
	}
}

func TestWordsOfAPost(t *testing.T) {
	t.Parallel()
	item := postsOf(content.ClipSite, references.SourceObserved{SourceDescription: new("Dawn #bread #Bread, #brot\u00e9 #"), ChannelHandle: new("mira.oven"),
		ChannelURL: new("https://www.tiktok.com/@mira.oven"), SourceFacts: references.SourceFacts{Tags: []string{"bread", "brot\u00e9"}}})
	want := views.Post{Caption: "Dawn #bread #Bread, #brot\u00e9 #", Author: "mira.oven", AuthorHref: "https://www.tiktok.com/@mira.oven",
		Hashtags: []views.TagLink{{Tag: "#bread"}, {Tag: "#brot\u00e9"}}}
	if diff := cmp.Diff(want, item.Post("")); diff != "" {
		t.Errorf("post (-want +got)\n%s", diff)
	}
	named := postsOf(content.VideoSite, references.SourceObserved{SourceTitle: new("Bread"), ChannelName: new("Mira"), ChannelHandle: new("mira.oven"), SourceFacts: references.SourceFacts{Tags: []string{"a"}}})
	want = views.Post{Author: "Mira", Handle: "@mira.oven", Hashtags: []views.TagLink{{Tag: "#a"}}}
	if diff := cmp.Diff(want, named.Post("Bread")); diff != "" {
		t.Errorf("below its title (-want +got)\n%s", diff)
	}
	if got := named.Post("another"); got.Title != "Bread" {
		t.Errorf("below another title: %+v", got)
	}
	nameless := postsOf(content.VideoSite, references.SourceObserved{ChannelName: new("Mira")})
	if got := nameless.Post(""); got.Author != "Mira" || got.Handle != "" {
		t.Errorf("without a handle: %+v", got)
	}
	nameless.Tags = make([]string, hashtagsShown+1)
	if got := nameless.Post("").Hashtags; len(got) != hashtagsShown {
		t.Errorf("%d hashtags are shown", len(got))
	}
}

func TestExtrasOfAnItem(t *testing.T) {
	t.Parallel()
	item := &Item{SourceObserved: references.SourceObserved{SourceTitle: new("A loaf #other"), SourceFacts: references.SourceFacts{Tags: []string{"bread"}, Sponsored: new(true), Sound: &content.Sound{Title: new("Axel F"), Author: new("A Frog")},
		Location: &content.Location{Name: new("Hung Yen")}, Language: new("de"), Category: new("Baking")}}}
	want := []views.Fact{{Name: "Sponsored", Value: "marked as an ad or paid partnership"}, {Name: "Sound", Value: "Axel F · A Frog"}, {Name: "Place", Value: "Hung Yen"},
		{Name: "Category", Value: "Baking"}, {Name: "Language", Value: "de"}}
	if diff := cmp.Diff(want, item.Extras()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := item.Post("").Hashtags; !cmp.Equal(got, []views.TagLink{{Tag: "#bread"}}) {
		t.Errorf("hashtags %q", got)
	}
	for want, sound := range map[string]*content.Sound{"without a title, id 7": {ID: new("7")}, "A Frog": {Author: new("A Frog")}, "": {}} {
		if got := SoundWords(sound); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := (&Item{}).Extras(); len(got) != 0 {
		t.Errorf("facts of nothing: %+v", got)
	}
}

// TestTrendsSayOnlyWhatWasSeen draws a count that changed, from the first look to the last, leaves out hidden values, and
// shows no chart of what stayed.
func TestTrendsSayOnlyWhatWasSeen(t *testing.T) {
	t.Parallel()
	when := func(*int64) views.When { return views.When{} }
	counts := func(n int64, likes *int64) string { return history.CountsOf(content.Stats{Views: &n, Likes: likes}) }
	one := int64(1)
	records := []history.Record{{Counts: counts(5, nil), ObservedAt: 1, ConfirmedAt: 2}, {Counts: counts(7, &one), ObservedAt: 3, ConfirmedAt: 9}}
	got := ""
	for _, p := range trendOf(when, records, itemStats[0]).Points {
		got += strconv.FormatInt(p.At.UnixMicro(), 10) + ":" + strconv.FormatInt(p.Value, 10) + " "
	}
	if got != "1:5 3:7 9:7 " {
		t.Errorf("views are drawn as %s", got)
	}
	likes := trendOf(when, records, itemStats[1])
	behind := trendOf(when, append(slices.Clone(records), history.Record{Counts: counts(8, nil), ObservedAt: 10, ConfirmedAt: 11}), itemStats[1])
	if len(behind.Points) != 2 || behind.Points[1].At.UnixMicro() != 9 {
		t.Errorf("likes that the last look did not see are drawn as %v", behind)
	}
	if len(likes.Points) != 2 || changes(likes) || changes(views.Trend{}) {
		t.Errorf("likes are drawn as %v", likes)
	}
}
