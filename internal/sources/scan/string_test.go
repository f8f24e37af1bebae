package scan

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestUnquote(t *testing.T) {
	t.Parallel()
	for quoted, want := range map[string]string{
		``: "", `"`: "", `""`: "", `"plain"`: "plain", `"https:\/\/x\/?a=1\u0026b=2"`: "https://x/?a=1&b=2", `"a\n\t\r\b\f\"\\z"`: "a\n\t\r\b\f\"\\z",
		`"\u09aa\ud83d\ude00!"`: "\u09aa😀!", `"\ud83d alone"`: "\ufffd alone", `"\ud83d\u0041"`: "\ufffdA", `"\uZZ"`: "\ufffdZZ", `"cut\u12"`: "cut\ufffd12",
	} {
		t.Run(quoted, func(t *testing.T) {
			if got := unquote([]byte(quoted)); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func FuzzUnquote(f *testing.F) {
	f.Add([]byte(`"a\/b\u00e9\ud83d\ude00\n"`))
	f.Fuzz(func(t *testing.T, quoted []byte) {
		if len(quoted) < 2 {
			return
		}
		got := unquote(quoted)
		var want string
		if quoted[0] == '"' && utf8.Valid(quoted) && json.Unmarshal(quoted, &want) == nil && strings.TrimSpace(string(quoted)) == string(quoted) && got != want {
			t.Errorf("%s: %q, want %q", quoted, got, want)
		}
	})
}

// FuzzRawString: whatever stands in an answer, the text is read without a panic and as the standard library reads it.
func FuzzRawString(f *testing.F) {
	for _, s := range []string{`"a"`, `"\u00e9\n"`, `" "`, `"`, `""`, `"\`, `"\"`, `"\ud83d\ude00"`, `null`, `x`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := ReadString(text).RawString()
		var want string
		if json.Unmarshal([]byte(text), &want) == nil && strings.TrimSpace(want) != "" && s.String() != want && utf8.ValidString(text) && text[0] == '"' {
			t.Errorf("%q is %q, want %q", text, s.String(), want)
		}
		if s.Exists() != (s.Str() != nil) {
			t.Errorf("%q: Exists and Str differ", text)
		}
		_ = RawString{text}.String()
	})
}
