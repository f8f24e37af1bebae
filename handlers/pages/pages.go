// Package pages puts the chapters of the HTML pages together: a chapter is a folder whose rows say who may see each of its pages.
// What chapters share is in page (the frame, forms, lists) and shown (what several of them show). None of them identifies the
// caller: package web does that before.
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

// Handlers are the pages with their dependencies; each chapter says what its own are for.
type Handlers struct {
	page.Base

	Aging      func(sources.Route) string
	Sources    func() string
	Thumbnails imports.Thumbnails
	Kept       *kept.Reader
	Queues     support.Queues
	Origin     string
	Program    string
	Operations []string
}

// Routes is the table of all pages, which the pages know from then on. d is the API reference; only its own pages need it.
func (h *Handlers) Routes(d *views.Docs) []page.Route {
	b := &h.Base
	h.Table = slices.Concat(
		(&public.Handlers{Base: b, Aging: h.Aging}).Routes(),
		(&docs.Handlers{Base: b, Docs: d}).Routes(),
		(&account.Handlers{Base: b}).Routes(),
		(&workspace.Handlers{Base: b, Kept: h.Kept, Origin: h.Origin, Operations: h.Operations}).Routes(),
		(&imports.Handlers{Base: b, Thumbnails: h.Thumbnails, Origin: h.Origin}).Routes(),
		(&references.Handlers{Base: b, Kept: h.Kept, Origin: h.Origin}).Routes(),
		(&watches.Handlers{Base: b}).Routes(),
		(&support.Handlers{Base: b, Sources: h.Sources, Queues: h.Queues, Program: h.Program}).Routes(),
	)
	return h.Table
}
