package page

import (
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/models/references"
	"socialdata/views"
)

// Form holds the values of a posted form or a query, and the problems found so far by field.
type Form struct {
	Values   url.Values
	Problems map[string]string
}

// NewForm is a form of values, without problems so far.
func NewForm(values url.Values) *Form {
	return &Form{Values: values, Problems: map[string]string{}}
}

// ReadForm reads the fields of a posted form. What cannot be read has no fields.
func ReadForm(c *fiber.Ctx) *Form {
	values := url.Values{}
	for k, v := range c.Request().PostArgs().All() {
		values.Add(string(k), string(v))
	}
	return NewForm(values)
}

// ReadQuery reads the filters of a page. Bytes that no text holds become a mark that nothing matches.
func ReadQuery(c *fiber.Ctx) *Form {
	values := url.Values{}
	for k, v := range c.Request().URI().QueryArgs().All() {
		values.Add(string(k), strings.ReplaceAll(strings.ToValidUTF8(string(v), "\uFFFD"), "\x00", "\uFFFD"))
	}
	return NewForm(values)
}

// Text is a field without the spaces around it; lines end as they do everywhere but in HTTP.
func (f *Form) Text(name string) string {
	return strings.TrimSpace(strings.ReplaceAll(f.Values.Get(name), "\r\n", "\n"))
}

// Texts are all values of a field, trimmed; none where the form does not have it.
func (f *Form) Texts(name string) []string {
	var list []string
	for _, v := range f.Values[name] {
		list = append(list, strings.TrimSpace(strings.ReplaceAll(v, "\r\n", "\n")))
	}
	return list
}

// MaxWord bounds an id or another single word of a query, in bytes.
const MaxWord = 128

// Word is a filter that is one word; a longer text counts as no filter.
func (f *Form) Word(name string) string {
	if v := f.Text(name); len(v) <= MaxWord {
		return v
	}
	return ""
}

// IsChecked reports whether a box was ticked.
func (f *Form) IsChecked(name string) bool { return f.Values.Get(name) != "" }

// Options are the choices of a select, and the one of them that is asked for; "" for any other. none names the choice of nothing;
// "" where something has to be chosen.
func Options[T ~string](none, asked string, choices []T, word func(T) string) (list []views.Option, chosen T) {
	if none != "" {
		list = append(list, views.Option{Word: none})
	}
	for _, v := range choices {
		list = append(list, views.Option{Value: string(v), Word: word(v), Chosen: asked == string(v)})
		if asked == string(v) {
			chosen = v
		}
	}
	return list, chosen
}

// Given counts the fields that hold something.
func (f *Form) Given(names ...string) (n int64) {
	for _, name := range names {
		if name != "" && f.Text(name) != "" {
			n++
		}
	}
	return n
}

// AddProblem records a problem of a field; only the first one is kept.
func (f *Form) AddProblem(name, problem string) {
	if f.Problems[name] == "" {
		f.Problems[name] = problem
	}
}

// OK reports whether no problem was found so far.
func (f *Form) OK() bool { return len(f.Problems) == 0 }

// TypedTags are the tags of a text, each once, separated by commas or lines. A line that is one of those that the form was opened
// with is that tag.
func TypedTags(text string, was []string) []string {
	list := []string{}
	for _, line := range Lines(text) {
		parts := strings.Split(line, ",")
		if slices.Contains(was, line) {
			parts = []string{line}
		}
		for _, tag := range parts {
			if tag = strings.TrimSpace(tag); tag != "" {
				list = append(list, tag)
			}
		}
	}
	return references.CleanTags(list)
}

// Lines are the lines of a text that hold something.
func Lines(text string) []string {
	list := []string{}
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}
