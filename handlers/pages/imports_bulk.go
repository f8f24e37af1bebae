package pages

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/views"
)

// selectedImports are the imports that were ticked. said is not "" if nothing can be done to them.
func (h *Handlers) selectedImports(f *form) (in operations.Selected, said string) {
	in = bind[operations.Selected](h.Service, f, bulkBounds(f)...)
	if !f.ok() {
		said = f.problems["id"] + " Nothing was changed."
	}
	if len(f.ids()) == 0 {
		said = nothingSelected
	}
	return in, said
}

// cancelImports cancels several imports; what has ended stays as it is.
func (h *Handlers) cancelImports(c *fiber.Ctx) error {
	f := readForm(c)
	in, sentence := h.selectedImports(f)
	if sentence != "" {
		return h.listAgain(c, f, "imports", sentence)
	}
	cancelled, ended := 0, 0
	for _, id := range in.IDs {
		_, err := h.CancelImport(c.UserContext(), caller(c), id)
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
	return h.listAgain(c, f, "imports", sentence)
}

// importSeveralAgain starts several imports again with their settings. A form that is sent twice starts each once.
func (h *Handlers) importSeveralAgain(c *fiber.Ctx) error {
	f := readForm(c)
	key, err := formKey(f)
	if err != nil {
		return err
	}
	in, sentence := h.selectedImports(f)
	if sentence != "" {
		return h.listAgain(c, f, "imports", sentence)
	}
	list, moving := h.ImportAllAgain(c.UserContext(), caller(c), in, key)
	started, refused := 0, ""
	for _, one := range list {
		if err := ourOwn(one.Err); err != nil {
			return err
		}
		if one.Err != nil {
			refused = " Not all could be started: " + bulkReasons(apierror.From(one.Err).Code) + "."
			continue
		}
		started++
	}
	sentence = views.Count(started, "import") + " started." + refused
	if moving > 0 {
		sentence += " " + views.Count(moving, "other") + " had not finished yet."
	}
	return h.listAgain(c, f, "imports", sentence)
}
