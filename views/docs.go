package views

import (
	"slices"
	"strings"
)

// Docs is the API reference.
type Docs struct {
	Version, Origin string
	Start           map[string]Sample // a first request, by language
	Guides          []Guide           // in the order in which a newcomer should read them
	Groups          []DocsGroup
	Shapes          []DocsShape
	Errors          []DocsError
	Prices          []Price
	Tests           DocsTests
}

// DocsTests are the links that test keys ask.
type DocsTests struct {
	Links     []DocsTestLink
	Elsewhere []DocsTestCode
	Endpoints []DocsTestLink
}

// DocsTestLink is a link of a test key, or an endpoint of one.
type DocsTestLink struct{ URL, Way, Does, Code, Stage string }

// DocsTestCode says how a test key gets a code that no link gives.
type DocsTestCode struct{ Code, How string }

// Sample is a piece of code.
type Sample struct {
	Text string
	Key  string // where in it the reader's key stands; "" for nowhere
}

// DocsView is what the reader requested: a chapter, a language, a search text.
type DocsView struct {
	Chapter   string         // "" for the first one
	Guide     string         // slug, if the page is a guide
	Headings  []GuideHeading // of that guide
	Sample    string         // language of the samples
	Language  string         // the same, but "" for the first one, which links do not need to name
	Languages []Choice
	Query     string
	Found     []DocsFound
}

// DocsTestLinks is the chapter of the links that test keys ask.
const DocsTestLinks = "test-links"

// withoutHeadings returns the view for contents that stand above the list of the guide's headings.
func (v DocsView) withoutHeadings() DocsView {
	v.Headings = nil
	return v
}

// sampleName returns the heading of a sample: the request is called Request, and a file by its name.
func sampleName(what string) string {
	if rest, found := strings.CutPrefix(what, "the "); found {
		return UpperFirst(rest)
	}
	return what
}

// sampled reports whether the page has samples, which need a language and a key.
func (v DocsView) sampled() bool {
	return v.Query == "" && !slices.Contains([]string{"errors", DocsTestLinks, "shapes"}, v.Chapter)
}

// at returns the address of a chapter or of an anchor in it, in the reader's language.
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

// docsTitle is the name of the reference as a whole.
const docsTitle = "API reference"

// Chapter returns the title of a chapter. ok is false if there is no such chapter.
func (d *Docs) Chapter(slug string) (title string, ok bool) {
	name, ok := d.chapterName(slug)
	if slug == "" || !ok {
		return name, ok
	}
	return name + " · " + docsTitle, true
}

// chapterName returns what a chapter is called on its page, which may show the whole reference.
func (d *Docs) chapterName(slug string) (name string, ok bool) {
	switch slug {
	case "":
		return docsTitle, true
	case "errors":
		return "Errors", true
	case DocsTestLinks:
		return "Test links", true
	case "shapes":
		return "Shapes", true
	}
	i := slices.IndexFunc(d.Groups, func(g DocsGroup) bool { return g.Slug == slug })
	if i < 0 {
		return "", false
	}
	return d.Groups[i].Word, true
}

// heading is the heading of a page of the reference. A search is in all of it.
func (d *Docs) heading(v DocsView) string {
	if name, ok := d.chapterName(v.Chapter); ok && v.Query == "" {
		return name
	}
	return docsTitle
}

// Guide is one guide: its first heading and first paragraph, as HTML and as Markdown.
type Guide struct {
	Slug, Title, About, HTML, Markdown string
	Headings                           []GuideHeading
	Texts                              []string // its paragraphs and lines of code without markup, for the search
}

// GuideHeading is a heading of a guide with its id on the page.
type GuideHeading struct{ ID, Words string }

// Code is a code block of a guide.
type Code struct {
	Text, File string // File is the file name, if the reader should save it
	Printed    bool   // whether it is the output of the previous block
	Plain      bool   // whether it is no code
}

// OperationPath returns the place of an operation in the reference, "" for none.
func (d *Docs) OperationPath(id string) string {
	for _, g := range d.Groups {
		if slices.ContainsFunc(g.Operations, func(op DocsOperation) bool { return op.ID == id }) {
			return g.operationPath(id)
		}
	}
	return ""
}

func (g DocsGroup) operationPath(id string) string { return "/docs/" + g.Slug + "#" + id }

// Guide returns a guide by its slug.
func (d *Docs) Guide(slug string) (g Guide, known bool) {
	i := slices.IndexFunc(d.Guides, func(g Guide) bool { return g.Slug == slug })
	if i < 0 {
		return Guide{}, false
	}
	return d.Guides[i], true
}

// GuidePath returns the path of a guide. With .md appended, the guide is served as Markdown.
func GuidePath(slug string) string { return "/docs/guides/" + slug }

// DocsGroup is a group of operations.
type DocsGroup struct {
	Slug, Word, About string
	Operations        []DocsOperation
}

// DocsOperation is one operation with an example that a test verifies.
type DocsOperation struct {
	ID, Method, Path, Summary             string
	Credential, Scope, Role, Price, Limit string
	Parameters, Body, Fields              []DocsField
	Answer                                DocsKind
	Bytes                                 string // content types of an answer that is no JSON; "" for none
	Status                                string
	Statuses                              []string          // of its errors, if they are listed
	Samples                               map[string]Sample // by language
	Example                               string
}

// DocsField is a parameter or a property of an object.
type DocsField struct {
	Name, In, Says, Bounds string
	Required               bool
	Kind                   DocsKind
}

// DocsKind is the type of a value.
type DocsKind struct {
	Word, Shape string // Shape links to a schema
	Enum        []string
	Null        bool
}

// DocsShape is an object that responses contain.
type DocsShape struct {
	Name   string
	Fields []DocsField
}

// DocsError is one entry of the error catalogue.
type DocsError struct {
	Code, Message, Do string
	Status            int64
	Also              []string // other statuses with which it is answered
	Retryable         bool
}

// known reports whether the type is known.
func (k DocsKind) known() bool { return k.Word != "" || k.Shape != "" }
