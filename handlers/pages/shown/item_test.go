package shown

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/pagetest"
	"socialdata/internal/content"
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
}

func TestFactsOfAnItem(t *testing.T) {
	t.Parallel()
	published, kind := content.At(time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)), content.KindVideo
	item := postsOf(content.ClipSite, references.SourceObserved{Kind: &kind, PublishedAt: &published, DurationMs: new(int64(61_000)),
		ViewCount: new(int64(12_481)), LikeCount: new(int64(0)), CommentCount: new(int64(3)), ShareCount: new(int64(4)), SaveCount: new(int64(5))})
	want := []views.Fact{{Name: "Kind", Value: "video"}, {Name: "Published", Value: "2026-02-03 04:05:06 UTC"}, {Name: "Length", Value: "1:01"},
		{Name: "Views", Value: "12,481"}, {Name: "Likes", Value: "0"}, {Name: "Comments", Value: "3"}, {Name: "Shares", Value: "4"}, {Name: "Saves", Value: "5"}}
	if diff := cmp.Diff(want, item.Facts()); diff != "" {
		t.Errorf("facts (-want +got)\n%s", diff)
	}
}

// TestFactsOfAnAd holds that an ad has facts of its own and no row of a count that no ad has.
func TestFactsOfAnAd(t *testing.T) {
	t.Parallel()
	started, kind := content.At(time.Date(2026, 2, 3, 8, 0, 0, 0, time.UTC)), content.KindAd
	item := postsOf(content.AdLibrary, references.SourceObserved{Kind: &kind, Ad: &references.ObservedAd{PageName: new("Bluejay Bicycles"), Active: new(true),
		StartedAt: &started, Platforms: []string{"FACEBOOK", "AUDIENCE_NETWORK"}, CTAText: new("Shop now"), LinkURL: new("https://example.com/")}})
	want := []views.Fact{{Name: "Advertiser", Value: "Bluejay Bicycles"}, {Name: "State", Value: "active"},
		{Name: "Active since", Value: "2026-02-03 08:00:00 UTC"}, {Name: "Shown on", Value: "Facebook, Audience network"},
		{Name: "Call to action", Value: "Shop now"}, {Name: "Leads to", Value: "https://example.com/"}}
	if diff := cmp.Diff(want, item.Facts()); diff != "" {
		t.Errorf("facts (-want +got)\n%s", diff)
	}
}

func TestWordsOfAPost(t *testing.T) {
	t.Parallel()
	item := postsOf(content.ClipSite, references.SourceObserved{SourceDescription: new("Dawn #bread #Bread, #brot\u00e9 #"), ChannelHandle: new("mira.oven"),
		ChannelURL: new("https://www.tiktok.com/@mira.oven")})
	want := views.Post{Caption: "Dawn #bread #Bread, #brot\u00e9 #", Author: "mira.oven", AuthorHref: "https://www.tiktok.com/@mira.oven",
		Hashtags: []views.TagLink{{Tag: "#bread"}, {Tag: "#brot\u00e9"}}}
	if diff := cmp.Diff(want, item.Post()); diff != "" {
		t.Errorf("post (-want +got)\n%s", diff)
	}
}
