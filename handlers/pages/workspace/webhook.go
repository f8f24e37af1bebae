package workspace

import (
	"encoding/json"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/events"
	"socialdata/views"
)

// webhook shows an endpoint with its deliveries.
func (h *Handlers) webhook(c *fiber.Ctx) error {
	return h.showWebhook(c, fiber.StatusOK, &page.Form{}, nil)
}

// editWebhook changes an endpoint. If someone else changed it first, nothing is overwritten.
func (h *Handlers) editWebhook(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.ChangeWebhook](h.Service, f, append(h.webhookBounds(f), page.RevisionBound)...)
	if !f.OK() {
		return h.showWebhook(c, fiber.StatusBadRequest, f, nil)
	}
	_, err := h.ChangeWebhook(c.UserContext(), page.Caller(c), c.Params("webhookId"), in)
	if apierror.Is(err, apierror.CodeRevisionConflict) {
		f.AddProblem("", "Someone else changed it meanwhile. Nothing was overwritten; save again to replace theirs.")
		return h.showWebhook(c, fiber.StatusConflict, f, nil)
	}
	return h.RedirectAfter(c, err, c.Path(), "The endpoint is saved.")
}

// switchWebhook enables or disables an endpoint.
func (h *Handlers) switchWebhook(on bool) fiber.Handler {
	said := map[bool]string{true: "The endpoint is enabled. What waited for it is sent now.", false: "The endpoint is disabled. What happens from now on is not kept for it."}
	return func(c *fiber.Ctx) error {
		id := c.Params("webhookId")
		w, err := h.Store.Events.FindWebhook(c.UserContext(), page.Caller(c).WorkspaceID, id)
		if err != nil {
			return err
		}
		_, err = h.ChangeWebhook(c.UserContext(), page.Caller(c), id, operations.ChangeWebhook{Revision: operations.Revision(w.Revision), Enabled: &on})
		return h.RedirectAfter(c, err, page.WorkspacePath(c, "webhooks/"+id), said[on])
	}
}

func (h *Handlers) testWebhook(c *fiber.Ctx) error {
	_, err := h.TestWebhook(c.UserContext(), page.Caller(c), c.Params("webhookId"))
	return h.RedirectAfter(c, err, page.WorkspacePath(c, "webhooks/"+c.Params("webhookId")), "A test is on its way. Its outcome appears below within seconds.")
}

// rotateSecret shows the new secret in the response to the form.
func (h *Handlers) rotateSecret(c *fiber.Ctx) error {
	w, secret, err := h.RotateWebhookSecret(c.UserContext(), page.Caller(c), c.Params("webhookId"))
	if err != nil {
		return err
	}
	return h.showWebhook(c, fiber.StatusOK, &page.Form{}, &views.NewSecret{Of: w.URL, Secret: secret})
}

func (h *Handlers) resendDelivery(c *fiber.Ctx) error {
	_, err := h.ResendDelivery(c.UserContext(), page.Caller(c), c.Params("webhookId"), c.Params("deliveryId"))
	return h.RedirectAfter(c, err, page.WorkspacePath(c, "webhooks/"+c.Params("webhookId")), "It is sent again.")
}

// confirmDeleteWebhook lists what will be deleted and asks for confirmation.
func (h *Handlers) confirmDeleteWebhook(c *fiber.Ctx) error {
	w, err := h.Store.Events.FindWebhook(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("webhookId"))
	if err != nil {
		return err
	}
	return page.Show(c, fiber.StatusOK, views.ConfirmPage(h.Frame(c, "Delete an endpoint", "webhooks"), views.Confirm{Question: "Delete " + w.URL + "?",
		Goes: "It is sent nothing more, and the log of its deliveries is deleted with it.", Verb: "Delete the endpoint", Back: page.WorkspacePath(c, "webhooks/"+w.ID), BackWord: "Endpoint"}))
}

