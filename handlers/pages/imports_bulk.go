package pages

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/internal/apierror"
	"socialdata/jobs"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// cancelImports cancels several imports; what has ended stays as it is.
func (h *Handlers) cancelImports(c *fiber.Ctx) error {
	f := readForm(c)
	cancelled, ended := 0, 0
	for _, id := range f.ids() {
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
	sentence := count(cancelled, "import") + " cancelled, or stopping after the current step."
	switch {
	case cancelled+ended == 0:
		sentence = nothingSelected
	case ended > 0:
		sentence += " " + count(ended, "other") + " had already finished."
	}
	return h.listAgain(c, f, "imports", sentence)
}

// importSeveralAgain starts several imports again with their settings. A form that is sent twice starts each once.
func (h *Handlers) importSeveralAgain(c *fiber.Ctx) error {
	f := readForm(c)
	if !db.ValidID(f.text("form")) {
		return apierror.InvalidInput(apierror.Field{Name: "form", In: "body", Reason: "pattern", Expected: "the id that the page gave"})
	}
	list, waiting, refused, err := h.endedAmong(c, f)
	if err != nil {
		return err
	}
	started := 0
	h.startMany(c, list)
	for _, one := range list {
		if err := ourOwn(one.Err); err != nil {
			return err
		}
		if one.Err != nil {
			refused = notAllStarted(one.Err)
			continue
		}
		started++
	}
	sentence := count(started, "import") + " started." + refused
	switch {
	case started+waiting == 0 && refused == "":
		sentence = nothingSelected
	case waiting > 0:
		sentence += " " + count(waiting, "other") + " had not finished yet."
	}
	return h.listAgain(c, f, "imports", sentence)
}

// notAllStarted says why one of several imports was not started.
func notAllStarted(err error) string {
	return " Not all could be started: " + bulkReasons(apierror.From(err).Code) + "."
}

// endedAmong returns the chosen imports that have ended, to be started again, and counts those that have not.
func (h *Handlers) endedAmong(c *fiber.Ctx, f *form) (list []jobs.Started, waiting int, refused string, err error) {
	for _, id := range f.ids() {
		old, err := h.Store.Imports.Find(c.UserContext(), caller(c).WorkspaceID, id)
		switch {
		case ourOwn(err) != nil:
			return nil, 0, "", err
		case err != nil:
			refused = notAllStarted(err)
		case !old.State.Final():
			waiting++
		default:
			again := sameSettings(old.Import, "page:"+f.text("form")+":"+id)
			again.SourceURL = old.SourceURL
			list = append(list, jobs.Started{Import: again})
		}
	}
	return list, waiting, refused, nil
}

// sameSettings are those of an import, for another one of the same link.
func sameSettings(i imports.Import, key string) imports.NewImport {
	return imports.NewImport{MediaProfile: i.MediaProfile, Transcript: i.Transcript, HoldDays: i.HoldDays, CustomTitle: i.CustomTitle, Notes: i.Notes, Tags: i.Tags, Key: key}
}
