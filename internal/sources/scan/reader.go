package scan

import (
	"iter"
	"slices"

	"github.com/tidwall/gjson"
)

// Reader walks through a JSON text once, from front to back, and decodes only the requested values. For a long list that
// is cheaper than validating it: each byte is passed once, and skipped values are only scanned for brackets. Its results
// share the text's bytes, so the text must not be changed afterwards.
type Reader struct {
	text   []byte
	at     int  // index of the next byte
	broken bool // the text is cut off or not JSON
}

// Read returns a Reader at the front of text.
func Read(text []byte) *Reader { return &Reader{text: text} }

// ReadString returns a Reader at the front of text.
func ReadString(text string) *Reader { return Read(bytesOf(text)) }

// ReadMember returns a Reader at the value of the first member called key anywhere inside text; false if there is none.
func ReadMember(text []byte, key string) (*Reader, bool) {
	for {
		i := behindName(text, key)
		if i < 0 {
			return nil, false
		}
		text = text[i:]
		if r := Read(text); r.take(':') {
			return r, true
		}
	}
}

// Complete reports, after the walk, whether the text was complete with nothing after it.
func (r *Reader) Complete() bool {
	r.next()
	return !r.broken && r.at == len(r.text)
}

// Object yields the keys of the next value, an object. The loop's body may read the member's value; otherwise the value
// is skipped. If the next value is not an object, it is skipped and nothing is yielded.
func (r *Reader) Object() iter.Seq[string] {
	return func(yield func(string) bool) {
		r.each('{', '}', yield)
	}
}

// Array yields "" for each element of the next value, an array, and otherwise works like Object.
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

// key reads a member's name and the colon after it. Escapes in names are not decoded: no platform uses them.
func (r *Reader) key() string {
	if r.next() != '"' {
		r.broken = true
		return ""
	}
	open, end := r.at, stringEnd(r.text, r.at)
	if end < 0 {
		r.broken = true
		return ""
	}
	r.at = end + 1
	r.broken = !r.take(':')
	r.next() // the value
	return StringOf(r.text[open+1 : end])
}

// Skip skips the next value.
func (r *Reader) Skip() { r.Raw() }

// Value reads the next value.
func (r *Reader) Value() gjson.Result { return decoded(r.Raw()) }

// decoded returns the value that raw holds.
func decoded(raw []byte) gjson.Result {
	if len(raw) > 1 && raw[0] == '"' {
		return gjson.Result{Type: gjson.String, Str: unquote(raw)}
	}
	if n, ok := digits(raw); ok {
		return gjson.Result{Type: gjson.Number, Raw: StringOf(raw), Num: float64(n)}
	}
	if string(raw) == "null" {
		return gjson.Result{Raw: "null"}
	}
	return gjson.Parse(StringOf(raw))
}

// Int reads the next value as the function Int does.
func (r *Reader) Int() *int64 {
	raw := r.Raw()
	if n, ok := digits(raw); ok {
		return new(n)
	}
	return Int(decoded(raw))
}

// Fields reads the next value, an object, and returns the named members. Of two members with one name the first counts.
func (r *Reader) Fields(names ...string) map[string]gjson.Result {
	fields := make(map[string]gjson.Result, len(names))
	for key := range r.Object() {
		if slices.Contains(names, key) && !fields[key].Exists() {
			fields[key] = r.Value()
		}
	}
	return fields
}

// Fields returns the named members of an object that was read before.
func Fields(v gjson.Result, names ...string) map[string]gjson.Result {
	return ReadString(v.Raw).Fields(names...)
}

// Raw returns the text of the next value without copying it; nil at the end.
func (r *Reader) Raw() []byte {
	end := -1
	if begins[r.next()] {
		end = valueEnd(r.text[r.at:])
	}
	if end < 0 {
		r.broken, r.at = true, len(r.text)
		return nil
	}
	raw := r.text[r.at : r.at+end]
	r.at += end
	return raw
}

// begins holds the bytes that a value can begin with.
var begins = func() (is [256]bool) {
	for _, c := range []byte(`{["-0123456789tfn`) {
		is[c] = true
	}
	return is
}()

// Rest returns the text that was not read yet.
func (r *Reader) Rest() string { return StringOf(r.text[r.at:]) }

// Broken reports whether the text read so far is cut off or not JSON.
func (r *Reader) Broken() bool { return r.broken }

// IsArray reports whether the next value is an array.
func (r *Reader) IsArray() bool { return r.next() == '[' }

// IsObject reports whether the next value is an object.
func (r *Reader) IsObject() bool { return r.next() == '{' }

// next skips blanks and returns the next byte; 0 at the end.
func (r *Reader) next() byte {
	for ; r.at < len(r.text); r.at++ {
		if c := r.text[r.at]; c > ' ' {
			return c
		}
	}
	return 0
}

// take skips one byte of punctuation.
func (r *Reader) take(c byte) bool {
	if r.next() != c {
		return false
	}
	r.at++
	return true
}
