package scan

import (
	"testing"

	"github.com/tidwall/gjson"
)

func TestReader(t *testing.T) {
	r := Read([]byte(` {"skipped":{"id":"no"}, "rows" : [ {"id":"a","more":[1,{"id":2}],"n":12} , {"n":null,"id":"b\"c"},7 ],"end":true} `))
	var ids []string
	var end gjson.Result
	for key := range r.Object() {
		switch key {
		case "rows":
			for range r.Array() {
				m := r.Fields("id", "n")
				ids = append(ids, m["id"].Str, m["n"].Raw)
			}
		case "end":
			end = r.Value()
		}
	}
	want := []string{"a", "12", `b"c`, "null", "", ""}
	if len(ids) != len(want) {
		t.Fatalf("%q, want %q", ids, want)
	}
	for i := range want {
		if ids[i] != want[i] {
			t.Errorf("%d: %q, want %q", i, ids[i], want[i])
		}
	}
	if !r.Complete() || !end.Bool() {
		t.Errorf("intact %v, end %v", r.Complete(), end)
	}
}

func TestReaderStopsEarly(t *testing.T) {
	r := Read([]byte(`[[1,2,3],"after"]`))
	var got string
	n := 0
	for range r.Array() {
		if n++; n == 1 {
			for range r.Array() {
				break
			}
			continue
		}
		got = r.Value().Str
	}
	if got != "after" || !r.Complete() {
		t.Errorf("%q, intact %v", got, r.Complete())
	}
}

func TestReaderRefuses(t *testing.T) {
	for _, text := range []string{``, `{`, `{"a"`, `{"a":`, `{"a":1`, `{"a":"cut}`, `{"a":[1,2}`[:9], `{"a":1}x`, `<html>`, `{"a":<b>}`, `{"a" 1}`, `{1:2}`, `{"a":1,,"b":2}`, `{"a":1 "b":2}`} {
		r := Read([]byte(text))
		for range r.Object() {
			r.Skip()
		}
		if r.Complete() {
			t.Errorf("%q passes", text)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte(`{"rows":[{"id":"a","x":[1,{"y":"\\"}]},null,7],"z":-1.5e3}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := Read(text)
		for key := range r.Object() {
			if key == "rows" {
				for range r.Array() {
					Fields(r.Value(), "id")
				}
			} else {
				r.Fields("id", "x")
			}
		}
		if gjson.ValidBytes(text) && !r.Complete() {
			t.Errorf("%q is JSON and does not pass", text)
		}
	})
}
