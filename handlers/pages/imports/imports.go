package imports

import (
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/reruns"
	"socialdata/views"
)

// imports lists the imports of a workspace.
func (h *Handlers) imports(c *fiber.Ctx) error {
	f := page.ReadQuery(c)
	v := views.Imports{}
	filter, err := h.listedImports(c, f, &v)
	if err != nil {
		return err
	}
	v.Narrowed = f.Given("state", "platform", "code", v.FromDay.Name, v.ToDay.Name)
	v.AnyTime = page.Address(c.Path(), "q", f.Text("q"), "state", f.Word("state"), "platform", f.Word("platform"), "code", f.Word("code"))
	v.ExportHref = page.ExportHref(c, "imports")
	if page.Caller(c).Has(accounts.Editor) {
		v.Bulk = views.Bulk{Query: string(c.Request().URI().QueryString()), Again: page.WorkspacePath(c, "imports/bulk/again"), FormID: db.NewID(), Cannot: shown.Unavailable}
	}
	rows, total, err := h.Store.Imports.ListAndCount(c.UserContext(), page.Caller(c).WorkspaceID, filter, f.PageRequest())
	if err != nil {
		return err
	}
	if v.Rows, err = shown.ImportRows(c.UserContext(), h.Base, page.Caller(c).WorkspaceID, rows.Items); err != nil {
		return err
	}
	for _, i := range rows.Items {
		v.Moving = v.Moving || !i.State.Final()
	}
	if v.Moving && v.Bulk.Again != "" {
		v.Bulk.Cancel = page.WorkspacePath(c, "imports/bulk/cancel")
	}
	v.AgainAll = filter.Among != nil && len(v.Rows) > 0 && v.Bulk.Again != ""
	v.Total = page.AtMost(total, references.MostCounted, "import")
	if _, ok := retryFilter(filter); ok && total > 0 && !apierror.Unavailable(filter.Code) && page.Caller(c).Has(accounts.Editor) {
		v.RunAll = runAllHref(c)
	}
	if err := h.addRerun(c, &v); err != nil {
		return err
	}
	v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	return page.Show(c, fiber.StatusOK, views.ImportsPage(h.LiveFrame(c, "Imports", "imports", v.Moving, 5), v))
}

// newsOfRerun is for how long the list of imports leads to the latest run of failed ones that has ended.
const newsOfRerun = 24 * time.Hour

// addRerun adds the latest run of failed imports while it goes on, and for some time.
func (h *Handlers) addRerun(c *fiber.Ctx, v *views.Imports) error {
	list, err := h.Store.Reruns.List(c.UserContext(), reruns.OfWorkspace, page.Caller(c).WorkspaceID, db.PageRequest{Limit: 1})
	if err != nil || len(list.Items) == 0 {
		return err
	}
	if r := list.Items[0]; !r.State.Ended() || r.CreatedAt > db.Micros(h.Store.Now().Add(-newsOfRerun)) {
		v.Rerun, v.RerunMade = page.WorkspacePath(c, "imports/retries/"+r.ID), h.When(&r.CreatedAt)
	}
	return nil
}

// importDetail shows one import and its progress.
func (h *Handlers) importDetail(c *fiber.Ctx) error {
	i, err := h.Store.Imports.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("importId"))
	if err != nil {
		return err
	}
	title, v := "Import", h.importView(c, i)
	full, err := h.Store.Imports.WantsFullEvidence(c.UserContext(), i.ID)
	if err != nil {
		return err
	}
	pictured := h.TakesPictures
	if full && v.Succeeded && i.ReferenceID != nil {
		if pictured, err = h.Store.References.KeepsPageOf(c.UserContext(), *i.ReferenceID, i.ID); err != nil {
			return err
		}
	}
	v.Evidence = shown.EvidenceText(full, pictured)
	if full && v.OtherHref != "" {
		v.OtherHref = page.Address(page.WorkspacePath(c, "try"), "url", i.SourceURL, "profile", string(i.MediaProfile), shown.EvidenceField, string(imports.EvidenceFull)) + "#import"
	}
	if i.State == imports.Failed {
		saved, err := h.Store.References.Saved(c.UserContext(), i.WorkspaceID, []string{i.CanonicalURL})
		if err != nil {
			return err
		}
		if r := saved[i.CanonicalURL]; r != nil {
			v.Saved, v.State = h.savedReference(c, r), shown.SavedSince
		}
	}
	if err := h.addCapture(c, &v, &i.Import); err != nil {
		return err
	}
	if v.Charged, err = h.charged(c, &i.Import); err != nil {
		return err
	}
	rows, err := shown.ImportRows(c.UserContext(), h.Base, i.WorkspaceID, []imports.Import{i.Import})
	if err != nil {
		return err
	}
	if v.Title, v.Picture = rows[0].Title, rows[0].Picture; v.Title != "" {
		title = page.FirstWords(v.Title)
	}
	return page.Show(c, fiber.StatusOK, views.ImportPage(h.LiveFrame(c, v.State.Word+" · "+title, "imports", v.Moving, 3), v))
}

