package imports

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/jobs"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/views"
)

// manyLinks shows the form for importing many links.
func (h *Handlers) manyLinks(c *fiber.Ctx) error {
	return h.showMany(c, fiber.StatusOK, page.ReadForm(c), nil)
}

// importMany shows what each of many links is and what they cost at most, or imports those that can be imported.
func (h *Handlers) importMany(c *fiber.Ctx) error {
	f, note := page.ReadForm(c), &page.Caller(c).Note
	key, err := formKey(f)
	if err != nil {
		return err
	}
	correctLinks(f)
	note.ReadsOnly = true
	typed := typedLinks(f.Text("links"))
	links := page.Bind[operations.LinkList](h.Service, f, page.Bound{Property: "links", Words: wantedLinks(f.Text("links"), len(typed)), Given: typed}).Links
	settings := page.Bind[operations.ImportSettings](h.Service, f, shown.ImportBounds(f, "")...)
	if !f.OK() {
		return h.showMany(c, fiber.StatusBadRequest, f, nil)
	}
	rows, err := h.recognizeMany(c, links, map[string]bool{})
	if err != nil {
		return err
	}
	if err := h.addWatched(c, f.Word("watch"), rows); err != nil {
		return err
	}
	if _, price := h.priceOf(f, rows); f.Text("step") != "import" || dearer(f, price) {
		return h.showMany(c, fiber.StatusOK, f, rows)
	}
	note.ReadsOnly = false
	switch err := h.TakesImports(c.UserContext(), page.Caller(c), f.Text("board")); {
	case apierror.Is(err, apierror.CodeLimitExceeded):
		f.AddProblem("board", "This board is full.")
		return h.showMany(c, fiber.StatusBadRequest, f, rows)
	case err != nil:
		return err
	}
	started, err := h.startRows(c, key, f, settings, rows)
	if err != nil {
		return err
	}
	if err := h.placeSaved(c, f.Text("board"), settings.Tags, rows); err != nil {
		return err
	}
	return h.showStarted(c, f, rows, started)
}

// startRows imports what can be imported and returns how many imports were started. Problems with a link are shown in
// its row; errors of the service itself are returned.
func (h *Handlers) startRows(c *fiber.Ctx, key string, f *page.Form, settings operations.ImportSettings, rows []views.ManyRow) (started int, err error) {
	var list []jobs.Started
	var of []*views.ManyRow
	for i := range rows {
		if rows[i].LeftOut() {
			continue
		}
		link, _ := h.ReadLink(rows[i].Link)
		of = append(of, &rows[i])
		list = append(list, jobs.Started{Import: operations.ImportOf(page.Caller(c), operations.CreateIngestion{SourceURL: operations.Link(rows[i].Link), Evidence: imports.Evidence(f.Text(shown.EvidenceField)), ImportInput: operations.ImportInput{ImportSettings: settings, Board: f.Text("board")}},
			key+":"+cmp.Or(link.NaturalID(), link.Canonical))}) // links to ads and short links have no natural id
		list[len(list)-1].Import.BatchID = f.Text("form")
	}
	h.CreateIngestions(c.UserContext(), page.Caller(c), list, nil)
	for n, one := range list {
		if err := page.OurOwn(one.Err); err != nil {
			return started, err
		}
		if one.Err != nil {
			of[n].Problem = manyReason(apierror.From(one.Err).Code)
			continue
		}
		of[n].Started = true
		started++
	}
	return started, nil
}

// placeSaved gives what is saved already the tags and the board that the new imports get. What a reference cannot take is said in its
// row; everything else is kept.
func (h *Handlers) placeSaved(c *fiber.Ctx, board string, tags operations.Tags, rows []views.ManyRow) error {
	ids, rowOf := operations.BulkIDs{}, map[string]*views.ManyRow{}
	for n := range rows {
		if saved := rows[n].Saved; saved != nil {
			ids, rowOf[saved.ID] = append(ids, saved.ID), &rows[n]
		}
	}
	if len(ids) > 0 && len(tags) > 0 {
		changed, err := h.ChangeReferences(c.UserContext(), page.Caller(c), operations.Bulk{IDs: ids, ChangeEach: operations.ChangeEach{AddTags: tags}})
		if err != nil {
			return err
		}
		for _, one := range changed {
			if err := page.OurOwn(one.Err); err != nil {
				return err
			}
			if one.Err != nil {
				rowOf[one.ID].Lacks = append(rowOf[one.ID].Lacks, "It did not get the tags: "+shown.WhyNotChanged(apierror.From(one.Err).Code)+".")
			}
		}
	}
	if len(ids) > 0 && board != "" {
		return h.putOnBoard(c, board, ids, rowOf)
	}
	return nil
}

