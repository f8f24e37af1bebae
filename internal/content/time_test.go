package content_test

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
)

func TestUnix(t *testing.T) {
	t.Parallel()
	for s, want := range map[int64]string{
		math.MinInt64: "", -1: "", 0: "",
		1:             "1970-01-01T00:00:01.000Z",
		1893456000:    "2030-01-01T00:00:00.000Z",
		253402300799:  "9999-12-31T23:59:59.000Z",
		253402300800:  "",
		1893456000000: "", // milliseconds are no seconds
		math.MaxInt64: "",
	} {
		got := ""
		if at := content.Unix(s); at != nil {
			got = at.String()
		}
		if got != want {
			t.Errorf("Unix(%d) = %q, want %q", s, got, want)
		}
	}
	if at := content.AtPtr(time.Time{}); at != nil {
		t.Errorf("the zero time is %v", at)
	}
}

func TestTimeHasOneLayout(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"no fraction", `"2030-01-02T03:04:05Z"`, `"2030-01-02T03:04:05.000Z"`},
		{"an offset", `"2030-01-02T03:04:05.6+02:00"`, `"2030-01-02T01:04:05.600Z"`},
		{"nanoseconds", `"2030-01-02T03:04:05.123999999Z"`, `"2030-01-02T03:04:05.123Z"`},
		{"a day", `"2030-01-02"`, ""},
		{"a number", `1893456000`, ""},
		{"an empty text", `""`, ""},
		{"no text", `{}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var at content.Time
			err := json.Unmarshal([]byte(tt.text), &at)
			if (err == nil) != (tt.want != "") {
				t.Fatalf("%s: %v", tt.text, err)
			}
			if err != nil {
				return
			}
			got, err := json.Marshal(at)
			if diff := cmp.Diff(tt.want, string(got)); diff != "" || err != nil {
				t.Errorf("the time differs (-want +got): %v\n%s", err, diff)
			}
			if quoted := `"` + at.String() + `"`; quoted != tt.want {
				t.Errorf("String gives %s, want %s", quoted, tt.want)
			}
		})
	}
}

func TestIDs(t *testing.T) {
	t.Parallel()
	if got := content.NaturalID(content.ClipSite, "1:2"); got != "clip_site:1:2" {
		t.Errorf("the natural id is %s", got)
	}
	for id, want := range map[string]string{"clip_site:1": "1", "clip_site:1:2": "1:2", "clip_site:": "", "": ""} {
		if got := (&content.Account{ID: id}).LocalID(); got != want {
			t.Errorf("the local id of %q is %q, want %q", id, got, want)
		}
	}
}
