package instagram

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// TestCountsOfDamagedPosts keeps what is absent, hidden or of a wrong type unknown: never 0.
func TestCountsOfDamagedPosts(t *testing.T) {
	t.Parallel()
	seven := int64(7)
	tests := []struct {
		name, members string
		want          content.Stats
	}{
		{"numbers", `"play_count":7,"like_count":0,"comment_count":7`, content.Stats{Views: &seven, Likes: new(int64(0)),
			Comments: &seven}},
		{"edges", `"edge_liked_by":{"count":7},"edge_media_to_comment":{"count":7}`, content.Stats{Likes: &seven,
			Comments: &seven}},
		{"none", `"x":1`, content.Stats{}},
		{"nulls", `"play_count":null,"like_count":null,"comment_count":null,"edge_liked_by":null`, content.Stats{}},
		{"wrong types", `"play_count":true,"like_count":"x","comment_count":[7],"edge_liked_by":7,"edge_media_preview_comment":{}`, content.Stats{}},
		{"out of range", `"play_count":-1,"like_count":7.5,"comment_count":1e300`, content.Stats{}},
		{"a null before another name", `"play_count":null,"ig_play_count":7`, content.Stats{Views: &seven}},
		{"hidden likes", `"like_count":3,"like_and_view_counts_disabled":true`, content.Stats{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, ok := readMedia(scan.ReadString(`{"code":"DeCOar9gqof","media_type":2,` + tt.members + `}`))
			if diff := cmp.Diff(tt.want, p.stats); diff != "" || !ok {
				t.Errorf("the counts differ (-want +got): %v\n%s", ok, diff)
			}
		})
	}
}

func TestPostsThatAreNone(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		``, `null`, `7`, `[]`, `{}`, `{"code":"DeCOar9gqof"}`, `{"media_type":2}`, `{"code":"","media_type":2}`,
		`{"code":null,"media_type":2}`,
		`{"pk":"x","media_type":2}`, `{"pk":"-7","media_type":2}`, `{"code":"DeCOar9gqof","media_type":3}`,
		`{"code":"DeCOar9gqof","media_type":"x"}`,
		`{"if_not_gated_logged_out":null}`,
		`{"if_not_gated_logged_out":{"if_not_gated_logged_out":{"code":"DeCOar9gqof","media_type":2}}}`,
	} {
		if p, ok := readMedia(scan.ReadString(body)); ok {
			t.Errorf("%s is post %q", body, p.code)
		}
	}
}

func TestDamagedRowsOfAThread(t *testing.T) {
	t.Parallel()
	thread := thread{item: "photo_site:DeCOar9gqof"}
	bare := content.Comment{ID: "1", ItemID: thread.item}
	tests := []struct {
		name, list string
		want       []content.Comment
	}{
		{"no rows", `[]`, []content.Comment{}},
		{"rows that are none", `[null,7,"x",[],{},{"node":null},{"node":{"pk":null}},{"node":{"pk":""}}]`,
			[]content.Comment{}},
		{"a row of an id alone", `[{"node":{"pk":"1"}}]`, []content.Comment{bare}},
		{"members of wrong types",
			`[{"node":{"pk":1,"user":7,"text":7,"created_at":"x","comment_like_count":"x","is_pinned":"no","edge_liked_by":[1]}}]`,
			[]content.Comment{bare}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, thread.rows(gjson.Parse(tt.list))); diff != "" {
				t.Errorf("the rows differ (-want +got):\n%s", diff)
			}
		})
	}
}
