package support

import (
	"context"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/jobs"
	"socialdata/models/imports"
	"socialdata/views"
)

// Queues looks at the queues of background work.
type Queues interface {
	Stats(ctx context.Context) jobs.QueueStats
}

// queues shows at a glance what waits, in the database and in the queue. A queue that does not respond is a state of the page.
func (h *Handlers) queues(c *fiber.Ctx) error {
	flight, err := h.Store.Support.ImportsInFlight(c.UserContext())
	if err != nil {
		return err
	}
	g := h.Queues.Stats(c.UserContext())
	v := views.QueuesNow{At: h.WhenAt(h.Store.Now()), Away: g.Unavailable}
	for _, f := range flight {
		v.Imports = append(v.Imports, views.WaitingImports{Word: waitingWords[f.State], Count: f.Count, Since: h.When(&f.Oldest), Href: "/support/imports?state=" + string(f.State)})
	}
	for _, q := range g.Queues {
		v.Queues = append(v.Queues, views.Queue{Name: q.Name, Pending: q.Pending, Active: q.Active, Scheduled: q.Scheduled, Retry: q.Retry, Archived: q.Archived,
			Processed: q.ProcessedToday, Failed: q.FailedToday, Latency: page.FormatDuration(q.Latency), Paused: q.Paused, Slots: q.Slots})
	}
	for _, w := range g.Workers {
		v.Workers = append(v.Workers, views.Worker{Host: w.Host, PID: w.PID, Slots: w.Concurrency, Busy: w.Busy, State: w.State, Since: h.WhenAt(w.Since)})
	}
	frame := h.Frame(c, "Queues", "support-queues")
	frame.Refresh = 10
	return page.Show(c, fiber.StatusOK, views.QueuesPage(frame, v))
}

// waitingWords tell the states apart that customers see as one.
var waitingWords = map[imports.State]string{
	imports.Accepted: "Waiting to be queued", imports.Queued: "Sent to the queue", imports.Running: "Running",
	imports.RetryWait: "Waiting for the next attempt",
}
