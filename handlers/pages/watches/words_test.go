package watches

import (
	"testing"

	"socialdata/internal/sources"
	"socialdata/models/watches"
)

// TestWhatAWatchReadsInWords says the filters of a list, and not what its platform gives anyway.
func TestWhatAWatchReadsInWords(t *testing.T) {
	t.Parallel()
	ads := sources.Parameters{{Name: "sort", Values: []string{"relevance", "impressions"}, Default: "impressions"}, {Name: "status", Default: "active"}, {Name: "country", Default: "ALL"}, {Name: "mediaKind", Values: []string{"all", "video"}, Default: "all"}}
	videos := sources.Parameters{{Name: "collection", Values: []string{"videos", "shorts"}, Default: "videos"}, {Name: "sort", Values: []string{"latest", "popular"}, Default: "latest"}}
	for _, tt := range []struct {
		want  string
		s     watches.Source
		reads sources.Parameters
	}{
		{"active ads, all countries", watches.Source{Sort: "impressions", Status: "active", Country: "ALL", MediaKind: "all"}, ads},
		{"all ads, in DE, video only, most relevant first, started from 2026-01-01", watches.Source{Sort: "relevance", Status: "all", Country: "DE", MediaKind: "video", StartedFrom: "2026-01-01"}, ads},
		{"", watches.Source{Collection: "videos", Sort: "latest"}, videos},
		{"shorts, popular first", watches.Source{Collection: "shorts", Sort: "popular"}, videos},
		{"", watches.Source{}, nil},
	} {
		if got := askedWords(tt.s, tt.reads); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.s, got, tt.want)
		}
	}
}