// charged returns what an import that succeeded cost.
func (h *Handlers) charged(c *fiber.Ctx, i *imports.Import) (string, error) {
	if i.State != imports.Succeeded || !page.Caller(c).Has(accounts.Editor) {
		return "", nil
	}
	credits, err := h.Store.Billing.ChargedFor(c.UserContext(), i.WorkspaceID, []string{i.ID})
	if err != nil || credits == 0 {
		return "", err
	}
	return views.Credits(credits), nil
}

func (h *Handlers) importView(c *fiber.Ctx, i *imports.Detail) views.Import {
	v := views.Import{ID: i.ID, Link: i.SourceURL, Canonical: i.CanonicalURL, Platform: h.PlatformOf(i.Platform), State: shown.ImportState(i.State),
		Doing: shown.ProgressText(h.Base, i.Import), Keeps: shown.ProfileText(i.MediaProfile, i.Transcript), Price: shown.MaximumPrice(h.Store.Imports.PriceOf(&i.Import)),
		Together: shown.Together(i.Import), Made: h.When(&i.CreatedAt), Ended: h.When(i.FinishedAt), Moving: !i.State.Final(), Succeeded: i.State == imports.Succeeded, Stopping: i.CancelRequested, Attempts: shown.Attempts(h.Base, i), Applied: appliedText(i.Applied())}
	if i.OutcomeCode != "" {
		v.Failure, v.Code = shown.FailureOf(i.Import)
		v.RequestID = i.RequestID
		v.Do = shown.FailureAdvice(i.Import)
	}
	if i.ReferenceID != nil {
		v.Reference = page.WorkspacePath(c, "references/"+*i.ReferenceID)
	}
	here := page.WorkspacePath(c, "imports/"+i.ID)
	switch {
	case !page.Caller(c).Has(accounts.Editor):
	case v.Moving:
		v.CancelHref = here + "/cancel"
	case i.MayComeAgain():
		v.AgainHref, v.FormID = here+"/again", db.NewID()
		v.OtherHref = page.Address(page.WorkspacePath(c, "try"), "url", i.SourceURL, "profile", string(i.MediaProfile)) + "#import"
	}
	return v
}

func (h *Handlers) cancelImport(c *fiber.Ctx) error {
	here := page.WorkspacePath(c, "imports/"+c.Params("importId"))
	i, err := h.CancelImport(c.UserContext(), page.Caller(c), c.Params("importId"))
	if apierror.Is(err, apierror.CodeRevisionConflict) {
		return h.Redirect(c, here, "The import had already finished. Nothing was changed.")
	}
	if err != nil {
		return err
	}
	if i.State == imports.Cancelled {
		return h.Redirect(c, here, "Cancelled. Nothing was charged.")
	}
	return h.Redirect(c, here, "Stopping after the current step.")
}

// importAgain starts a new import of the same link with the same settings.
func (h *Handlers) importAgain(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	key, err := formKey(f)
	if err != nil {
		return err
	}
	id, batch := c.Params("importId"), f.Text("batch")
	if batch != "" && !db.ValidID(batch) {
		return apierror.InvalidInput(apierror.Field{Name: "batch", In: "body", Reason: "pattern", Expected: "the id that the page gave"})
	}
	accepted, err := h.ImportAgain(c.UserContext(), page.Caller(c), id, key, batch)
	if apierror.Is(err, apierror.CodeInsufficientCredits) {
		return h.Redirect(c, page.WorkspacePath(c, "imports/"+id), "The workspace does not have enough credits. No import was started.")
	}
	if err != nil {
		return err
	}
	if batch != "" {
		return h.Redirect(c, page.WorkspacePath(c, "imports/many/"+batch), "Import started. This page shows its progress.")
	}
	return h.Redirect(c, page.WorkspacePath(c, "imports/"+accepted.ID), "Import started. This page shows its progress.")
}

// appliedText describes which annotations of an import were applied to its reference. It returns "" if there were
// none or it is not known.
func appliedText(a *imports.Applied) string {
	if a == nil {
		return ""
	}
	var sentences []string
	for _, text := range []struct {
		name    string
		applied *bool
	}{{"title", a.CustomTitle}, {"notes", a.Notes}} {
		switch {
		case text.applied == nil:
		case *text.applied:
			sentences = append(sentences, "The "+text.name+" of this import was saved.")
		default:
			sentences = append(sentences, "The reference kept its own "+text.name+".")
		}
	}
	if len(a.Tags) > 0 {
		sentences = append(sentences, "Tags saved: "+strings.Join(a.Tags, ", ")+".")
	}
	if len(a.TagsLeftOut) > 0 {
		sentences = append(sentences, "No room for: "+strings.Join(a.TagsLeftOut, ", ")+".")
	}
	return strings.Join(sentences, " ")
}
