package youtube

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"socialdata/internal/content"
)

func TestISODurationRefusesWhatItCannotRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{ // 0 is not known
		"PT1S": 1000, "P1D": 86_400_000, "P1DT1S": 86_401_000, "PT1.5S": 1500,
		"": 0, "P": 0, "PT": 0, "P0D": 0, "PT0S": 0, "T1S": 0, "1D": 0, "P1": 0, "PT1": 0, "P1W": 0, "P1M2DT3H": 0,
		"P1YT3H":  0,
		"P-1DT3H": 0, "PT-3H": 0, "PT+3H": 0, "PT5NS": 0, "P36500D": 0, "P36499DT2562047H": 0, "PT99999999999999999H": 0,
		"PTHS": 0,
	} {
		got := isoDuration(text)
		if got == nil && want != 0 || got != nil && *got != want {
			t.Errorf("isoDuration(%q) differs (-want +got):\n%s", text, cmp.Diff(want, got))
		}
	}
}

func TestTextReadsEveryShape(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, value, want string }{
		{"a bare text", `"a"`, "a"},
		{"a simple text", `{"simpleText":"a"}`, "a"},
		{"content", `{"content":"a"}`, "a"},
		{"runs", `{"runs":[{"text":"a"},{"bold":true,"text":"b"}]}`, "ab"},
		{"a run without text", `{"runs":[{"text":"a"},{"bold":true},7,null]}`, "a"},
		{"no runs", `{"runs":[]}`, ""},
		{"runs that are no list", `{"runs":{"text":"a"}}`, ""},
		{"another object", `{"text":"a"}`, ""},
		{"null", `null`, ""},
		{"a number", `7`, ""},
		{"a list", `["a"]`, ""},
		{"nothing", ``, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := text(gjson.Parse(tt.value)); got != tt.want {
				t.Errorf("text(%s) = %q, want %q", tt.value, got, tt.want)
			}
		})
	}
}

// TestRowOfTheAPI keeps what is absent or of a wrong type unknown, and leaves a row without an id out.
func TestRowOfTheAPI(t *testing.T) {
	t.Parallel()
	const id = "abcdefghijk"
	seven := int64(7)
	tests := []struct {
		name, value string
		want        content.Stats
		duration    *int64
	}{
		{"counts", `{"statistics":{"viewCount":"7","likeCount":7,"commentCount":"0"}}`,
			content.Stats{Views: &seven, Likes: &seven, Comments: new(int64(0))}, nil},
		{"hidden counts", `{"statistics":{"viewCount":"7"}}`, content.Stats{Views: &seven}, nil},
		{"no statistics", `{}`, content.Stats{}, nil},
		{"statistics that are a list", `{"statistics":[7]}`, content.Stats{}, nil},
		{"counts that are none", `{"statistics":{"viewCount":"7K","likeCount":-1,"commentCount":7.5}}`, content.Stats{}, nil},
		{"empty counts", `{"statistics":{"viewCount":"","likeCount":null,"commentCount":{}}}`, content.Stats{}, nil},
		{"counts out of range", `{"statistics":{"viewCount":"9007199254740992","likeCount":1e300}}`, content.Stats{}, nil},
		{"a duration", `{"contentDetails":{"duration":"PT7S"}}`, content.Stats{}, new(int64(7000))},
		{"a duration that is a number", `{"contentDetails":{"duration":7}}`, content.Stats{}, nil},
		{"a live row's duration", `{"snippet":{"liveBroadcastContent":"live"},"contentDetails":{"duration":"PT7S"}}`,
			content.Stats{}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			row := apiRow(gjson.Parse(tt.value), id, "")
			if row == nil {
				t.Fatal("no row")
			}
			if diff := cmp.Diff(tt.want, row.Stats); diff != "" {
				t.Errorf("the counts differ (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.duration, row.DurationMs); diff != "" {
				t.Errorf("the duration differs (-want +got):\n%s", diff)
			}
			if row.Author != nil || row.Title != nil || row.PublishedAt != nil || row.Kind != content.KindVideo {
				t.Errorf("the row knows what nobody said: %+v", row)
			}
		})
	}
	for _, bad := range []string{"", "abc", "abcdefghijkl", "abcdefghij/"} {
		if row := apiRow(gjson.Parse(`{}`), bad, ""); row != nil {
			t.Errorf("a row of id %q: %+v", bad, row)
		}
	}
}

// TestCutAnswerIsNotWhole cuts an answer at every byte.
func TestCutAnswerIsNotWhole(t *testing.T) {
	t.Parallel()
	const body = `{"contents":{"a":[1,"x}"]},"onResponseReceivedActions":[{"b":null}]}`
	if _, whole := readAnswer(body); !whole {
		t.Fatal("the whole answer is not whole")
	}
	for n := range len(body) {
		if _, whole := readAnswer(body[:n]); whole {
			t.Errorf("an answer that was cut is whole: %s", body[:n])
		}
	}
	for _, other := range []string{`[]`, `"{}"`, `null`, `<html></html>`} {
		if doc, whole := readAnswer(other); whole && len(doc.top) > 0 {
			t.Errorf("%s has members: %v", other, doc.top)
		}
	}
}
