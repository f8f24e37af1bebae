package imports

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/views"
)

// selectedImports returns the imports that were selected. If nothing can be done to them, said explains why;
// otherwise it is "".
func (h *Handlers) selectedImports(f *page.Form) (in operations.Selected, said string) {
	in = page.Bind[operations.Selected](h.Service, f, page.BulkBounds(f)...)
	if !f.OK() {
		said = f.Problems["id"] + " Nothing was changed."
	}
	if len(f.IDs()) == 0 {
		said = page.NothingSelected
	}
	return in, said
}

// cancelImports cancels several imports. Those that have ended are not changed.
func (h *Handlers) cancelImports(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in, sentence := h.selectedImports(f)
	if sentence != "" {
		return h.ListUnchanged(c, f, "imports", sentence)
	}
	cancelled, ended := 0, 0
	for _, id := range in.IDs {
		_, err := h.CancelImport(c.UserContext(), page.Caller(c), id)
		switch {
		case err == nil:
			cancelled++
		case apierror.Is(err, apierror.CodeRevisionConflict, apierror.CodeNotFound):
			ended++
		default:
			return err
		}
	}
	sentence = views.Count(cancelled, "import") + " cancelled, or stopping after the current step."
	if ended > 0 {
		sentence += " " + views.Count(ended, "other") + " had already finished."
	}
	return h.ListAgain(c, f, "imports", sentence)
}

// importSeveralAgain starts several imports again with the same settings. Submitting the form twice starts each only
// once.
func (h *Handlers) importSeveralAgain(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	key, err := formKey(f)
	if err != nil {
		return err
	}
	in, sentence := h.selectedImports(f)
	if sentence != "" {
		return h.ListUnchanged(c, f, "imports", sentence)
	}
	list, moving, unavailable := h.ImportAllAgain(c.UserContext(), page.Caller(c), in, key)
	started, refused := 0, ""
	for _, one := range list {
		if err := page.OurOwn(one.Err); err != nil {
			return err
		}
		if one.Err != nil {
			refused = " Not all could be started: " + shown.WhyNotChanged(apierror.From(one.Err).Code) + "."
			continue
		}
		started++
	}
	sentence = views.Count(started, "import") + " started." + refused
	if moving > 0 {
		sentence += " " + views.Count(moving, "other") + " had not finished yet."
	}
	sentence = strings.TrimSpace(sentence + " " + leftOut(int64(unavailable), "other"))
	if started == 0 {
		return h.ListUnchanged(c, f, "imports", sentence)
	}
	return h.Redirect(c, page.WorkspacePath(c, "imports"), sentence) // the filter of the list may leave out what was started
}
