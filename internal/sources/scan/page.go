package scan

import (
	"bytes"
	"html"
	"iter"

	"github.com/tidwall/gjson"
)

// Script returns the text inside <script id="ID">: the state that a page carries for its own program. nil if the page
// has no such script or was cut inside it.
func Script(page []byte, id string) []byte {
	_, rest, found := bytes.Cut(page, []byte(`id="`+id+`"`))
	if !found {
		return nil
	}
	return scriptBody(rest)
}

// ScriptBlocks yields the <script data-sjs> blocks of a page that hold a member called key: the JSON in which the pages
// of Instagram and of the ad library have their data. Others are not looked at, for a page has hundreds.
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

// Block returns the first member called key in a page's data blocks; the zero Result if none is whole.
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

// Member finds the first member called key anywhere inside a JSON document and reads only that member, which is what
// makes large pages cheap. The zero Result means that there is none, or that its value is cut or malformed. A text that
// merely quotes the key cannot match: inside a string its quotes are escaped.
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

// behindName returns where the first "key" in a text ends, quotes included; -1 if there is none. The search
// leaves out the first quote, which JSON is full of.
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

// leading cuts the one JSON value that b starts with; all of b when that is not closed.
func leading(b []byte) []byte {
	if end := valueEnd(b); end >= 0 {
		return b[:end]
	}
	return b
}

// valueEnd returns where the value that b starts with ends; -1 if it is not closed. Brackets are counted, not matched.
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
	for i, c := range b { // a number or a word
		if c <= ' ' || c == ',' || c == ':' || c == '"' || nesting[c] != 0 {
			return i
		}
	}
	return len(b)
}

// closing returns where the object or array that b starts with ends; -1 if it does not.
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

// nesting is by how much a byte outside of strings changes how deep a text is nested.
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

// escaped reports whether what follows b, inside a string, is escaped.
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
