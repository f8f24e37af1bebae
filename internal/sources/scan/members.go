package scan

import (
	"iter"
	"strings"

	"github.com/tidwall/gjson"
)

// Members yields the objects and arrays under every member called key anywhere inside a JSON text, in order and not
// inside one another: all renderers of one name, wherever the platform moved them.
func Members(json, key string) iter.Seq[gjson.Result] {
	return func(yield func(gjson.Result) bool) {
		for {
			v := At(json, key)
			if !v.Exists() {
				return
			}
			rest := v.Raw
			v.Raw = StringOf(leading(bytesOf(rest)))
			json = rest[len(v.Raw):]
			if !yield(v) {
				return
			}
		}
	}
}

// Renderer is the first of Members; the zero Result when there is none.
func Renderer(json, key string) gjson.Result {
	for v := range Members(json, key) {
		return v
	}
	return gjson.Result{}
}

// At is Renderer without looking for the value's end, which makes it the cheap way to a large value: Raw runs on to the
// end of the text. Get, At and Each read it as usual; nothing else may.
func At(json, key string) gjson.Result {
	for {
		i := behindName(bytesOf(json), key)
		if i < 0 {
			return gjson.Result{}
		}
		json = json[i:]
		value, ok := strings.CutPrefix(strings.TrimLeft(json, " \t\r\n"), ":")
		value = strings.TrimLeft(value, " \t\r\n")
		if ok && value != "" && (value[0] == '{' || value[0] == '[') {
			return gjson.Result{Type: gjson.JSON, Raw: value}
		}
	}
}

// Each calls f with the elements of an array until f says stop, and gives the text behind the last one that was read.
// The array may come from At.
func Each(array gjson.Result, f func(gjson.Result) bool) (rest string) {
	rest = strings.TrimLeft(strings.TrimPrefix(array.Raw, "["), " \t\r\n")
	if !array.IsArray() || rest == "" || rest[0] == ']' {
		return rest
	}
	array.Index = 0
	array.ForEach(func(_, v gjson.Result) bool {
		rest = strings.TrimLeft(array.Raw[min(v.Index+len(v.Raw), len(array.Raw)):], " \t\r\n")
		return f(v) && rest != "" && rest[0] == ','
	})
	return rest
}

// Child is a direct member of an object. As the first member, where the platform puts long lists, it is found like At
// and must be read the same way.
func Child(object gjson.Result, key string) gjson.Result {
	first := strings.TrimLeft(strings.TrimPrefix(object.Raw, "{"), " \t\r\n")
	if strings.HasPrefix(first, `"`+key+`"`) {
		return At(first, key)
	}
	return object.Get(key)
}

// Only is the first member of an object, found like At: list elements have one, whose name tells their kind.
func Only(object gjson.Result) (name string, value gjson.Result) {
	first := strings.TrimLeft(strings.TrimPrefix(object.Raw, "{"), " \t\r\n")
	if first == "" || first[0] != '"' {
		return "", gjson.Result{}
	}
	end := strings.IndexByte(first[1:], '"')
	if end < 0 {
		return "", gjson.Result{}
	}
	name = first[1 : end+1]
	return name, At(first, name)
}
