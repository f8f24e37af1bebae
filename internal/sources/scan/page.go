package scan

import (
	"bytes"
	"html"
	"iter"

	"github.com/tidwall/gjson"
)

// Script returns the text inside <script id="ID">: the state that a page carries for its own program. It returns nil if
// the page has no such script or was cut off inside it.
func Script(page []byte, id string) []byte {
	_, rest, found := bytes.Cut(page, []byte(`id="`+id+`"`))
	if !found {
		return nil
	}
	return scriptBody(rest)
}

// ScriptBlocks yields the <script data-sjs> blocks of a page that contain a member called key: the JSON in which the
// pages of Instagram and of the ad library have their data. Other blocks are skipped, for a page has hundreds.
func ScriptBlocks(page []byte, key string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for at := 0; ; {
			i := behindName(page[at:], key)
			if i < 0 {
				return
			}
			at += i
			name := bytes.LastIndex(page[:at], []byte(" data-sjs"))
			if name < 0 {
				continue
			}
			body := scriptBody(page[name:])
			if end := name + bytes.IndexByte(page[name:], '>') + 1 + len(body); body != nil && at < end {
				if !yield(body) {
					return
				}
				at = end
			}
		}
	}
}

// Block returns the first complete member called key in a page's data blocks, or the zero Result.
func Block(page []byte, key string) gjson.Result {
	for b := range ScriptBlocks(page, key) {
		if v := Member(b, key); v.Exists() {
			return v
		}
	}
	return gjson.Result{}
}

func scriptBody(afterName []byte) []byte {
	_, body, opened := bytes.Cut(afterName, []byte{'>'})
	body, _, closed := bytes.Cut(body, []byte("</script>"))
	if !opened || !closed {
		return nil
	}
	return body
}

// Member finds the first member called key anywhere inside a JSON document and reads only that member, which is cheap
// for large pages. It returns the zero Result if there is none, or if its value is cut off or malformed. A string that
// quotes the key does not match, because its quotes are escaped.
func Member(doc []byte, key string) gjson.Result {
	for {
		i := behindName(doc, key)
		if i < 0 {
			return gjson.Result{}
		}
		doc = doc[i:]
		rest := bytes.TrimLeft(doc, " \t\r\n")
		if len(rest) == 0 || rest[0] != ':' {
			continue
		}
		value := leading(bytes.TrimLeft(rest[1:], " \t\r\n"))
		if gjson.ValidBytes(value) {
			return gjson.Parse(StringOf(value))
		}
	}
}

// Assigned returns the JSON value that a script of a page assigns to a variable, as in "var name = {…};". It returns the
// zero Result if there is none, or if the value is cut off or malformed.
func Assigned(page []byte, name string) gjson.Result {
	for rest := page; ; {
		_, after, found := bytes.Cut(rest, []byte(name))
		if !found {
			return gjson.Result{}
		}
		rest = after
		value, assigned := bytes.CutPrefix(bytes.TrimLeft(after, " \t\r\n"), []byte{'='})
		if value = bytes.TrimLeft(value, " \t\r\n"); !assigned || len(value) == 0 || value[0] != '{' {
			continue
		}
		if value = leading(value); gjson.ValidBytes(value) {
			return gjson.Parse(StringOf(value))
		}
	}
}

// behindName returns the index after the first "key" in a text, quotes included; -1 if there is none. It searches
// without the opening quote, a byte too frequent in JSON to search for.
func behindName(text []byte, key string) int {
	named := []byte(key + `"`)
	for at := 0; ; {
		i := bytes.Index(text[at:], named)
		if i < 0 {
			return -1
		}
		at += i + len(named)
		if first := at - len(named) - 1; first >= 0 && text[first] == '"' {
			return at
		}
	}
}

// leading returns the JSON value at the start of b, or all of b if that value is not closed.
func leading(b []byte) []byte {
	if end := valueEnd(b); end >= 0 {
		return b[:end]
	}
	return b
}

// valueEnd returns the index after the value at the start of b; -1 if it is not closed. Brackets are counted, not matched.
func valueEnd(b []byte) int {
	if len(b) == 0 {
		return -1
	}
	switch b[0] {
	case '"':
		if end := stringEnd(b, 0); end > 0 {
			return end + 1
		}
		return -1
	case '{', '[':
		return closing(b)
	}
	for i, c := range b { // a number, true, false or null
		if c <= ' ' || c == ',' || c == ':' || c == '"' || nesting[c] != 0 {
			return i
		}
	}
	return len(b)
}

// closing returns the index after the object or array at the start of b; -1 if it is not closed.
func closing(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		if b[i] == '"' {
			if i = stringEnd(b, i); i < 0 {
				return -1
			}
		} else if depth += nesting[b[i]]; depth == 0 {
			return i + 1
		}
	}
	return -1
}

// nesting is how much a byte outside of strings changes the nesting depth.
var nesting = [256]int{'{': 1, '[': 1, '}': -1, ']': -1}

// stringEnd returns the index of the quote that closes the string opened at open; -1 if none does.
func stringEnd(b []byte, open int) int {
	for end := open; ; {
		next := bytes.IndexByte(b[end+1:], '"')
		if next < 0 {
			return -1
		}
		end += 1 + next
		if b[end-1] != '\\' || !escaped(b[open+1:end]) {
			return end
		}
	}
}

// escaped reports whether the byte that follows b, inside a string, is escaped.
func escaped(b []byte) bool {
	return (len(b)-len(bytes.TrimRight(b, `\`)))%2 == 1
}

// Meta returns the content of <meta property="NAME"> (or name="NAME"), unescaped; "" if the page has none.
func Meta(page []byte, name string) string {
	for _, attribute := range []string{"property", "name"} {
		_, rest, found := bytes.Cut(page, []byte(attribute+`="`+name+`"`))
		if !found {
			continue
		}
		_, rest, found = bytes.Cut(rest, []byte("content="))
		if !found || len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
			continue
		}
		if value, _, closed := bytes.Cut(rest[1:], rest[:1]); closed {
			return html.UnescapeString(string(value))
		}
	}
	return ""
}
