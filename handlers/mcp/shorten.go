package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// maxResult bounds a result, in bytes of its JSON: it must fit into a model's context, and is sent as text as well.
const maxResult = 48 << 10

// shorten returns a JSON value that fits into a size, and what was cut from it: first from long texts, then from long lists.
// Cursors and links stay whole.
func shorten(body []byte, size int) (short []byte, cuts []string) {
	if len(body) <= size {
		return body, nil
	}
	for _, limit := range []int{4000, 2000, 1000, 500, 200} {
		v := decode(body)
		cutTexts(v, limit)
		if short = encode(v); len(short) <= size {
			return short, []string{fmt.Sprintf("texts are cut to %d characters and end in …", limit)}
		}
	}
	cuts = []string{"texts are cut to 200 characters and end in …"}
	v := decode(short)
	first := map[string]int{}
	for len(short) > size {
		list := longestList(v, "")
		if list.length < 2 {
			break
		}
		if first[list.path] == 0 {
			first[list.path] = list.length
		}
		list.set(list.items[:list.length/2])
		short = encode(v)
	}
	for path, n := range first {
		cuts = append(cuts, fmt.Sprintf("of the %d entries of %s only the first are here", n, path))
	}
	return short, cuts
}

func decode(body []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	_ = d.Decode(&v) // the API answers JSON
	return v
}

func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // what was decoded can be encoded
	return bytes.TrimSpace(b.Bytes())
}

// cutTexts cuts texts in a value.
func cutTexts(v any, limit int) {
	switch v := v.(type) {
	case []any:
		for n, entry := range v {
			if text, is := entry.(string); is {
				v[n] = cutText(text, limit)
			} else {
				cutTexts(entry, limit)
			}
		}
	case map[string]any:
		for name, entry := range v {
			if text, is := entry.(string); is && !strings.HasSuffix(name, "Cursor") {
				v[name] = cutText(text, limit)
			} else {
				cutTexts(entry, limit)
			}
		}
	}
}

// cutText cuts a text, unless it is a link.
func cutText(text string, limit int) string {
	if strings.HasPrefix(text, "https://") && !strings.ContainsAny(text, " \n") {
		return text
	}
	if r := []rune(text); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return text
}

// found is a list in a value.
type found struct {
	path   string
	items  []any
	length int
	set    func([]any)
}

// longestList returns the list in a value with the most bytes' worth of entries.
func longestList(v any, path string) (longest found) {
	object, is := v.(map[string]any)
	if !is {
		return found{}
	}
	for name, entry := range object {
		at := strings.TrimPrefix(path+"."+name, ".")
		next := longestList(entry, at)
		if list, is := entry.([]any); is {
			next = found{path: at, items: list, length: len(list), set: func(l []any) { object[name] = l }}
		}
		if next.length > longest.length {
			longest = next
		}
	}
	return longest
}
