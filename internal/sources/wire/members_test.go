package wire

import (
	"testing"

	"github.com/tidwall/gjson"
)

func TestMembers(t *testing.T) {
	doc := []byte(`{"a":"\"k\":{","k":1,"b":[{"k" : {"x":"}\\\"]","k":{"y":1}}},{"k":[2]}]}`)
	if v := Renderer(doc, "k"); v.Get("x").Str != `}\"]` || v.Get("k.y").Int() != 1 {
		t.Errorf("first: %s", v.Raw)
	}
	n := 0
	for range Members(doc, "k") {
		n++
	}
	if n != 2 {
		t.Errorf("%d values, want 2: numbers and inner ones do not count", n)
	}
	if v := Renderer(doc, "nothing"); v.Exists() {
		t.Errorf("nothing: %s", v.Raw)
	}
}

func FuzzMembers(f *testing.F) {
	f.Add([]byte(`{"k":{"a":"\\"},"k":[1,"]"]}`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		for v := range Members(doc, "k") {
			if gjson.ValidBytes(doc) && !gjson.Valid(v.Raw) {
				t.Errorf("%q gives %q", doc, v.Raw)
			}
		}
	})
}
