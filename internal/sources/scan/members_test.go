package scan

import (
	"testing"

	"github.com/tidwall/gjson"
)

func TestMembers(t *testing.T) {
	const doc = `{"a":"\"k\":{","k":1,"b":[{"k" : {"x":"}\\\"]","k":{"y":1}}},{"k":[2]}]}`
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

func TestEach(t *testing.T) {
	const doc = `{"list":[ {"n":1} , {"n":2}],"empty":[ ],"after":[{"n":3}]}`
	sum := int64(0)
	rest := FindOpen(doc, "list").Each(func(v gjson.Result) bool {
		sum += v.Get("n").Int()
		return true
	})
	if sum != 3 || FindOpen(rest, "after").Get("0.n").Int() != 3 {
		t.Errorf("sum %d, rest %q", sum, rest)
	}
	FindOpen(doc, "empty").Each(func(v gjson.Result) bool {
		t.Errorf("an element of an empty array: %s", v.Raw)
		return true
	})
	count := 0
	FindOpen(doc, "list").Each(func(gjson.Result) bool { count++; return false })
	if count != 1 {
		t.Errorf("%d elements after a stop", count)
	}
}

func FuzzMembers(f *testing.F) {
	f.Add(`{"k":{"a":"\\"},"k":[1,"]"]}`)
	f.Add(`{"k":[{},[],"]"`)
	f.Fuzz(func(t *testing.T, doc string) {
		for v := range Members(doc, "k") {
			if gjson.Valid(doc) && !gjson.Valid(v.Raw) {
				t.Errorf("%q gives %q", doc, v.Raw)
			}
		}
		FindOpen(doc, "k").Each(func(gjson.Result) bool { return true })
	})
}
