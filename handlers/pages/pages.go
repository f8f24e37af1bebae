// Package pages combines the chapters of the HTML pages. A chapter is a package whose routes say who may see each of
// its pages. Chapters share package page (the frame, forms, lists) and package shown (what several chapters show).
// None of them authenticates the caller: package web has done that before.
package pages

import (
	"slices"

	"socialdata/handlers/pages/account"
	"socialdata/handlers/pages/docs"
	"socialdata/handlers/pages/imports"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/public"
	"socialdata/handlers/pages/references"
	"socialdata/handlers/pages/support"
	"socialdata/handlers/pages/watches"
	"socialdata/handlers/pages/workspace"
	"socialdata/internal/kept"
	"socialdata/internal/sources"
	"socialdata/views"
)

// Handlers holds the pages and their dependencies. Each chapter documents its own.
type Handlers struct {
	page.Base

	Aging      func(sources.Route) string
	Sources    func() string
	Kept       *kept.Reader
	Queues     support.Queues
	Origin     string
	Program    string
	Operations []string
}

// Routes returns the routes of all pages and stores them in h.Table. d is the API reference, which is generated when a page first needs it.
func (h *Handlers) Routes(d func() *views.Docs) []page.Route {
	b := &h.Base
	h.Table = slices.Concat(
		(&public.Handlers{Base: b, Origin: h.Origin, Aging: h.Aging}).Routes(),
		(&docs.Handlers{Base: b, Docs: d}).Routes(),
		(&account.Handlers{Base: b}).Routes(),
		(&workspace.Handlers{Base: b, Kept: h.Kept, Docs: d, Origin: h.Origin, Operations: h.Operations}).Routes(),
		(&imports.Handlers{Base: b, Origin: h.Origin}).Routes(),
		(&references.Handlers{Base: b, Kept: h.Kept, Origin: h.Origin}).Routes(),
		(&watches.Handlers{Base: b, Origin: h.Origin}).Routes(),
		(&support.Handlers{Base: b, Sources: h.Sources, Queues: h.Queues, Program: h.Program}).Routes(),
	)
	return h.Table
}
