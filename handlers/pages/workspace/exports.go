package workspace

import (
	"cmp"
	"mime"
	"path"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/export"
	"socialdata/internal/table"
	"socialdata/models/exports"
	"socialdata/views"
)

// kindWords says what each kind of export writes.
var kindWords = map[exports.Kind]string{exports.References: "References", exports.Imports: "Imports", exports.Observations: "Counts over time", exports.Ledger: "Ledger",
	exports.Events: "Events", exports.Requests: "Request log"}

// fileWords names the formats of files.
var fileWords = map[table.Format]string{table.CSV: "CSV", table.Lines: "JSON lines", table.Parquet: "Parquet"}

// scheduleWords says when exports of a schedule run.
var scheduleWords = map[exports.Schedule]string{exports.Hourly: "every hour", exports.Daily: "every day", exports.Weekly: "every Monday"}

// exportStates describes the states of runs.
var exportStates = map[exports.RunState]views.State{exports.Running: {Tone: "busy", Word: "Running"}, exports.Succeeded: {Tone: "good", Word: "Complete"}, exports.Failed: {Tone: "bad", Word: "Failed"}}

// exports lists the scheduled exports of a workspace.
func (h *Handlers) exports(c *fiber.Ctx) error {
	return h.showExports(c, fiber.StatusOK, page.ReadForm(c))
}

// exportBounds maps the fields of the form that schedules an export.
var exportBounds = []page.Bound{{Property: "kind", Label: "What"}, {Property: "format", Label: "The format"}, {Property: "schedule", Label: "The schedule"},
	{Property: "prefix", Label: "The folder", Words: "Use names of letters, digits, - _ and ., joined by /. No name begins or ends with a dot."}}

// makeExport schedules an export.
func (h *Handlers) makeExport(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.CreateExport](h.Service, f, exportBounds...)
	if !f.OK() {
		return h.showExports(c, fiber.StatusBadRequest, f)
	}
	e, err := h.CreateExport(c.UserContext(), page.Caller(c), in)
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		f.AddProblem("", "The workspace has as many exports as it may have. Delete one first.")
		return h.showExports(c, fiber.StatusUnprocessableEntity, f)
	}
	if apierror.Is(err, apierror.CodePolicyBlocked) {
		f.AddProblem("", apierror.Happened(apierror.From(err).SafeMessage()))
		return h.showExports(c, fiber.StatusForbidden, f)
	}
	if err != nil {
		return err
	}
	return h.Redirect(c, page.WorkspacePath(c, "exports/"+e.ID), "The export is scheduled.")
}

func (h *Handlers) showExports(c *fiber.Ctx, status int, f *page.Form) error {
	rows, err := h.Store.Exports.List(c.UserContext(), page.Caller(c).WorkspaceID, page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	v := views.Exports{Refusal: f.Problems[""]}
	v.Bucket, v.Below = h.Kept.ExportsIn(page.Caller(c).WorkspaceID)
	v.Form.Open = !f.OK()
	v.Form.Kinds, _ = page.Options("", f.Text("kind"), exports.Kinds(), func(k exports.Kind) string { return kindWords[k] })
	v.Form.Formats, _ = page.Options("", f.Text("format"), table.Formats(), func(f table.Format) string { return fileWords[f] })
	v.Form.Schedules = scheduleOptions(cmp.Or(f.Text("schedule"), string(exports.Daily)))
	v.Form.Prefix = views.Field{Name: "prefix", Label: "Folder", Hint: "A folder inside the one that is the workspace’s own, as in reports/weekly. Empty: its files lie in that one directly.", Value: f.Text("prefix"), Problem: f.Problems["prefix"],
		Max: operations.MostOf[operations.ExportPrefix](), Mono: true}
	for n := range rows.Items {
		v.Rows, v.Moving = append(v.Rows, h.exportRow(c, &rows.Items[n])), v.Moving || h.exportMoves(&rows.Items[n])
	}
	v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	return page.Show(c, status, views.ExportsPage(h.LiveFrame(c, "Exports", "exports", v.Moving, 5), v))
}

// scheduleOptions returns the schedules, one of them chosen.
func scheduleOptions(chosen string) []views.Option {
	list, _ := page.Options("", chosen, exports.Schedules(), func(s exports.Schedule) string { return views.UpperFirst(scheduleWords[s]) })
	return list
}

func (h *Handlers) exportRow(c *fiber.Ctx, e *exports.Seen) views.ExportRow {
	v := views.ExportRow{What: kindWords[e.Kind], Href: page.WorkspacePath(c, "exports/"+e.ID), Format: fileWords[e.Format], Schedule: scheduleWords[e.Schedule], Prefix: e.Prefix,
		State: views.State{Tone: "calm", Word: "None yet"}}
	if len(e.Runs) > 0 {
		v.State, v.Last = exportStates[e.Runs[0].State], h.When(&e.Runs[0].StartedAt)
	}
	v.Starts = len(e.Runs) == 0 || e.Runs[0].State != exports.Running
	if e.NextRunAt > h.Store.NowMicros() {
		v.Next, v.RunAction, v.Starts = h.When(&e.NextRunAt), page.WorkspacePath(c, "exports/"+e.ID+"/run"), false
	}
	return v
}

// exportSoon is how near the next run of an export is when its page already waits for it.
const exportSoon = 5 * time.Minute

// exportMoves reports whether an export runs, or is about to, so that a page about it is read again.
func (h *Handlers) exportMoves(e *exports.Seen) bool {
	return e.NextRunAt < h.Store.NowMicros()+exportSoon.Microseconds()
}

// export shows a scheduled export with its last runs.
func (h *Handlers) export(c *fiber.Ctx) error {
	return h.showExport(c, fiber.StatusOK, page.ReadForm(c))
}

// changeExport gives a scheduled export another schedule.
func (h *Handlers) changeExport(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.ChangeExport](h.Service, f, page.Bound{Property: "schedule", Label: "The schedule"})
	if !f.OK() {
		return h.showExport(c, fiber.StatusBadRequest, f)
	}
	e, err := h.ChangeExport(c.UserContext(), page.Caller(c), c.Params("exportId"), in)
	if err != nil {
		return err
	}
	return h.Redirect(c, page.WorkspacePath(c, "exports/"+e.ID), "It runs "+string(e.Schedule)+" now.")
}

