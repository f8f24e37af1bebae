package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
)

// maxDepth is how deeply a body may be nested.
const maxDepth = 32

var (
	errEncoding = errors.New("not clean UTF-8")
	errDepth    = errors.New("nested too deep")
	errTrailing = errors.New("more than one value")
)

// strictJSON parses one JSON value and reports what encoding/json accepts silently but is unsafe to store: duplicate
// properties of an object, and text with NUL. Invalid UTF-8 is an error.
func strictJSON(raw []byte) (v any, problems []apierror.Field, err error) {
	if !utf8.Valid(raw) {
		return nil, nil, errEncoding
	}
	r := strictReader{dec: json.NewDecoder(bytes.NewReader(raw))}
	if v, err = r.value(0, ""); err != nil {
		return nil, nil, err
	}
	if _, err = r.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, nil, errTrailing
	}
	return v, r.problems, nil
}

type strictReader struct {
	dec      *json.Decoder
	problems []apierror.Field
}

func (r *strictReader) problem(name, reason, expected string) {
	if name == "" {
		name = "body"
	}
	r.problems = append(r.problems, apierror.Field{Name: operations.SanitizeName(name), In: "body", Reason: reason, Expected: expected})
}

func (r *strictReader) value(depth int, path string) (any, error) {
	if depth > maxDepth {
		return nil, errDepth
	}
	t, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Delim:
		if t == '{' {
			return r.object(depth, path)
		}
		return r.array(depth, path)
	case string:
		if !isCleanText(t) {
			r.problem(path, "encoding", "a text without NUL")
		}
		return t, nil
	}
	return t, nil
}

func (r *strictReader) object(depth int, path string) (any, error) {
	m := map[string]any{}
	for r.dec.More() {
		t, err := r.dec.Token()
		if err != nil {
			return nil, err
		}
		key, _ := t.(string)
		if !isCleanText(key) {
			return nil, errEncoding
		}
		name := key
		if path != "" {
			name = path + "." + key
		}
		if _, twice := m[key]; twice {
			r.problem(name, "repeated", "the property once")
		}
		if m[key], err = r.value(depth+1, name); err != nil {
			return nil, err
		}
	}
	_, err := r.dec.Token()
	return m, err
}

func (r *strictReader) array(depth int, path string) (any, error) {
	list := []any{}
	for r.dec.More() {
		v, err := r.value(depth+1, path+"["+strconv.Itoa(len(list))+"]")
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := r.dec.Token()
	return list, err
}
