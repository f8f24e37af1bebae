package support

import (
	"context"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/internal/lookup"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/support"
	"socialdata/views"
)

// mostReplayRows is how many imports a page of replays lists one by one.
const mostReplayRows = 50

// replayHref returns the address of the page that reads the answers of these failures again.
func (q failureQuery) replayHref() string {
	return "/support/replay" + strings.TrimPrefix(q.at(), "/support")
}

// replayForm asks why the answers on which imports failed are read again.
func (h *Handlers) replayForm(c *fiber.Ctx) error {
	return h.showReplay(c, fiber.StatusOK, page.NewForm(nil), nil, "")
}

// replay reads the answers on which imports failed with this version, and shows what comes of it.
func (h *Handlers) replay(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.SupportReason](h.Service, f, reasonBound)
	if !f.OK() {
		return h.showReplay(c, fiber.StatusBadRequest, f, nil, "")
	}
	ctx, cancel := context.WithTimeout(c.UserContext(), checkWithin)
	defer cancel()
	all, err := h.ReplayAnswers(ctx, page.Caller(c), readFailureQuery(c).filter(h.Store.Now()), in)
	if apierror.Is(err, apierror.CodeNotFound) {
		return h.showReplay(c, fiber.StatusNotFound, f, nil, "No answers are kept of these imports: the platform sent none, or they are older than a week.")
	}
	if err != nil {
		return err
	}
	return h.showReplay(c, fiber.StatusOK, f, all, "")
}

func (h *Handlers) showReplay(c *fiber.Ctx, status int, f *page.Form, all *lookup.Replays, refused string) error {
	q := readFailureQuery(c)
	if q.importID != "" && !db.ValidID(q.importID) {
		return apierror.New(apierror.CodeNotFound, "resource", "import")
	}
	n, err := h.Store.Support.CountFailed(c.UserContext(), q.filter(h.Store.Now()))
	if err != nil {
		return err
	}
	what, err := h.filterWords(c, q.filter(h.Store.Now()))
	if err != nil {
		return err
	}
	v := views.Replay{What: what + ", in " + spans[q.span].word, Back: q.at(), Action: q.replayHref(), Failed: n, Most: support.MostReplayed, Days: int64(imports.AnswersKeptFor.Hours() / 24), Program: h.Program, Refusal: refused,
		MostMiB: lookup.KeptMiB, Reason: reasonField(f, "The owners of the workspaces can read it in their lists of support actions.")}
	if q.importID != "" {
		v.What, v.Back, v.Download = "One import", "/support/imports/"+q.importID, "/support/replay/"+q.importID+"/answers"
	}
	if all != nil {
		h.addReplays(&v, all)
	}
	return page.Show(c, status, views.ReplayPage(h.Frame(c, "Read again", "support-failures"), v))
}

// addReplays adds what was read.
func (h *Handlers) addReplays(v *views.Replay, all *lookup.Replays) {
	v.Done, v.Read, v.Succeeded, v.Left = true, int64(len(all.Imports)), int64(all.Succeeded), int64(all.Left)
	for _, o := range all.Outcomes {
		v.Outcomes = append(v.Outcomes, views.ReplayOutcome{Code: string(o.Code), Missing: o.Missing, Count: int64(o.Count)})
	}
	for _, f := range all.Fields {
		v.Fields = append(v.Fields, views.ReplayField{Name: f.Name, Read: strconv.Itoa(f.Read) + " of " + strconv.Itoa(all.Succeeded), Example: f.Example, Good: f.Good})
		v.HasGood = v.HasGood || f.Good != ""
	}
	for n, i := range all.Imports {
		if n == mostReplayRows {
			break
		}
		v.Rows = append(v.Rows, views.ReplayRow{Href: "/support/imports/" + i.ImportID, Link: i.SourceURL, Then: string(i.Code), Now: string(i.Now.Code), Missing: strings.Join(i.Now.Missing, ", "),
			Detail: i.Now.Detail, Title: replayedTitle(i.Now), Cut: i.Now.Cut, At: h.When(&i.At)})
	}
}

// replayedTitle returns the title, text or id of what was read; "" if nothing was.
func replayedTitle(r lookup.Replayed) string {
	switch {
	case r.Item == nil:
		return ""
	case page.OrEmpty(r.Item.Title) != "":
		return *r.Item.Title
	case page.OrEmpty(r.Item.Text) != "":
		return *r.Item.Text
	}
	return r.Item.ID
}

// openAnswers downloads the answers on which an import failed, with a reason.
func (h *Handlers) openAnswers(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.SupportReason](h.Service, f, reasonBound)
	id := c.Params("importId")
	if !db.ValidID(id) {
		return apierror.New(apierror.CodeNotFound, "resource", "import")
	}
	if !f.OK() {
		return h.Redirect(c, "/support/replay?import="+id, "A reason is needed for the download.")
	}
	packed, err := h.OpenAnswers(c.UserContext(), page.Caller(c), id, in)
	if err != nil {
		return err
	}
	return sendCalls(c, packed, "import-"+id[:8])
}

// sendCalls sends compressed calls as a JSON file.
func sendCalls(c *fiber.Ctx, packed []byte, name string) error {
	raw, err := lookup.CallsJSON(packed)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
	c.Attachment(name + ".json")
	return c.Send(raw)
}
