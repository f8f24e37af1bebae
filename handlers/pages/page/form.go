package page

import (
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/models/references"
	"socialdata/views"
)

// Form holds the values of a submitted form or a query, and the problems found so far, by field.
type Form struct {
	Values   url.Values
	Problems map[string]string
}

// NewForm returns a form with values and no problems.
func NewForm(values url.Values) *Form {
	return &Form{Values: values, Problems: map[string]string{}}
}

// ReadForm reads the fields of a submitted form. An unreadable form has no fields.
func ReadForm(c *fiber.Ctx) *Form {
	values := url.Values{}
	for k, v := range c.Request().PostArgs().All() {
		values.Add(string(k), string(v))
	}
	return NewForm(values)
}

// ReadQuery reads the query of a page. Invalid UTF-8 and NUL are replaced by a character that matches nothing.
func ReadQuery(c *fiber.Ctx) *Form {
	values := url.Values{}
	for k, v := range c.Request().URI().QueryArgs().All() {
		values.Add(string(k), strings.ReplaceAll(strings.ToValidUTF8(string(v), "\uFFFD"), "\x00", "\uFFFD"))
	}
	return NewForm(values)
}

// Text returns the value of a field, trimmed, with LF as line ending.
func (f *Form) Text(name string) string {
	return PlainText(f.Values.Get(name))
}

// PlainText returns a text as browsers submit it, but trimmed and with LF as line ending.
func PlainText(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n")) }

// Texts returns all values of a field, trimmed, or nil if the form does not contain it.
func (f *Form) Texts(name string) []string {
	return Map(f.Values[name], PlainText)
}

// MaxWord is the maximum length of an id or another single word in a query, in bytes.
const MaxWord = 128

// Word returns the value of a filter that is a single word. It returns "" for a longer text, which filters nothing.
func (f *Form) Word(name string) string {
	if v := f.Text(name); len(v) <= MaxWord {
		return v
	}
	return ""
}

// IsChecked reports whether a box was checked.
func (f *Form) IsChecked(name string) bool { return f.Values.Get(name) != "" }

// Options returns the options of a select and the value that is selected, or "" if asked is not among the choices.
// none is the label of the option without a value; if it is "", something has to be selected.
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

// Known returns the options of a filter. If the query asks for none of them, what it asks for is added, which is said beside the filter.
func (f *Form) Known(name string, options []views.Option) []views.Option {
	asked := f.Text(name)
	if asked == "" || slices.ContainsFunc(options, func(o views.Option) bool { return o.Value == asked }) {
		return options
	}
	return append(options, views.Option{Value: asked, Word: Beginning(asked, mostAsked), Chosen: true, Unknown: true})
}

// mostAsked is how many characters of an unknown choice are shown.
const mostAsked = 40

// Given counts the fields that are not empty.
func (f *Form) Given(names ...string) (n int64) {
	for _, name := range names {
		if name != "" && f.Text(name) != "" {
			n++
		}
	}
	return n
}

// AddProblem adds a problem to a field. Only the first problem of a field is kept.
func (f *Form) AddProblem(name, problem string) {
	if f.Problems[name] == "" {
		f.Problems[name] = problem
	}
}

// OK reports whether no problems were found so far.
func (f *Form) OK() bool { return len(f.Problems) == 0 }

// TypedTags returns the distinct tags in a text, separated by commas or lines. A line that equals one of the previous
// tags in was is that tag, even if it contains commas.
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

// Lines returns the non-empty lines of a text.
func Lines(text string) []string {
	list := []string{}
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}
