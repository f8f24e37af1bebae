package pages

import (
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"
)

// form holds the values of a posted form or a query, and the problems found so far by field.
type form struct {
	values   url.Values
	problems map[string]string
}

// newForm is a form of values, without problems so far.
func newForm(values url.Values) *form {
	return &form{values: values, problems: map[string]string{}}
}

// readForm reads the fields of a posted form. What cannot be read has no fields.
func readForm(c *fiber.Ctx) *form {
	values := url.Values{}
	for k, v := range c.Request().PostArgs().All() {
		values.Add(string(k), string(v))
	}
	return newForm(values)
}

// readQuery reads the filters of a page. Bytes that no text holds become a mark that nothing matches.
func readQuery(c *fiber.Ctx) *form {
	values := url.Values{}
	for k, v := range c.Request().URI().QueryArgs().All() {
		values.Add(string(k), strings.ReplaceAll(strings.ToValidUTF8(string(v), "\uFFFD"), "\x00", "\uFFFD"))
	}
	return newForm(values)
}

// text is a field without the spaces around it; lines end as they do everywhere but in HTTP.
func (f *form) text(name string) string {
	return strings.TrimSpace(strings.ReplaceAll(f.values.Get(name), "\r\n", "\n"))
}

// texts are all values of a field, trimmed; none where the form does not have it.
func (f *form) texts(name string) []string {
	var list []string
	for _, v := range f.values[name] {
		list = append(list, strings.TrimSpace(strings.ReplaceAll(v, "\r\n", "\n")))
	}
	return list
}

// maxWord bounds an id or another single word of a query, in bytes.
const maxWord = 128

// word is a filter that is one word; what is longer narrows nothing.
func (f *form) word(name string) string {
	if v := f.text(name); len(v) <= maxWord {
		return v
	}
	return ""
}

// isChecked reports whether a box was ticked.
func (f *form) isChecked(name string) bool { return f.values.Get(name) != "" }

// addProblem records a problem of a field; only the first one is kept.
func (f *form) addProblem(name, problem string) {
	if f.problems[name] == "" {
		f.problems[name] = problem
	}
}

// ok reports whether no problem was found so far.
func (f *form) ok() bool { return len(f.problems) == 0 }

// pageLinks returns the addresses of the older rows of a list and of its beginning, "" where there is none.
func pageLinks(c *fiber.Ctx, next string) (older, newest string) {
	q := readQuery(c).values
	if q.Get("cursor") != "" {
		q.Del("cursor")
		newest = c.Path() + "?" + q.Encode()
	}
	if next != "" {
		q.Set("cursor", next)
		older = c.Path() + "?" + q.Encode()
	}
	return older, newest
}

// address returns a path with a query of the pairs that have a value.
func address(path string, pairs ...string) string {
	q := url.Values{}
	for n := 0; n+1 < len(pairs); n += 2 {
		if pairs[n+1] != "" {
			q.Set(pairs[n], pairs[n+1])
		}
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}
