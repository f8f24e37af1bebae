package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// MaxResult limits a result, in bytes of its JSON: it must fit into a model's context, and is sent a second time as
// text.
const MaxResult = 48 << 10

// shorten returns a JSON value that fits into size bytes and describes what was cut: long texts first, then long
// lists at any depth, and finally links. Cursors are never cut.
func shorten(body []byte, size int) (short []byte, cuts []string) {
	if len(body) <= size {
		return body, nil
	}
	for _, limit := range []int{4000, 2000, 1000, 500, 200} {
		v := decode(body)
		cutTexts(v, limit, cutText)
		if short = encode(v); len(short) <= size {
			return short, []string{fmt.Sprintf("texts are cut to %d characters and end in …", limit)}
		}
	}
	cuts = []string{"texts are cut to 200 characters and end in …"}
	v := decode(short)
	first := map[string]int{}
	for len(short) > size {
		list := longestList(v, "")
		if list.bytes == 0 {
			break
		}
		first[list.path] = max(first[list.path], len(list.items))
		list.set(list.items[:len(list.items)/2])
		short = encode(v)
	}
	if len(short) > size {
		cutTexts(v, 200, cutAny)
		short = encode(v)
		cuts = append(cuts, "so are links")
	}
	var paths []string
	for path := range first {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		cuts = append(cuts, fmt.Sprintf("of the %d entries of %s only the first are here", first[path], path))
	}
	if len(short) > size {
		return []byte("{}"), []string{"all of it is left out"}
	}
	return short, cuts
}

func decode(body []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	_ = d.Decode(&v) // the API returns valid JSON
	return v
}

func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // a decoded value can be encoded
	return bytes.TrimSpace(b.Bytes())
}

// cutTexts applies cut to all texts in a value.
func cutTexts(v any, limit int, cut func(string, int) string) {
	switch v := v.(type) {
	case []any:
		for n, entry := range v {
			if text, is := entry.(string); is {
				v[n] = cut(text, limit)
			} else {
				cutTexts(entry, limit, cut)
			}
		}
	case map[string]any:
		for name, entry := range v {
			if text, is := entry.(string); is && !strings.HasSuffix(name, "Cursor") {
				v[name] = cut(text, limit)
			} else {
				cutTexts(entry, limit, cut)
			}
		}
	}
}

// cutText truncates a text unless it is a link.
func cutText(text string, limit int) string {
	if strings.HasPrefix(text, "https://") && !strings.ContainsAny(text, " \n") {
		return text
	}
	return cutAny(text, limit)
}

func cutAny(text string, limit int) string {
	if r := []rune(text); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return text
}

// found is a list inside a value, with the size of its entries in bytes.
type found struct {
	path  string
	items []any
	bytes int
	set   func([]any)
}

// longestList returns the list inside a value, at any depth, that is most worth cutting: its entries take the most
// bytes, not counting longer lists inside them.
func longestList(v any, path string) (longest found) {
	consider := func(entry any, at string, set func([]any)) {
		inner := longestList(entry, at)
		if list, is := entry.([]any); is && len(list) > 0 {
			if own := len(encode(list)); own-inner.bytes >= inner.bytes {
				inner = found{path: at, items: list, bytes: own, set: set}
			}
		}
		if inner.bytes > longest.bytes {
			longest = inner
		}
	}
	switch v := v.(type) {
	case []any:
		for n, entry := range v {
			consider(entry, path+"[]", func(l []any) { v[n] = l })
		}
	case map[string]any:
		for name, entry := range v {
			consider(entry, strings.TrimPrefix(path+"."+name, "."), func(l []any) { v[name] = l })
		}
	}
	return longest
}