func (h *Handlers) deleteWebhook(c *fiber.Ctx) error {
	err := h.DeleteWebhook(c.UserContext(), page.Caller(c), c.Params("webhookId"))
	return h.RedirectAfter(c, err, page.WorkspacePath(c, "webhooks"), "The endpoint is deleted.")
}

func (h *Handlers) showWebhook(c *fiber.Ctx, status int, f *page.Form, made *views.NewSecret) error {
	w, err := h.Store.Events.FindWebhook(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("webhookId"))
	if err != nil {
		return err
	}
	q := page.ReadQuery(c)
	states, state := page.Options("Any", q.Word("state"), events.DeliveryStates(), func(s events.DeliveryState) string { return deliveryWords[s].Word })
	rows, err := h.Store.Events.Deliveries(c.UserContext(), page.Caller(c).WorkspaceID, w.ID, state, q.PageRequest())
	if err != nil {
		return err
	}
	var last events.Delivery
	if w.FailingSince != nil || w.DisabledReason == events.DisabledByFailing { // the only troubles that name it
		tried, err := h.Store.Events.LastTried(c.UserContext(), page.Caller(c).WorkspaceID)
		if err != nil {
			return err
		}
		last = tried[w.ID]
	}
	at := page.WorkspacePath(c, "webhooks/"+w.ID)
	v := views.Webhook{URL: w.URL, At: at, State: webhookState(w), Trouble: h.webhookTrouble(w, last), States: q.Known("state", states), Enabled: w.DisabledAt == nil, Events: toldWords(w.Types()),
		Description: w.Description, New: made, Form: h.webhookForm(f, w), Refusal: f.Problems[""], Filtered: state != "", DeleteHref: at + "/delete"}
	v.Form.Revision, v.Form.Open = w.Revision, !f.OK()
	if w.OldSecretUntil != nil && *w.OldSecretUntil > h.Store.NowMicros() {
		v.OldSecret = h.When(w.OldSecretUntil)
	}
	for _, d := range rows.Items {
		v.Rows = append(v.Rows, h.deliveryRow(at, w, d))
		v.Moving = v.Moving || w.DisabledAt == nil && d.State == events.DeliveryPending && d.NextAt <= h.Store.NowMicros()
	}
	v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	return page.Show(c, status, views.WebhookPage(h.LiveFrame(c, "Webhook", "webhooks", v.Moving, 5), v))
}

// webhookTrouble describes what is wrong with an endpoint, of which last is the delivery that was tried last, and what to do.
func (h *Handlers) webhookTrouble(w *events.Webhook, last events.Delivery) string {
	switch {
	case !h.Store.Events.SecretReadable(w):
		return "Its secret cannot be read any more, so nothing can be signed and nothing is sent. Make a new secret and give it to the receiver."
	case w.DisabledReason == events.DisabledByFailing:
		return failedLast(last) + "It failed for five days and was disabled. Mend it, enable it, and what waited for it is sent."
	case w.DisabledAt != nil:
		return "It was disabled here. What happens meanwhile is not kept for it."
	case w.FailingSince != nil:
		return failedLast(last) + "First failed " + h.When(w.FailingSince).Exact + "; after five days it is disabled."
	}
	return ""
}

// failedLast says why the last attempt failed and what to do, followed by a space; "" if it did not fail.
func failedLast(d events.Delivery) string {
	switch {
	case d.LastAt == nil || d.LastFailure == "":
		return ""
	case d.LastStatus != 0:
		return "The last attempt was answered with " + answerText(lastTry(d)) + ": its own log should say why. "
	}
	return "The last attempt failed: " + answerText(lastTry(d)) + ". " + adviceWords[d.LastFailure] + " "
}

var deliveryWords = map[events.DeliveryState]views.State{
	events.DeliveryPending:   {Tone: "busy", Word: "On its way"},
	events.DeliveryDelivered: {Tone: "good", Word: "Delivered"},
	events.DeliveryFailed:    {Tone: "bad", Word: "Given up"},
}

