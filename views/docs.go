package views

import (
	"slices"
	"strings"
)

// Docs is the API reference.
type Docs struct {
	Version, Origin string
	Start           map[string]Sample // a first request, by language
	Guides          []Guide           // in the order in which a newcomer reads them
	Groups          []DocsGroup
	Shapes          []DocsShape
	Errors          []DocsError
	Prices          []Price
}

// Sample is a request in one language, with the place where the reader's key goes.
type Sample struct {
	Text               string // as it is, the key as a variable
	Before, Key, After string
	HasKey             bool
}

// DocsView is what a reader asked for: a chapter, a language, a word.
type DocsView struct {
	Chapter   string // "" is the first one
	Guide     string // of a page that is a guide
	Sample    string // the language of the samples
	Language  string // the same, "" for the first one: it need not be said in links
	Languages []Choice
	Query     string
	Found     []DocsHit
}

// DocsHit is a place of the reference that was found.
type DocsHit struct{ Word, Says, Href string }

// at is the address of a chapter or of a place in it, in the reader's language.
func (v DocsView) at(chapter, anchor string) string {
	path := "/docs"
	if chapter != "" {
		path += "/" + chapter
	}
	if v.Language != "" {
		path += "?lang=" + v.Language
	}
	if anchor != "" {
		path += "#" + anchor
	}
	return path
}

// Chapter returns the title of a chapter; ok is false for one that is none.
func (d *Docs) Chapter(slug string) (title string, ok bool) {
	switch slug {
	case "":
		return "API reference", true
	case "errors":
		return "Errors · API reference", true
	case "shapes":
		return "Shapes · API reference", true
	}
	i := slices.IndexFunc(d.Groups, func(g DocsGroup) bool { return g.Slug == slug })
	if i < 0 {
		return "", false
	}
	return d.Groups[i].Word + " · API reference", true
}

// Search finds operations, parameters, errors and shapes that a word is in.
func (d *Docs) Search(query string) []DocsHit {
	query = strings.ToLower(query)
	has := func(texts ...string) bool {
		return slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(strings.ToLower(t), query) })
	}
	named := func(fields []DocsField) bool {
		return slices.ContainsFunc(fields, func(f DocsField) bool { return has(f.Name, f.Says) })
	}
	hits := []DocsHit{}
	for _, g := range d.Guides {
		if has(g.Title, g.Markdown) {
			hits = append(hits, DocsHit{g.Title, "guide", GuidePath(g.Slug)})
		}
	}
	for _, g := range d.Groups {
		for _, op := range g.Operations {
			if has(op.ID, op.Path, op.Summary) || named(op.Parameters) || named(op.Body) {
				hits = append(hits, DocsHit{op.Summary, op.Method + " " + op.Path, "/docs/" + g.Slug + "#" + op.ID})
			}
		}
	}
	for _, e := range d.Errors {
		if has(e.Code, e.Message, e.Do) {
			hits = append(hits, DocsHit{e.Code, e.Message, "/docs/errors#error-" + e.Code})
		}
	}
	for _, s := range d.Shapes {
		if has(s.Name) || named(s.Fields) {
			hits = append(hits, DocsHit{s.Name, "shape", "/docs/shapes#shape-" + s.Name})
		}
	}
	return hits
}

// Guide is one of the guides: its first heading and first sentence, as HTML and as it was written.
type Guide struct{ Slug, Title, About, HTML, Markdown string }

// Code is a block of code of a guide.
type Code struct {
	Text, File string // File is its name, if the reader saves it
	Printed    bool   // it is what the block before prints
}

// Guide returns a guide by its slug.
func (d *Docs) Guide(slug string) (g Guide, known bool) {
	i := slices.IndexFunc(d.Guides, func(g Guide) bool { return g.Slug == slug })
	if i < 0 {
		return Guide{}, false
	}
	return d.Guides[i], true
}

// GuidePath returns the address of a guide; with .md behind it the guide is answered as it was written.
func GuidePath(slug string) string { return "/docs/guides/" + slug }

// DocsGroup are operations on one kind of thing.
type DocsGroup struct {
	Slug, Word, About string
	Operations        []DocsOperation
}

// DocsOperation is one operation with an example that a test has made.
type DocsOperation struct {
	ID, Method, Path, Summary             string
	Credential, Scope, Role, Price, Limit string
	Parameters, Body, Fields              []DocsField
	Answer                                DocsKind
	Status                                string
	Statuses                              []string          // of its errors, where they are listed
	Samples                               map[string]Sample // by language
	Example                               string
}

// DocsField is one parameter or one member of an object.
type DocsField struct {
	Name, In, Says, Bounds string
	Required               bool
	Kind                   DocsKind
}

// DocsKind is the type of a value.
type DocsKind struct {
	Word, Shape string // Shape is a link
	Enum        []string
	Null        bool
}

// DocsShape is an object that answers are made of.
type DocsShape struct {
	Name   string
	Fields []DocsField
}

// DocsError is one entry of the error catalogue.
type DocsError struct {
	Code, Message, Do string
	Status            int64
	Retryable         bool
}

// known reports whether the type is known.
func (k DocsKind) known() bool { return k.Word != "" || k.Shape != "" }

// breakable lets a long path break after its slashes.
func breakable(path string) []string { return strings.SplitAfter(path, "/") }
