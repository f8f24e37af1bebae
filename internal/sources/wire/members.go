package wire

import (
	"bytes"
	"iter"

	"github.com/tidwall/gjson"
)

// Members yields the objects and arrays under every member called key anywhere inside a valid JSON document, in order
// and not inside one another: all renderers of one name, wherever the platform moved them.
func Members(doc []byte, key string) iter.Seq[gjson.Result] {
	quoted := []byte(`"` + key + `"`)
	return func(yield func(gjson.Result) bool) {
		for {
			i := bytes.Index(doc, quoted)
			if i < 0 {
				return
			}
			doc = doc[i+len(quoted):]
			value, ok := bytes.CutPrefix(bytes.TrimLeft(doc, " \t\r\n"), []byte(":"))
			value = bytes.TrimLeft(value, " \t\r\n")
			if !ok || len(value) == 0 || value[0] != '{' && value[0] != '[' {
				continue
			}
			one := leading(value)
			if !yield(gjson.ParseBytes(one)) {
				return
			}
			doc = value[len(one):]
		}
	}
}

// Renderer is the first of Members; the zero Result when there is none. It trusts the document to be valid, where Member
// checks the value.
func Renderer(doc []byte, key string) gjson.Result {
	for v := range Members(doc, key) {
		return v
	}
	return gjson.Result{}
}
