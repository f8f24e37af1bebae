package pages

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/views"
)

// imports lists what a workspace imported.
func (h *Handlers) imports(c *fiber.Ctx) error {
	f := readQuery(c)
	v := views.Imports{}
	filter := h.importFilter(f, &v)
	v.AnyTime = address(c.Path(), "q", f.text("q"), "state", f.word("state"), "platform", f.word("platform"), "code", f.word("code"))
	v.ExportHref = exportHref(c, "imports")
	if caller(c).Has(accounts.Editor) {
		v.Bulk = views.Bulk{Query: string(c.Request().URI().QueryString()), Cancel: workspacePath(c, "imports/bulk/cancel"), Again: workspacePath(c, "imports/bulk/again"), FormID: db.NewID()}
	}
	rows, err := h.Store.Imports.List(c.UserContext(), caller(c).WorkspaceID, filter, f.pageRequest())
	if err != nil {
		return err
	}
	if v.Rows, err = h.importRows(c.UserContext(), caller(c).WorkspaceID, rows.Items); err != nil {
		return err
	}
	for _, i := range rows.Items {
		v.Moving = v.Moving || !i.State.Final()
	}
	total, err := h.Store.Imports.Count(c.UserContext(), caller(c).WorkspaceID, filter)
	if err != nil {
		return err
	}
	v.Total = atMost(total, references.MostCounted, "import")
	v.Older, v.Newest = pageLinks(c, rows.NextCursor)
	frame := h.frame(c, "Imports", "imports")
	if v.Moving {
		frame.Refresh = 5
	}
	return show(c, fiber.StatusOK, views.ImportsPage(frame, v))
}

// inFlight is the state of a filter that stands for all that have not ended.
const inFlight = "in_flight"

// importFilter reads the filters; what is none narrows nothing.
func (h *Handlers) importFilter(f *form, v *views.Imports) imports.Filter {
	filter := imports.Filter{}
	state := f.text("state")
	v.States = []views.Option{{Value: "", Word: "Any"}, {Value: inFlight, Word: "In flight", Chosen: state == inFlight}}
	filter.InFlight = state == inFlight
	for _, s := range []imports.State{imports.Succeeded, imports.Failed, imports.Cancelled} {
		v.States = append(v.States, views.Option{Value: string(s), Word: importState(s).Word, Chosen: state == string(s)})
		if state == string(s) {
			filter.State = s
		}
	}
	v.Platforms = h.platformOptions(f.text("platform"))
	if p, ok := h.Platforms.Find(content.Platform(f.text("platform"))); ok {
		filter.Platform = p.Name
	}
	v.Codes = []views.Option{{Value: "", Word: "Any"}}
	for _, e := range apierror.Catalogue() {
		if _, ends := errorTexts[e.Code]; !ends {
			continue
		}
		v.Codes = append(v.Codes, views.Option{Value: string(e.Code), Word: errorText(e.Code), Chosen: f.text("code") == string(e.Code)})
		if f.text("code") == string(e.Code) {
			filter.Code = e.Code
		}
	}
	for _, r := range apierror.Reasons() {
		v.Codes = append(v.Codes, views.Option{Value: string(r), Word: reasonTexts[r], Chosen: f.text("code") == string(r)})
		if f.text("code") == string(r) {
			filter.Reason = r
		}
	}
	h.madeFilter(f, &filter, v)
	v.Search = views.Field{Name: "q", Label: "Search titles, a link or an id", Type: "search", Value: f.text("q"), Max: operations.MostOf[operations.Link]()}
	if q := f.text("q"); q != "" && len(q) <= operations.MostOf[operations.Link]() {
		filter.Searched, filter.ID = true, f.word("q")
		filter.Saved, _ = h.Lookup.ReferenceSearch(q)
	}
	v.Filtered = !filter.IsZero()
	return filter
}

