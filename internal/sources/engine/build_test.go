package engine

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// TestBuildOfDamagedAnswers keeps what the program leaves out, writes badly or rounds unknown: never 0.
func TestBuildOfDamagedAnswers(t *testing.T) {
	t.Parallel()
	const clip = `"uploader_id":"77","formats":[{"url":"https://a.example/v","vcodec":"h264"}]`
	tests := []struct {
		name     string
		platform content.Platform
		body     string
		want     content.Stats
		missing  []string // nil is an item
	}{
		{"nothing of a video", content.VideoSite, `{}`, content.Stats{}, []string{"author"}},
		{"a video's author", content.VideoSite, `{"channel_id":"UC1"}`, content.Stats{}, nil},
		{"a video's rounded likes", content.VideoSite,
			`{"channel_id":"UC1","view_count":1234567,"like_count":1000,"comment_count":999}`,
			content.Stats{Views: new(int64(1234567)), Comments: new(int64(999))}, nil},
		{"who watches now", content.VideoSite, `{"channel_id":"UC1","view_count":7,"live_status":"is_live"}`, content.Stats{},
			nil},
		{"counts that are none", content.VideoSite,
			`{"channel_id":"UC1","view_count":-1,"like_count":1.5,"comment_count":null}`, content.Stats{}, nil},
		{"a count out of range", content.VideoSite, `{"channel_id":"UC1","view_count":1e300}`, content.Stats{}, nil},
		{"a clip without a picture", content.ClipSite,
			`{"uploader_id":"77","formats":[{"url":"https://a.example/a","vcodec":"none"}]}`, content.Stats{},
			[]string{"the pictures of a photo post"}},
		{"a clip without an author", content.ClipSite, `{"formats":[{"url":"https://a.example/v","vcodec":"h264"}]}`,
			content.Stats{}, []string{"author"}},
		{"a clip's rounded counts", content.ClipSite, `{` + clip + `,"view_count":10000,"like_count":9999,"repost_count":0}`,
			content.Stats{Likes: new(int64(9999)), Shares: new(int64(0))}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var a answer
			if err := json.Unmarshal([]byte(tt.body), &a); err != nil {
				t.Fatal(err)
			}
			item, err := reader{platform: tt.platform}.build(&a, sources.Link{LocalID: "1", Canonical: "https://a.example/1"})
			if tt.missing != nil {
				if diff := cmp.Diff(any(tt.missing), apierror.From(err).Details["missing"]); diff != "" || !apierror.Is(err,
					apierror.CodeSourceChanged) {
					t.Errorf("%v: missing differs (-want +got):\n%s", err, diff)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, item.Stats); diff != "" || item.DurationMs != nil || item.PublishedAt != nil ||
				item.Title != nil {
				t.Errorf("%+v: the counts differ (-want +got):\n%s", item, diff)
			}
		})
	}
}

func TestSecondsOfTheEngine(t *testing.T) {
	t.Parallel()
	for at, want := range map[float64]string{ // "" is not known
		1700000000: "2023-11-14T22:13:20.000Z", 1700000000.9: "2023-11-14T22:13:20.000Z", 0: "", -1: "", 1e13: "", 1e300: "",
	} {
		got := ""
		if s := seconds(&at); s != nil {
			got = s.String()
		}
		if got != want {
			t.Errorf("seconds(%v) = %q, want %q", at, got, want)
		}
	}
	if got := seconds(nil); got != nil {
		t.Errorf("no time is %v", got)
	}
}

func TestRestrictionsOfTheEngine(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		want       content.RestrictionKind // "" is none
	}{
		{"nothing", `{}`, ""},
		{"public", `{"availability":"public"}`, ""},
		{"a word that is new", `{"availability":"somebody_else"}`, ""},
		{"members", `{"availability":"subscriber_only"}`, content.RestrictedMembers},
		{"payers", `{"availability":"premium_only"}`, content.RestrictedPaid},
		{"a sign-in", `{"availability":"needs_auth"}`, content.RestrictedOther},
		{"an age", `{"age_limit":18}`, content.RestrictedByAge},
		{"an age before anything else", `{"age_limit":18,"availability":"needs_auth"}`, content.RestrictedByAge},
		{"an age that opens", `{"age_limit":18,"formats":[{"url":"https://a.example/v"}]}`, ""},
		{"a lower age", `{"age_limit":13}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var a answer
			if err := json.Unmarshal([]byte(tt.body), &a); err != nil {
				t.Fatal(err)
			}
			got := content.RestrictionKind("")
			if r := a.restriction(); r != nil {
				got = r.Kind
			}
			if got != tt.want {
				t.Errorf("the restriction is %q, want %q", got, tt.want)
			}
		})
	}
}