// deliveryState describes the state of a delivery after a number of attempts.
func deliveryState(s events.DeliveryState, attempts int64) views.State {
	if s == events.DeliveryPending && attempts > 0 {
		return views.State{Tone: "warn", Word: "Will be tried again"}
	}
	return deliveryWords[s]
}

// deliveryOutcome describes how the last attempt of a delivery ended.
func deliveryOutcome(d events.Delivery) views.State {
	if d.LastFailure == "" {
		return deliveryWords[events.DeliveryDelivered]
	}
	return views.State{Tone: "bad", Word: "Failed"}
}

// lastTry returns the last attempt of a delivery that was attempted.
func lastTry(d events.Delivery) events.Try {
	return events.Try{At: *d.LastAt, Status: d.LastStatus, Failure: d.LastFailure, TookMs: d.TookMs}
}

// failureWords explains why a delivery attempt failed.
var failureWords = map[string]string{
	"timeout": "no answer within ten seconds", "address_forbidden": "the address is not public", "tls": "no trusted certificate",
	"connection": "no connection", "name_not_found": "no address was found for this host name", "secret_unavailable": "the secret cannot be read; make a new one",
}

// adviceWords says what to do about an attempt that got no answer.
var adviceWords = map[string]string{
	"timeout": "Let it answer first and work afterwards.", "address_forbidden": "Give it an address that can be reached from the internet.", "tls": "Renew its certificate.",
	"connection": "Check that it runs and lets our messages in.", "name_not_found": "Check the address for a typing mistake.", "secret_unavailable": "Make a new secret and give it to the receiver.",
}

func (h *Handlers) deliveryRow(at string, w *events.Webhook, d events.DeliveryView) views.DeliveryRow {
	v := views.DeliveryRow{Event: string(d.EventType), EventID: d.EventID, State: deliveryState(d.State, d.Attempts), Attempts: d.Attempts, Last: h.When(d.LastAt)}
	for _, t := range d.Tries() {
		v.Tries = append(v.Tries, views.DeliveryTry{At: h.When(&t.At), Answer: answerText(t), Took: strconv.FormatInt(t.TookMs, 10) + " ms"})
	}
	if len(v.Tries) > 0 {
		v.Answer = v.Tries[len(v.Tries)-1].Answer
	}
	v.Sent, v.SentWord = sentText(d), "What was sent"
	if w.Format != events.Standard {
		v.SentWord = "The event that the message tells"
	}
	v.About, v.Which = aboutOf(d)
	switch {
	case d.State == events.DeliveryPending && d.Attempts > 0:
		v.Next = h.When(&d.NextAt)
	case d.State != events.DeliveryPending && w.DisabledAt == nil:
		v.ResendAction = at + "/deliveries/" + d.ID + "/resend"
	}
	return v
}

// answerText says how an attempt ended: the status of the answer, or why there was none.
func answerText(t events.Try) string {
	if t.Status != 0 {
		return strconv.FormatInt(t.Status, 10)
	}
	return failureWords[t.Failure]
}

// sentText returns the event of a delivery as it is sent, on several lines, or "" if its data cannot be read.
func sentText(d events.DeliveryView) string {
	text, err := json.MarshalIndent(d.Message(), "", "  ")
	if err != nil {
		return ""
	}
	return string(text)
}

// aboutWords says what the id in an event's data is of, for events about one import or reference that is still there.
var aboutWords = map[events.Type]string{
	events.ImportSucceeded: "import", events.ImportFailed: "import", events.ImportCancelled: "import",
	events.ReferenceUpdated: "reference", events.ReferenceMediaExpired: "reference",
}

// aboutOf returns the address of the import or reference that an event is about, and which of them it is, or "" for other events.
func aboutOf(d events.DeliveryView) (href, which string) {
	var data struct{ ID string }
	if which = aboutWords[d.EventType]; which == "" || json.Unmarshal([]byte(d.EventData), &data) != nil || data.ID == "" {
		return "", ""
	}
	return "/w/" + d.WorkspaceID + "/" + which + "s/" + data.ID, which
}