// importDetail follows one import.
func (h *Handlers) importDetail(c *fiber.Ctx) error {
	i, err := h.Store.Imports.Find(c.UserContext(), caller(c).WorkspaceID, c.Params("importId"))
	if err != nil {
		return err
	}
	frame := h.frame(c, importState(i.State).Word+" · Import", "imports")
	v := h.importView(c, i)
	rows, err := h.importRows(c.UserContext(), i.WorkspaceID, []imports.Import{i.Import})
	if err != nil {
		return err
	}
	if v.Title, v.Picture = rows[0].Title, rows[0].Picture; v.Title != "" {
		frame.Title = importState(i.State).Word + " · " + firstWords(v.Title)
	}
	if v.Moving {
		frame.Refresh = 3
	}
	return show(c, fiber.StatusOK, views.ImportPage(frame, v))
}

func (h *Handlers) importView(c *fiber.Ctx, i *imports.Detail) views.Import {
	v := views.Import{ID: i.ID, Link: i.SourceURL, Canonical: i.CanonicalURL, Platform: h.platformOf(i.Platform), State: importState(i.State),
		Doing: h.progressText(i.Import), Keeps: profileText(i.MediaProfile, i.Transcript), Price: h.maximumPrice(i.MediaProfile, i.Transcript),
		Made: h.when(&i.CreatedAt), Ended: h.when(i.FinishedAt), Moving: !i.State.Final(), Succeeded: i.State == imports.Succeeded, Stopping: i.CancelRequested, Attempts: h.attempts(i), Applied: appliedText(i.Applied())}
	if i.OutcomeCode != "" {
		v.Failure, v.Code = failureOf(i.Import)
		v.Do = advice(i.OutcomeCode)
		if i.OutcomeCode == apierror.CodeRetryExhausted && i.CauseCode != "" {
			v.Do = advice(i.CauseCode)
		}
	}
	if i.ReferenceID != nil {
		v.Reference = workspacePath(c, "references/"+*i.ReferenceID)
	}
	here := workspacePath(c, "imports/"+i.ID)
	switch {
	case !caller(c).Has(accounts.Editor):
	case v.Moving:
		v.CancelHref = here + "/cancel"
	default:
		v.AgainHref, v.FormID = here+"/again", db.NewID()
		v.OtherHref = address(workspacePath(c, "try"), "url", i.SourceURL, "profile", string(i.MediaProfile)) + "#import"
	}
	return v
}

// profileText says what an import keeps.
func profileText(p imports.MediaProfile, transcript bool) string {
	word := map[imports.MediaProfile]string{imports.ProfileNone: "the facts", imports.ProfileAnalysis: "the facts and an analysis", imports.ProfileFull: "the facts, an analysis and the media"}[p]
	if transcript {
		word += ", the transcript"
	}
	return word
}

// maximumPrice says what an import costs at most.
func (h *Handlers) maximumPrice(p imports.MediaProfile, transcript bool) string {
	return "Up to " + views.Credits(h.Store.Imports.FullPrice(p, transcript)) + ", charged when it has succeeded."
}

func (h *Handlers) cancelImport(c *fiber.Ctx) error {
	here := workspacePath(c, "imports/"+c.Params("importId"))
	i, err := h.CancelImport(c.UserContext(), caller(c), c.Params("importId"))
	if apierror.Is(err, apierror.CodeRevisionConflict) {
		return h.redirect(c, here, "The import had already finished. Nothing was changed.")
	}
	if err != nil {
		return err
	}
	if i.State == imports.Cancelled {
		return h.redirect(c, here, "Cancelled. Nothing was charged.")
	}
	return h.redirect(c, here, "Stopping after the current step.")
}

// importAgain starts a new import of the same link with the same settings.
func (h *Handlers) importAgain(c *fiber.Ctx) error {
	key, err := formKey(readForm(c))
	if err != nil {
		return err
	}
	id := c.Params("importId")
	accepted, err := h.ImportAgain(c.UserContext(), caller(c), id, key)
	if apierror.Is(err, apierror.CodeInsufficientCredits) {
		return h.redirect(c, workspacePath(c, "imports/"+id), "The workspace does not have enough credits. No import was started.")
	}
	if err != nil {
		return err
	}
	return h.redirect(c, workspacePath(c, "imports/"+accepted.ID), "Import started. This page shows its progress.")
}
