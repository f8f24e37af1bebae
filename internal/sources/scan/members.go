package scan

import (
	"iter"

	"github.com/tidwall/gjson"
)

// Members yields the objects and arrays under every member called key anywhere inside a JSON text, in order. It does not
// look inside those that it yields. It finds all renderers of one name, wherever the platform moved them.
func Members(json, key string) iter.Seq[gjson.Result] {
	return func(yield func(gjson.Result) bool) {
		for {
			at := FindOpen(json, key)
			if !at.Exists() {
				return
			}
			v := gjson.Result{Type: gjson.JSON, Raw: StringOf(leading(bytesOf(at.text)))}
			json = at.text[len(v.Raw):]
			if !yield(v) {
				return
			}
		}
	}
}

// Elements yields the elements of an array; nothing for any other value.
func Elements(list gjson.Result) iter.Seq[gjson.Result] {
	return func(yield func(gjson.Result) bool) {
		if list.IsArray() {
			list.ForEach(func(_, v gjson.Result) bool { return yield(v) })
		}
	}
}

// Renderer returns the first of Members, or the zero Result if there is none.
func Renderer(json, key string) gjson.Result {
	for v := range Members(json, key) {
		return v
	}
	return gjson.Result{}
}
