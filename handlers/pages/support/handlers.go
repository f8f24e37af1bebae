// Package support serves the pages of support: failures, imports, workspaces, routes and queues of the whole
// installation. It is the only chapter that shows workspaces which the caller does not belong to. Like every chapter
// it may import page and shown, never another chapter.
package support

import (
	"cmp"
	"context"
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
	"socialdata/jobs"
	"socialdata/models/imports"
	"socialdata/views"
)

// Handlers are the pages of support.
type Handlers struct {
	*page.Base

	Sources func() string // returns a sentence with the dates and versions that reading the platforms depends on
	Queues  Queues
	Program string // version of the program
}

// Routes returns the routes of this chapter.
func (h *Handlers) Routes() []page.Route {
	const get, post = fiber.MethodGet, fiber.MethodPost
	return []page.Route{
		{Method: get, Path: "/support", Role: session.Support, Handle: h.failures},
		{Method: get, Path: "/support/known", Act: "markKnownFailure", Handle: h.knownForm},
		{Method: post, Path: "/support/known", Act: "markKnownFailure", Handle: h.markKnown},
		{Method: get, Path: "/support/mended", Act: "markMended", Handle: h.mendedForm},
		{Method: post, Path: "/support/mended", Act: "markMended", Handle: h.markMended},
		{Method: get, Path: "/support/replay", Act: "replayAnswers", Handle: h.replayForm},
		{Method: post, Path: "/support/replay", Act: "replayAnswers", Handle: h.replay},
		{Method: post, Path: "/support/replay/:importId/answers", Act: "openAnswers", Handle: h.openAnswers},
		{Method: get, Path: "/support/reruns", Role: session.Support, Handle: h.supportReruns},
		{Method: get, Path: "/support/reruns/new", Act: "runGroupAgain", Handle: h.runGroupForm},
		{Method: post, Path: "/support/reruns/new", Act: "runGroupAgain", Handle: h.runGroup},
		{Method: get, Path: "/support/reruns/:rerunId", Act: "setRerunState", Handle: h.supportRerun},
		{Method: post, Path: "/support/reruns/:rerunId", Act: "setRerunState", Handle: h.setRerunState},
		{Method: get, Path: "/support/imports", Role: session.Support, Handle: h.supportImports},
		{Method: get, Path: "/support/imports/:importId", Role: session.Support, Handle: h.supportImport},
		{Method: post, Path: "/support/imports/:importId/run-again", Act: "runImportAgain", Handle: h.runAgain},
		{Method: get, Path: "/support/workspaces", Role: session.Support, Handle: h.supportWorkspaces},
		{Method: get, Path: "/support/workspaces/:id", Role: session.Support, Handle: h.supportWorkspace},
		{Method: post, Path: "/support/workspaces/:id/credits", Act: "grantCredits", Handle: h.grantCredits},
		{Method: post, Path: "/support/workspaces/:id/meter", Act: "meterWorkspace", Handle: h.meter},
		{Method: get, Path: "/support/routes", Role: session.Support, Handle: h.supportRoutes},
		{Method: post, Path: "/support/routes/check", Act: "checkRoutes", Handle: h.checkRoutes},
		{Method: get, Path: "/support/routes/:routeId", Role: session.Support, Handle: h.supportRoute},
		{Method: get, Path: "/support/routes/:routeId/answers/:answerId", Role: session.Support, Handle: h.changedAnswer},
		{Method: post, Path: "/support/routes/:routeId/check", Act: "checkRoute", Handle: h.checkRoute},
		{Method: post, Path: "/support/routes/:routeId", Act: "switchRoute", Handle: h.switchRoute},
		{Method: get, Path: "/support/shapes", Act: "changeShapes", Handle: h.shapes},
		{Method: post, Path: "/support/shapes", Act: "changeShapes", Handle: h.changeShapes},
		{Method: get, Path: "/support/shapes/:rolloutId", Act: "undoShapes", Handle: h.shapesChange},
		{Method: post, Path: "/support/shapes/:rolloutId", Act: "undoShapes", Handle: h.undoShapes},
		{Method: get, Path: "/support/incidents/:incidentId", Role: session.Support, Handle: h.incident},
		{Method: get, Path: "/support/queues", Role: session.Support, Handle: h.queues},
		{Method: get, Path: "/support/audit", Role: session.Support, Handle: h.audit},
	}
}

// Queues returns statistics about the queues of background work.
type Queues interface {
	Stats(ctx context.Context) jobs.QueueStats
}

// queues shows what waits in the database and in the queue. If the queue does not respond, the page says so.
func (h *Handlers) queues(c *fiber.Ctx) error {
	flight, err := h.Store.Support.ImportsInFlight(c.UserContext())
	if err != nil {
		return err
	}
	g := h.Queues.Stats(c.UserContext())
	v := views.QueuesNow{At: h.WhenAt(h.Store.Now()), Away: g.Unavailable}
	for _, f := range flight {
		if f.Count == 0 {
			continue
		}
		v.Imports = append(v.Imports, views.WaitingImports{Word: waitingWords[f.State], Count: f.Count, Since: h.When(&f.Oldest), Href: "/support/imports?state=" + string(f.State)})
	}
	for _, q := range g.Queues {
		switch {
		case q.Quiet():
			v.Quiet = append(v.Quiet, q.Name)
		case q.Unserved():
			v.Unserved = append(v.Unserved, q.Name)
		default:
			v.Queues = append(v.Queues, views.Queue{Name: q.Name, Pending: q.Pending, Active: q.Active, Scheduled: q.Scheduled, Retry: q.Retry, Archived: q.Archived,
				Processed: q.ProcessedToday, Failed: q.FailedToday, Latency: page.FormatDuration(q.Latency), Paused: q.Paused, Slots: q.Slots})
		}
	}
	busiestFirst(v.Queues)
	for _, w := range g.Workers {
		v.Workers = append(v.Workers, views.Worker{Host: w.Host, PID: w.PID, Slots: w.Concurrency, Busy: w.Busy, State: w.State, Since: h.WhenAt(w.Since)})
	}
	return page.Show(c, fiber.StatusOK, views.QueuesPage(h.LiveFrame(c, "Queues", "support-queues", true, 10), v))
}

// busiestFirst sorts queues by the number of tasks that they hold.
func busiestFirst(queues []views.Queue) {
	slices.SortStableFunc(queues, func(a, b views.Queue) int { return cmp.Compare(b.Held(), a.Held()) })
}

// waitingWords distinguishes states that look the same to customers.
var waitingWords = map[imports.State]string{
	imports.Accepted: "Waiting to be queued", imports.Queued: "Sent to the queue", imports.Running: "Running",
	imports.RetryWait: "Waiting for the next attempt",
}
