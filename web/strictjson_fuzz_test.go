package web

import (
	"encoding/json"
	"testing"
)

// FuzzStrictJSON holds that what is taken is JSON that encoding/json takes too, and that nothing crashes.
func FuzzStrictJSON(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":1,"a":2}`, `{"a":"\u0000"}`, `[[[[]]]]`, `{"a":{"b":[1,2,{"c":null}]}}`, `{} {}`, "\xff"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if _, _, err := strictJSON(raw); err == nil && !json.Valid(raw) {
			t.Errorf("taken, and no JSON: %q", raw)
		}
	})
}
