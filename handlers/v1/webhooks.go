package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/models/events"
)

// Webhook is an endpoint that receives events, without its secret.
type Webhook struct {
	ID             string        `json:"id"`
	URL            string        `json:"url"`
	Events         []events.Type `json:"events"`
	Description    string        `json:"description"`
	Format         events.Format `json:"format" doc:"Of what it is sent"`
	Enabled        bool          `json:"enabled"`
	DisabledAt     *content.Time `json:"disabledAt"`
	DisabledReason *string       `json:"disabledReason" enum:"owner,failing" doc:"failing: it failed for five days"`
	FailingSince   *content.Time `json:"failingSince" doc:"The first failure after the last success"`
	OldSecretUntil *content.Time `json:"oldSecretUntil" doc:"Until when the secret before the last rotation signs, too"`
	Revision       int64         `json:"revision"`
	CreatedAt      content.Time  `json:"createdAt"`
}

// WebhookWithSecret is an endpoint with its secret, which is only shown once.
type WebhookWithSecret struct {
	Webhook
	Secret string `json:"secret" doc:"whsec_ and a key in base64, as Standard Webhooks says"`
}

// Delivery is one event sent to one endpoint.
type Delivery struct {
	ID          string               `json:"id"`
	EventID     string               `json:"eventId" doc:"The header webhook-id of each attempt"`
	EventType   events.Type          `json:"eventType"`
	State       events.DeliveryState `json:"state"`
	Attempts    int64                `json:"attempts"`
	NextAt      *content.Time        `json:"nextAt" doc:"null when nothing more is tried"`
	LastAt      *content.Time        `json:"lastAt"`
	LastStatus  *int64               `json:"lastStatus" doc:"Status of the endpoint's last answer; null where there was none"`
	LastFailure *string              `json:"lastFailure" enum:"status,timeout,address_forbidden,tls,connection,name_not_found,secret_unavailable" doc:"null after a success"`
	TookMs      *int64               `json:"tookMs" doc:"Of the last attempt"`
	CreatedAt   content.Time         `json:"createdAt"`
}

func webhookView(w events.Webhook) Webhook {
	return Webhook{ID: w.ID, URL: w.URL, Events: w.Types(), Description: w.Description, Format: w.Format, Enabled: w.DisabledAt == nil, DisabledAt: content.AtMicrosPtr(w.DisabledAt),
		DisabledReason: content.OrNil(string(w.DisabledReason)), FailingSince: content.AtMicrosPtr(w.FailingSince), OldSecretUntil: content.AtMicrosPtr(w.OldSecretUntil),
		Revision: w.Revision, CreatedAt: content.AtMicros(w.CreatedAt)}
}

func deliveryView(d events.DeliveryView) Delivery {
	v := Delivery{ID: d.ID, EventID: d.EventID, EventType: d.EventType, State: d.State, Attempts: d.Attempts, LastAt: content.AtMicrosPtr(d.LastAt),
		LastStatus: content.OrNil(d.LastStatus), LastFailure: content.OrNil(d.LastFailure), CreatedAt: content.AtMicros(d.CreatedAt)}
	if d.State == events.DeliveryPending {
		v.NextAt = content.AtMicrosPtr(&d.NextAt)
	}
	if d.LastAt != nil {
		v.TookMs = &d.TookMs
	}
	return v
}

// WebhookPath is the path parameters of operations on an endpoint.
type WebhookPath struct {
	WorkspacePath
	WebhookID string `path:"webhookId"`
}

func (h *Handlers) listWebhooks(ctx context.Context, in *listInput) (*recordsOutput[Webhook], error) {
	p, err := h.Store.Events.Webhooks(ctx, in.WorkspaceID, in.request())
	return pageOf(p, err, webhookView)
}

type createWebhookInput struct {
	WorkspacePath
	Body operations.CreateWebhook
}

func (h *Handlers) createWebhook(ctx context.Context, in *createWebhookInput) (*output[WebhookWithSecret], error) {
	return withSecret(h.CreateWebhook(ctx, session.From(ctx), in.Body))
}

func withSecret(w *events.Webhook, secret string, err error) (*output[WebhookWithSecret], error) {
	if err != nil {
		return nil, err
	}
	return &output[WebhookWithSecret]{Body: WebhookWithSecret{Webhook: webhookView(*w), Secret: secret}}, nil
}

type changeWebhookInput struct {
	WebhookPath
	Body operations.ChangeWebhook
}

func (h *Handlers) changeWebhook(ctx context.Context, in *changeWebhookInput) (*output[Webhook], error) {
	w, err := h.ChangeWebhook(ctx, session.From(ctx), in.WebhookID, in.Body)
	return answer(w, err, webhookView)
}

func (h *Handlers) deleteWebhook(ctx context.Context, in *WebhookPath) (*noContent, error) {
	return &noContent{}, h.DeleteWebhook(ctx, session.From(ctx), in.WebhookID)
}

func (h *Handlers) rotateSecret(ctx context.Context, in *WebhookPath) (*output[WebhookWithSecret], error) {
	return withSecret(h.RotateWebhookSecret(ctx, session.From(ctx), in.WebhookID))
}

func (h *Handlers) testWebhook(ctx context.Context, in *WebhookPath) (*output[Delivery], error) {
	d, err := h.TestWebhook(ctx, session.From(ctx), in.WebhookID)
	if err != nil {
		return nil, err
	}
	return &output[Delivery]{Body: deliveryView(events.DeliveryView{Delivery: *d, EventType: events.WebhookTest})}, nil
}

type listDeliveriesInput struct {
	WebhookPath
	PageInput
	State string `query:"state" enum:"pending,delivered,failed"`
}

func (h *Handlers) listDeliveries(ctx context.Context, in *listDeliveriesInput) (*recordsOutput[Delivery], error) {
	p, err := h.Store.Events.Deliveries(ctx, in.WorkspaceID, in.WebhookID, events.DeliveryState(in.State), in.request())
	return pageOf(p, err, deliveryView)
}

type deliveryPath struct {
	WebhookPath
	DeliveryID string `path:"deliveryId"`
}

func (h *Handlers) resendDelivery(ctx context.Context, in *deliveryPath) (*output[Delivery], error) {
	d, err := h.ResendDelivery(ctx, session.From(ctx), in.WebhookID, in.DeliveryID)
	return answer(d, err, deliveryView)
}