// putOnBoard puts references on a board. If it does not take them together, it gets those that it takes alone, and the rows of the
// others say why.
func (h *Handlers) putOnBoard(c *fiber.Ctx, board string, ids []string, rowOf map[string]*views.ManyRow) error {
	put := func(ids ...string) error {
		_, err := h.ArrangeBoard(c.UserContext(), page.Caller(c), board, operations.ArrangeBoard{Add: ids})
		return err
	}
	err := put(ids...)
	if err == nil || page.OurOwn(err) != nil {
		return err
	}
	for _, id := range ids {
		err := put(id)
		if err := page.OurOwn(err); err != nil {
			return err
		}
		if err != nil {
			why := map[apierror.Code]string{apierror.CodeLimitExceeded: "it is full", apierror.CodeNotFound: "one of them is gone"}[apierror.From(err).Code]
			rowOf[id].Lacks = append(rowOf[id].Lacks, "It is not on the board: "+cmp.Or(why, "the board takes nothing")+".")
		}
	}
	return nil
}

// overLimit is shown for links that exceed the limit on imports.
const overLimit = "More imports wait for the limit of imports a minute than fit into an hour. Send it again later."

// manyReason explains why one of many links was not imported.
func manyReason(code apierror.Code) string {
	if code == apierror.CodeRateLimited {
		return overLimit
	}
	return shown.ErrorText(code)
}

func (h *Handlers) showMany(c *fiber.Ctx, status int, f *page.Form, rows []views.ManyRow) error {
	credits, err := h.Store.Billing.Credits(c.UserContext(), page.Caller(c).WorkspaceID)
	if err != nil {
		return err
	}
	v := views.ManyLinks{Balance: credits.Balance, FormID: f.Text("form"), Watch: f.Word("watch"), Settings: shown.ImportSettings(h.Base, f), Rows: rows,
		Links: views.Field{Name: "links", Label: "Links", Hint: "One a line, or a text with links in it; at most " + views.Count(operations.MostAtOnce, "link") + ". Checking them is free.", Value: f.Text("links"),
			Problem: f.Problems["links"], Required: true, Mono: true}}
	v.Settings.Evidence = shown.EvidenceChoice(h.Base, f)
	if v.Settings.Boards, err = h.BoardForImports(c, f); err != nil {
		return err
	}
	if !db.ValidID(v.FormID) {
		v.FormID = db.NewID()
	}
	if len(rows) > 0 {
		v.PassedOver = passedOver(f.Text("links"))
	}
	v.Count, v.Price = h.priceOf(f, rows)
	v.Dearer = f.Text("step") == "import" && dearer(f, v.Price)
	return page.Show(c, status, views.ManyLinksPage(h.Frame(c, "Import many links", "imports"), v))
}

// priceOf returns how many of the links can be imported, and what that costs at most by the settings of the form.
func (h *Handlers) priceOf(f *page.Form, rows []views.ManyRow) (count int, price int64) {
	for _, r := range rows {
		if !r.LeftOut() {
			count++
		}
	}
	return count, int64(count) * h.Store.Imports.FullPrice(imports.MediaProfile(f.Text("profile")), f.IsChecked("transcript"))
}

// dearer reports whether a price is above the one that the person has seen on the checked page. A form that was never checked has seen none.
func dearer(f *page.Form, price int64) bool {
	agreed, err := strconv.ParseInt(f.Text("agreed"), 10, 64)
	return err == nil && price > agreed
}

// laterLinks returns a form with the links that exceeded the limit and the same settings, or nil if there are none.
func laterLinks(f *page.Form, rows []views.ManyRow) *views.ManyLater {
	var links []string
	for _, r := range rows {
		if r.Problem == overLimit {
			links = append(links, r.Link)
		}
	}
	if len(links) == 0 {
		return nil
	}
	return &views.ManyLater{Links: strings.Join(links, " "), Count: len(links), FormID: f.Text("form"), Profile: f.Text("profile"), Hold: f.Text("hold"),
		Tags: f.Text("tags"), Board: f.Text("board"), Transcript: f.IsChecked("transcript")}
}
