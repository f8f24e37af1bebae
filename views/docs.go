package views

import "strings"

// Docs is the API reference.
type Docs struct {
	Version, Origin, Start string
	Groups                 []DocsGroup
	Shapes                 []DocsShape
	Errors                 []DocsError
	Prices                 []Price
}

// DocsGroup are operations on one kind of thing.
type DocsGroup struct {
	Anchor, Word, About string
	Operations          []DocsOperation
}

// DocsOperation is one operation with an example that a test has made.
type DocsOperation struct {
	ID, Method, Path, Summary             string
	Credential, Scope, Role, Price, Limit string
	Parameters, Body, Fields              []DocsField
	Answer                                DocsKind
	Status                                string
	Statuses                              []string // of its errors, where they are listed
	Curl, Example                         string
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
