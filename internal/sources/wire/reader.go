package wire

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// Reader walks through a JSON text once, from front to back, and builds only what it is asked for. That makes reading a
// long list cheaper than checking it: each byte of a row is passed once, and what no one asks for is only balanced. What
// it gives shares the text's bytes, so the text must not change any more.
type Reader struct {
	text   []byte
	at     int  // what comes next
	broken bool // the text was cut, or is no JSON
}

// Read starts at the front of text.
func Read(text []byte) *Reader { return &Reader{text: text} }

// ReadString starts at the front of text.
func ReadString(text string) *Reader { return Read(bytesOf(text)) }

// ReadMember starts at the value of the first member called key anywhere inside text; false when there is none.
func ReadMember(text []byte, key string) (*Reader, bool) {
	quoted := []byte(`"` + key + `"`)
	for {
		_, rest, found := bytes.Cut(text, quoted)
		if !found {
			return nil, false
		}
		text = rest
		if r := Read(rest); r.take(':') {
			return r, true
		}
	}
}

// Intact tells, after the walk, that the text was whole and that nothing came after it.
func (r *Reader) Intact() bool {
	r.space()
	return !r.broken && r.at == len(r.text)
}

// Object walks through the members of the object that comes next. The body of the loop may read the member's value; one
// that it leaves is skipped. Anything else than an object is skipped without a member.
func (r *Reader) Object() iter.Seq[string] {
	return func(yield func(string) bool) {
		r.each('{', '}', yield)
	}
}

// Array walks through the elements of the array that comes next, as Object does through members.
func (r *Reader) Array() iter.Seq[string] {
	return func(yield func(string) bool) {
		r.each('[', ']', yield)
	}
}

// each yields the keys of an object, or "" for each element of an array.
func (r *Reader) each(opening, closing byte, yield func(string) bool) {
	if !r.take(opening) {
		r.Skip()
		return
	}
	reading := true
	for first := true; !r.broken && !r.take(closing); first = false {
		if !first && !r.take(',') {
			r.broken = true
			return
		}
		key := ""
		if opening == '{' {
			key = r.key()
		}
		if r.broken {
			return
		}
		before := r.at
		reading = reading && yield(key)
		if r.at == before {
			r.Skip()
		}
	}
}

// key reads a member's name and the colon after it. Names with escapes are not decoded: none of the platforms has any.
func (r *Reader) key() string {
	r.space()
	if r.at == len(r.text) || r.text[r.at] != '"' {
		r.broken = true
		return ""
	}
	end := stringEnd(r.text, r.at)
	if end < 0 {
		r.broken = true
		return ""
	}
	key := stringOf(r.text[r.at+1 : end])
	r.at = end + 1
	r.broken = !r.take(':')
	r.space()
	return key
}

// Skip passes over the value that comes next.
func (r *Reader) Skip() { r.Raw() }

// Value reads the value that comes next.
func (r *Reader) Value() gjson.Result { return decoded(r.Raw()) }

func decoded(raw []byte) gjson.Result {
	switch {
	case len(raw) > 1 && raw[0] == '"':
		return gjson.Result{Type: gjson.String, Str: unquote(raw)}
	case string(raw) == "null":
		return gjson.Result{Raw: "null"}
	}
	return gjson.Parse(stringOf(raw))
}

// Fields reads the object that comes next and keeps the named members; of one that comes twice the first.
func (r *Reader) Fields(names ...string) map[string]gjson.Result {
	fields := make(map[string]gjson.Result, len(names))
	for key := range r.Object() {
		if slices.Contains(names, key) && !fields[key].Exists() {
			fields[key] = r.Value()
		}
	}
	return fields
}

// Fields reads the named members of an object that was read before.
func Fields(v gjson.Result, names ...string) map[string]gjson.Result {
	return ReadString(v.Raw).Fields(names...)
}

// Raw is the text of the value that comes next, not copied; nil at the end.
func (r *Reader) Raw() []byte {
	r.space()
	rest := r.text[r.at:]
	end := valueEnd(rest)
	if end <= 0 || strings.IndexByte(`{["-0123456789tfn`, rest[0]) < 0 {
		r.broken, r.at = true, len(r.text)
		return nil
	}
	r.at += end
	for rest[end-1] <= ' ' {
		end--
	}
	return rest[:end]
}

// Broken tells that what was walked so far is cut, or no JSON.
func (r *Reader) Broken() bool { return r.broken }

// IsArray tells whether the value that comes next is an array.
func (r *Reader) IsArray() bool { return r.begins('[') }

// IsObject tells whether the value that comes next is an object.
func (r *Reader) IsObject() bool { return r.begins('{') }

func (r *Reader) begins(c byte) bool {
	r.space()
	return r.at < len(r.text) && r.text[r.at] == c
}

func (r *Reader) space() {
	for r.at < len(r.text) && r.text[r.at] <= ' ' {
		r.at++
	}
}

// take passes over one byte of punctuation.
func (r *Reader) take(c byte) bool {
	if !r.begins(c) {
		return false
	}
	r.at++
	return true
}
