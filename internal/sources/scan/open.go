package scan

import (
	"iter"
	"strings"

	"github.com/tidwall/gjson"
)

// Open is the front of an object or array inside a JSON text. Where the value ends was not looked for, which makes it
// the cheap way to a large value, and whether it ends at all is not known: what an Open finds may be absent though the
// text is cut behind it. The zero Open is no value.
type Open struct{ text string } // "", or from '{' or '[' to the end of all that is known

// OpenOf returns the front of an object or array that was read before; the zero Open for any other value.
func OpenOf(v gjson.Result) Open { return openAt(v.Raw) }

func openAt(text string) Open {
	text = strings.TrimLeft(text, " \t\r\n")
	if text == "" || text[0] != '{' && text[0] != '[' {
		return Open{}
	}
	return Open{text}
}

// FindOpen returns the first object or array that is the value of a member called key anywhere inside a JSON text.
func FindOpen(json, key string) Open {
	for {
		i := behindName(bytesOf(json), key)
		if i < 0 {
			return Open{}
		}
		json = json[i:]
		value, ok := strings.CutPrefix(strings.TrimLeft(json, " \t\r\n"), ":")
		if o := openAt(value); ok && o.Exists() {
			return o
		}
	}
}

// Exists reports whether there is a value.
func (o Open) Exists() bool { return o.text != "" }

// IsArray reports whether the value is an array.
func (o Open) IsArray() bool { return o.Exists() && o.text[0] == '[' }

// Find returns the first object or array under a member called key, in the value or behind it.
func (o Open) Find(key string) Open { return FindOpen(o.text, key) }

// Members yields the objects and arrays under every member called key, in the value or behind it.
func (o Open) Members(key string) iter.Seq[gjson.Result] { return Members(o.text, key) }

// Renderer returns the first of Members; the zero Result if there is none.
func (o Open) Renderer(key string) gjson.Result { return Renderer(o.text, key) }

// Get returns what a path of gjson leads to inside the value.
func (o Open) Get(path string) gjson.Result { return gjson.Get(o.text, path) }

// Fields returns the named members of the object.
func (o Open) Fields(names ...string) map[string]gjson.Result { return o.Read().Fields(names...) }

// Read starts a Reader at the value.
func (o Open) Read() *Reader { return ReadString(o.text) }

// Member returns the object or array under a direct member of the object. The first member, where the platform puts long
// lists, is found without reading the others.
func (o Open) Member(key string) Open {
	if first := o.first(); strings.HasPrefix(first, `"`+key+`"`) {
		return FindOpen(first, key)
	}
	return OpenOf(o.Get(key))
}

// SoleMember returns the first member of the object: elements of lists have one, whose name says what they are.
func (o Open) SoleMember() (name string, value Open) {
	first := o.first()
	if first == "" || first[0] != '"' {
		return "", Open{}
	}
	end := strings.IndexByte(first[1:], '"')
	if end < 0 {
		return "", Open{}
	}
	name = first[1 : end+1]
	return name, FindOpen(first, name)
}

// first returns the text from the first member on.
func (o Open) first() string {
	return strings.TrimLeft(strings.TrimPrefix(o.text, "{"), " \t\r\n")
}

// Each calls f with the elements of the array until f returns false, and returns the text behind the last element that
// was read.
func (o Open) Each(f func(gjson.Result) bool) (rest string) {
	rest = strings.TrimLeft(strings.TrimPrefix(o.text, "["), " \t\r\n")
	if !o.IsArray() || rest == "" || rest[0] == ']' {
		return rest
	}
	gjson.Result{Type: gjson.JSON, Raw: o.text}.ForEach(func(_, v gjson.Result) bool {
		rest = strings.TrimLeft(o.text[min(v.Index+len(v.Raw), len(o.text)):], " \t\r\n")
		return f(v) && rest != "" && rest[0] == ','
	})
	return rest
}
