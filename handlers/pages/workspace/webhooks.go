package workspace

import (
	"fmt"
	"slices"
	"strings"

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
	in := page.Bind[operations.CreateWebhook](h.Service, f, h.webhookBounds(f)...)
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
	return h.showWebhooks(c, fiber.StatusCreated, &page.Form{}, &views.NewSecret{Of: w.URL, Secret: secret, TestHref: page.WorkspacePath(c, "webhooks/"+w.ID)})
}

// schemes says how the address of an endpoint begins.
func (h *Handlers) schemes() string {
	if h.WebhooksLocal {
		return "https:// or http://"
	}
	return "https://"
}

// webhookBounds maps the fields of an endpoint.
func (h *Handlers) webhookBounds(f *page.Form) []page.Bound {
	return []page.Bound{{Property: "url", Label: "The address", Words: "It needs to be an address that begins with " + h.schemes() + "."},
		{Property: "events", Given: typeNames(tickedTypes(f.Texts("events"))), Words: "Choose at least one."}, {Property: "description", Label: "The description"}, {Property: "format", Label: "The format"}}
}

func (h *Handlers) showWebhooks(c *fiber.Ctx, status int, f *page.Form, made *views.NewSecret) error {
	rows, err := h.Store.Events.Webhooks(c.UserContext(), page.Caller(c).WorkspaceID, page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	tried, err := h.Store.Events.LastTried(c.UserContext(), page.Caller(c).WorkspaceID)
	if err != nil {
		return err
	}
	v := views.Webhooks{New: made, Refusal: f.Problems[""], Form: h.webhookForm(f, nil)}
	v.Form.Open = !f.OK()
	for _, w := range rows.Items {
		row := views.WebhookRow{URL: w.URL, Format: formatWords[w.Format], Description: w.Description, Href: page.WorkspacePath(c, "webhooks/"+w.ID), State: webhookState(&w), Failed: h.When(w.FailingSince),
			Events: toldWords(w.Types()), Made: h.When(&w.CreatedAt)}
		if d, ok := tried[w.ID]; ok {
			row.Tried, row.Outcome, row.Answer = h.When(d.LastAt), deliveryOutcome(d), answerText(lastTry(d))
		}
		v.Rows = append(v.Rows, row)
	}
	v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	return page.Show(c, status, views.WebhooksPage(h.Frame(c, "Webhooks", "webhooks"), v))
}

// webhookForm returns the form with the submitted values, else those of the endpoint w. For a new endpoint, all
// events are selected.
func (h *Handlers) webhookForm(f *page.Form, w *events.Webhook) views.WebhookForm {
	url, description, chosen := f.Text("url"), f.Text("description"), f.Values["events"]
	filled, format := len(f.Values) > 0, f.Text("format")
	switch {
	case !filled && w != nil:
		url, description, format, chosen = w.URL, w.Description, string(w.Format), typeNames(w.Types())
	case !filled:
		chosen = typeNames(events.Types())
	}
	v := views.WebhookForm{EventsProblem: f.Problems["events"],
		URL:         views.Field{Name: "url", Label: "Address", Type: "url", Hint: "It begins with " + h.schemes() + " and answers within ten seconds.", Value: url, Problem: f.Problems["url"], Required: true, Max: operations.MostOf[operations.EndpointURL](), Mono: true},
		Description: views.Field{Name: "description", Label: "Description", Value: description, Problem: f.Problems["description"], Max: operations.MostOf[operations.Description]()}}
	none := ""
	if w == nil {
		none = "Detect from the address"
	}
	v.Formats, _ = page.Options(none, format, events.Formats(), func(f events.Format) string { return formatWords[f] })
	v.All, v.Groups = eventChoices(chosen)
	return v
}

// allEvents is the value of the box that stands for all events. allOf returns that of a group.
const allEvents = "all"

func allOf(group string) string { return allEvents + "-" + strings.ToLower(strings.Fields(group)[0]) }

// eventGroups names what events are about, by the part of their type before the dot.
var eventGroups = map[string]string{"import": "Imports", "imports": "Imports", "reference": "References", "watch": "Watches", "export": "Exports", "credits": "Credits and keys", "key": "Credits and keys"}

func groupOf(t events.Type) string {
	about, _, _ := strings.Cut(string(t), ".")
	return eventGroups[about]
}

// tickedTypes returns the types that ticked boxes stand for.
func tickedTypes(ticked []string) []events.Type {
	return slices.DeleteFunc(toldTypes(), func(t events.Type) bool {
		return !slices.Contains(ticked, string(t)) && !slices.Contains(ticked, allEvents) && !slices.Contains(ticked, allOf(groupOf(t)))
	})
}

// toldTypes returns the types of which endpoints are told; a test message is sent on demand.
func toldTypes() []events.Type {
	return slices.DeleteFunc(events.Types(), func(t events.Type) bool { return t == events.WebhookTest })
}

// eventChoices returns the box of all events and those of each group, in the order of the types. A box of all is ticked if each
// box that it stands for is.
func eventChoices(ticked []string) (all views.Scope, groups []views.EventGroup) {
	chosen := tickedTypes(ticked)
	all = views.Scope{Name: allEvents, Says: "All events", Chosen: len(chosen) == len(toldTypes())}
	for _, t := range toldTypes() {
		at := slices.IndexFunc(groups, func(g views.EventGroup) bool { return g.Title == groupOf(t) })
		if at < 0 {
			at, groups = len(groups), append(groups, views.EventGroup{Title: groupOf(t), All: views.Scope{Name: allOf(groupOf(t)), Says: "All of these", Chosen: true}})
		}
		one := views.Scope{Name: string(t), Says: eventWords[t], Chosen: slices.Contains(chosen, t)}
		groups[at].Events = append(groups[at].Events, one)
		groups[at].All.Chosen = groups[at].All.Chosen && one.Chosen
	}
	return all, groups
}

// toldWords names the types of which an endpoint is told.
func toldWords(list []events.Type) []string {
	if len(list) >= len(toldTypes()) {
		return []string{"all events"}
	}
	return typeNames(list)
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
	return page.Map(list, func(t events.Type) string { return string(t) })
}
