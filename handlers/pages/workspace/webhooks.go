package workspace

import (
	"fmt"
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/events"
	"socialdata/views"
)

// eventWords describes what each type of event reports.
var eventWords = map[events.Type]string{
	events.ImportSucceeded:       "an import has succeeded",
	events.ImportFailed:          "an import has failed",
	events.ImportCancelled:       "an import was cancelled",
	events.ImportsRetried:        "the cause of failed imports was mended",
	events.ReferenceUpdated:      "a reference has changed",
	events.ReferenceDeleted:      "a reference was deleted",
	events.ReferenceMediaExpired: "the media of a reference is no longer kept",
	events.WatchFound:            "a watch has found something new",
	events.WatchChanged:          "a watched item has changed: its counts, text, link or media",
	events.WatchEnded:            "an item of a watched list has ended",
	events.WatchReturned:         "an item that had ended is back",
	events.WatchThreshold:        "an item went beyond a threshold of its watch",
	events.WatchGone:             "a watched item is gone",
	events.WatchFailing:          "a watch fails again and again",
	events.ExportSucceeded:       "a scheduled export is stored",
	events.ExportFailed:          "a run of a scheduled export was given up",
	events.CreditsLow:            "the balance is low",
	events.KeyBudget:             "a key has spent 80 % of its budget",
}

// formatWords names the formats of deliveries.
var formatWords = map[events.Format]string{events.Standard: "Events for a program", events.Slack: "Messages for Slack", events.Discord: "Messages for Discord", events.Ntfy: "Messages for ntfy"}

func (h *Handlers) webhooks(c *fiber.Ctx) error {
	return h.showWebhooks(c, fiber.StatusOK, page.ReadForm(c), nil)
}

// makeWebhook shows the new secret in the response to the form, because it cannot be read again.
func (h *Handlers) makeWebhook(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.CreateWebhook](h.Service, f, webhookBounds...)
	if !f.OK() {
		return h.showWebhooks(c, fiber.StatusBadRequest, f, nil)
	}
	w, secret, err := h.CreateWebhook(c.UserContext(), page.Caller(c), in)
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		f.AddProblem("", fmt.Sprintf("A workspace has at most %d endpoints. Delete one first.", events.MostWebhooks))
		return h.showWebhooks(c, fiber.StatusUnprocessableEntity, f, nil)
	}
	if err != nil {
		return err
	}
	if w.Format != events.Standard { // a channel checks no signature
		return h.Redirect(c, page.WorkspacePath(c, "webhooks/"+w.ID), "The channel is added. Send it a test to see that messages arrive.")
	}
	return h.showWebhooks(c, fiber.StatusCreated, &page.Form{}, &views.NewSecret{Of: w.URL, Secret: secret})
}

// webhookBounds maps the fields of an endpoint.
var webhookBounds = []page.Bound{{Property: "url", Label: "The address", Words: "It needs to be an address that begins with https://."},
	{Property: "events", Words: "Choose at least one."}, {Property: "description", Label: "The description"}, {Property: "format", Label: "The format"}}

func (h *Handlers) showWebhooks(c *fiber.Ctx, status int, f *page.Form, made *views.NewSecret) error {
	rows, err := h.Store.Events.Webhooks(c.UserContext(), page.Caller(c).WorkspaceID, page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	v := views.Webhooks{New: made, Refusal: f.Problems[""], Form: webhookForm(f, nil)}
	v.Form.Open = !f.OK() || len(rows.Items) == 0
	for _, w := range rows.Items {
		v.Rows = append(v.Rows, views.WebhookRow{URL: w.URL, Format: formatWords[w.Format], Description: w.Description, Href: page.WorkspacePath(c, "webhooks/"+w.ID), State: webhookState(&w),
			Events: typeNames(w.Types()), Made: h.When(&w.CreatedAt)})
	}
	v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	return page.Show(c, status, views.WebhooksPage(h.Frame(c, "Webhooks", "webhooks"), v))
}

// webhookForm returns the form with the submitted values, else those of the endpoint w. For a new endpoint, all
// events are selected.
func webhookForm(f *page.Form, w *events.Webhook) views.WebhookForm {
	url, description, chosen := f.Text("url"), f.Text("description"), f.Values["events"]
	filled, format := len(f.Values) > 0, f.Text("format")
	switch {
	case !filled && w != nil:
		url, description, format, chosen = w.URL, w.Description, string(w.Format), typeNames(w.Types())
	case !filled:
		chosen = typeNames(events.Types())
	}
	v := views.WebhookForm{EventsProblem: f.Problems["events"],
		URL:         views.Field{Name: "url", Label: "Address", Type: "url", Hint: "It begins with https:// and answers within ten seconds.", Value: url, Problem: f.Problems["url"], Required: true, Max: operations.MostOf[operations.EndpointURL](), Mono: true},
		Description: views.Field{Name: "description", Label: "Description", Value: description, Problem: f.Problems["description"], Max: operations.MostOf[operations.Description]()}}
	none := ""
	if w == nil {
		none = "What its address says"
	}
	v.Formats, _ = page.Options(none, format, events.Formats(), func(f events.Format) string { return formatWords[f] })
	for _, t := range events.Types() {
		if says := eventWords[t]; says != "" {
			v.Events = append(v.Events, views.Scope{Name: string(t), Says: says, Chosen: slices.Contains(chosen, string(t))})
		}
	}
	return v
}

func webhookState(w *events.Webhook) views.State {
	switch {
	case w.DisabledAt != nil:
		return views.State{Tone: "bad", Word: "Disabled"}
	case w.FailingSince != nil:
		return views.State{Tone: "warn", Word: "Fails"}
	}
	return views.State{Tone: "good", Word: "Enabled"}
}

func typeNames(list []events.Type) []string {
	names := make([]string, 0, len(list))
	for _, t := range list {
		names = append(names, string(t))
	}
	return names
}