func (h *Handlers) showExport(c *fiber.Ctx, status int, f *page.Form) error {
	e, err := h.Store.Exports.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("exportId"))
	if err != nil {
		return err
	}
	v := views.Export{ExportRow: h.exportRow(c, e), Moving: h.exportMoves(e), DeleteHref: page.WorkspacePath(c, "exports/"+e.ID+"/delete")}
	v.Contains, v.Made = runWrites(e.Kind), h.When(&e.CreatedAt)
	v.When = views.Field{Name: "schedule", Label: "When", Problem: f.Problems["schedule"]}
	v.Schedules = scheduleOptions(string(e.Schedule))
	listed := false
	for n := range e.Runs {
		r := &e.Runs[n]
		row := views.ExportRunRow{State: exportStates[r.State], AsOf: h.When(&r.AsOf), Ended: h.When(r.EndedAt), Rows: r.RowCount, Files: int64(len(r.Files())), Size: shown.FormatBytes(r.Bytes)}
		if r.Code != "" {
			row.Trouble = shown.ErrorText(r.Code)
		}
		h.addExportFiles(&row, r, page.WorkspacePath(c, "exports/"+e.ID+"/runs/"+r.ID+"/"))
		row.Open = len(row.Stored) > 0 && row.Only == nil && !listed
		listed = listed || len(row.Stored) > 0
		v.Runs = append(v.Runs, row)
	}
	return page.Show(c, status, views.ExportPage(h.LiveFrame(c, v.Title(), "exports", v.Moving, 5), v))
}

// runWrites says what each run of an export writes: a log from where the last run ended, anything else whole.
func runWrites(k exports.Kind) string {
	if k.IsLog() {
		return "what is new since the last run"
	}
	return "all of it, each time"
}

// filesShown is how many files of a run are listed.
const filesShown = 100

// addExportFiles adds the files of a complete run, which are downloaded below a path, or where in the operator's bucket they lie.
func (h *Handlers) addExportFiles(row *views.ExportRunRow, r *exports.Run, below string) {
	if r.State != exports.Succeeded {
		return
	}
	add := func(key, word, says string) {
		f := views.ExportFile{Word: word, Name: path.Base(key), Says: says}
		if row.Bucket == "" {
			f.Href = below + f.Name
		}
		row.Stored = append(row.Stored, f)
	}
	if bucket, manifest := h.Kept.ExportBucket(r.Manifest); bucket != "" {
		row.Bucket, row.Below = bucket, path.Dir(manifest)+"/"
	}
	files := r.Files()
	for n, f := range files[:min(len(files), filesShown)] {
		add(f.Key, "Part "+views.Number(int64(n+1)), views.Count(f.Rows, "row")+", "+shown.FormatBytes(f.Bytes))
	}
	row.More = int64(max(0, len(files)-filesShown))
	add(r.Manifest, "Manifest", "lists the files")
	if len(files) == 1 && row.Bucket == "" {
		row.Only, row.Stored = &row.Stored[0], row.Stored[1:]
	}
}

// exportFile sends a file of a run.
func (h *Handlers) exportFile(c *fiber.Ctx) error {
	f, err := h.Kept.ExportFile(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("exportId"), c.Params("runId"), c.Params("file"))
	if err != nil {
		return err
	}
	session.Did(c.UserContext(), session.Done{Subject: c.Params("exportId"), Detail: f.Name})
	c.Set(fiber.HeaderContentType, f.ContentType)
	c.Set(fiber.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": f.Name}))
	c.Context().Response.SetBodyStream(export.Paced(f.Body, c.Context().Conn()), int(f.Size))
	return nil
}

// runExport lets an export run at once.
func (h *Handlers) runExport(c *fiber.Ctx) error {
	e, err := h.RunExport(c.UserContext(), page.Caller(c), c.Params("exportId"))
	if err != nil {
		return err
	}
	return h.Redirect(c, page.WorkspacePath(c, "exports/"+e.ID), "It runs now. Its files are listed below when they are complete.")
}

// confirmDeleteExport says what is deleted and asks for confirmation.
func (h *Handlers) confirmDeleteExport(c *fiber.Ctx) error {
	e, err := h.Store.Exports.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("exportId"))
	if err != nil {
		return err
	}
	return page.Show(c, fiber.StatusOK, views.ConfirmPage(h.Frame(c, "Delete an export", "exports"), views.Confirm{Question: "Delete the export?",
		Goes: "Nothing more is written, and the list of its runs goes with it. The files that it wrote stay.", Verb: "Delete the export", Back: page.WorkspacePath(c, "exports/"+e.ID), BackWord: "Export"}))
}

func (h *Handlers) deleteExport(c *fiber.Ctx) error {
	err := h.DeleteExport(c.UserContext(), page.Caller(c), c.Params("exportId"))
	return h.RedirectAfter(c, err, page.WorkspacePath(c, "exports"), "The export is deleted. The files that it wrote stay.")
}
