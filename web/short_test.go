package web_test

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"socialdata/internal/testkit"
)

// Bounds of an example: a list shows its first entries, a long text its beginning.
const (
	shownRows  = 1
	shownWords = 6
	shownText  = 160
)

// short cuts the lists and texts of an answer, and keeps the order of its members.
func short(t *testing.T, raw []byte) []byte {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var b bytes.Buffer
	cut(t, dec, &b)
	return b.Bytes()
}

// cut copies one value.
func cut(t *testing.T, dec *json.Decoder, out *bytes.Buffer) {
	t.Helper()
	token, err := dec.Token()
	testkit.Must(t, err)
	switch v := token.(type) {
	case json.Delim:
		if v == '{' {
			members(t, dec, out)
		} else {
			elements(t, dec, out)
		}
		_, err = dec.Token()
		testkit.Must(t, err)
	case string:
		if r := []rune(v); len(r) > shownText {
			v = string(r[:shownText]) + "…"
		}
		quote(t, out, v)
	default:
		quote(t, out, v)
	}
}

func members(t *testing.T, dec *json.Decoder, out *bytes.Buffer) {
	t.Helper()
	out.WriteByte('{')
	for n := 0; dec.More(); n++ {
		if n > 0 {
			out.WriteByte(',')
		}
		name, err := dec.Token()
		testkit.Must(t, err)
		quote(t, out, name)
		out.WriteByte(':')
		cut(t, dec, out)
	}
	out.WriteByte('}')
}

func elements(t *testing.T, dec *json.Decoder, out *bytes.Buffer) {
	t.Helper()
	var kept [][]byte
	for dec.More() {
		var b bytes.Buffer
		cut(t, dec, &b)
		most := shownWords
		if strings.HasPrefix(b.String(), "{") {
			most = shownRows
		}
		if len(kept) < most {
			kept = append(kept, b.Bytes())
		}
	}
	out.WriteByte('[')
	out.Write(bytes.Join(kept, []byte{','}))
	out.WriteByte(']')
}

func quote(t *testing.T, out *bytes.Buffer, v any) {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	testkit.Must(t, enc.Encode(v))
	out.Write(bytes.TrimSpace(b.Bytes()))
}

// member reads one text of an answer: a name, or names and positions with dots between them.
func member(t *testing.T, raw []byte, path string) string {
	t.Helper()
	var v any
	testkit.Must(t, json.Unmarshal(raw, &v))
	for _, part := range strings.Split(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[part]
		case []any:
			n, err := strconv.Atoi(part)
			testkit.Must(t, err)
			v = x[n]
		}
	}
	s, _ := v.(string)
	return s
}
