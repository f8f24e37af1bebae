package scan

import (
	"iter"
	"strings"

	"github.com/tidwall/gjson"
)

// Open is an object or array inside a JSON text whose end was not searched for, which makes it cheap to reach a large value. Its
// methods may find members that come after the value's end, and a truncated text is not detected. The zero Open is no value.
type Open struct{ text string } // "", or the text from '{' or '[' to the end of the document

// OpenOf returns an object or array that was read before as an Open; the zero Open for any other value.
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

// Exists reports whether o has a value.
func (o Open) Exists() bool { return o.text != "" }

// IsArray reports whether the value is an array.
func (o Open) IsArray() bool { return o.Exists() && o.text[0] == '[' }

// Find returns the first object or array under a member called key, inside the value or after it.
func (o Open) Find(key string) Open { return FindOpen(o.text, key) }

// Members yields the objects and arrays under every member called key, inside the value or after it.
func (o Open) Members(key string) iter.Seq[gjson.Result] { return Members(o.text, key) }

// Renderer returns the first of Members; the zero Result if there is none.
func (o Open) Renderer(key string) gjson.Result { return Renderer(o.text, key) }

// Get returns the value at a gjson path inside the value.
func (o Open) Get(path string) gjson.Result { return gjson.Get(o.text, path) }

// Fields returns the named members of the object.
func (o Open) Fields(names ...string) map[string]gjson.Result { return o.Read().Fields(names...) }

// Read returns a Reader at the start of the value.
func (o Open) Read() *Reader { return ReadString(o.text) }

// Member returns the object or array under a direct member of the object. If it is the first member, where the platform
// puts long lists, no other member is read.
func (o Open) Member(key string) Open {
	if first := o.first(); strings.HasPrefix(first, `"`+key+`"`) {
		return FindOpen(first, key)
	}
	return OpenOf(o.Get(key))
}

// SoleMember returns the first member of the object: elements of lists have a single one, whose name is their type.
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

// first returns the text that starts at the first member.
func (o Open) first() string {
	return strings.TrimLeft(strings.TrimPrefix(o.text, "{"), " \t\r\n")
}

// Each calls f with the elements of the array until f returns false, and returns the text after the last element read.
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
