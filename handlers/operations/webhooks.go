package operations

import (
	"context"
	"net/url"

	"socialdata/handlers/session"
	"socialdata/models/events"
)

// CreateWebhook is the input of adding an endpoint for events.
type CreateWebhook struct {
	URL         EndpointURL   `json:"url"`
	Events      WebhookEvents `json:"events"`
	Description Description   `json:"description,omitempty"`
	Format      events.Format `json:"format,omitempty" doc:"standard is the event, signed; slack, discord and ntfy are a message with title, text, link and picture for an incoming webhook of Slack or Discord, or a topic of ntfy. Absent: what the address takes; of a host that is not one of these services, standard"`
}

// CreateWebhook adds an endpoint and returns its secret, which cannot be read again.
func (s *Service) CreateWebhook(ctx context.Context, c *session.Caller, in CreateWebhook) (*events.Webhook, string, error) {
	w, secret, err := s.Store.Events.CreateWebhook(ctx, events.NewWebhook{WorkspaceID: c.WorkspaceID, URL: string(in.URL), Types: in.Events, Description: string(in.Description), Format: in.Format})
	w, err = made(ctx, w, err, hostOfWebhook)
	return w, secret, err
}

// hostOfWebhook names an endpoint by its host. The rest of its address may be a secret.
func hostOfWebhook(w *events.Webhook) session.Done {
	host := ""
	if u, err := url.Parse(w.URL); err == nil {
		host = u.Host
	}
	return session.Done{Subject: w.ID, Detail: host}
}

// ChangeWebhook is the input of changing an endpoint. Absent fields stay as they are.
type ChangeWebhook struct {
	Revision    Revision      `json:"revision"`
	URL         *EndpointURL  `json:"url,omitempty"`
	Events      WebhookEvents `json:"events,omitempty"`
	Description *Description  `json:"description,omitempty"`
	Format      events.Format `json:"format,omitempty"`
	Enabled     *bool         `json:"enabled,omitempty" doc:"false disables it; true enables it again, and sends what waits for it"`
}

// ChangeWebhook changes, disables or enables an endpoint.
func (s *Service) ChangeWebhook(ctx context.Context, c *session.Caller, id string, in ChangeWebhook) (*events.Webhook, error) {
	w, err := s.Store.Events.ChangeWebhook(ctx, c.WorkspaceID, id, events.WebhookChange{Revision: int64(in.Revision), URL: (*string)(in.URL),
		Description: (*string)(in.Description), Types: in.Events, Format: in.Format, Enabled: in.Enabled})
	return made(ctx, w, err, hostOfWebhook)
}

// DeleteWebhook deletes an endpoint and its deliveries.
func (s *Service) DeleteWebhook(ctx context.Context, c *session.Caller, id string) error {
	w, err := s.Store.Events.FindWebhook(ctx, c.WorkspaceID, id)
	return deleted(ctx, w, err, s.Store.Events.DeleteWebhook, c.WorkspaceID, id, hostOfWebhook)
}

// RotateWebhookSecret gives an endpoint a new secret and returns it. For one day, deliveries are also signed with the
// old one.
func (s *Service) RotateWebhookSecret(ctx context.Context, c *session.Caller, id string) (*events.Webhook, string, error) {
	w, secret, err := s.Store.Events.RotateSecret(ctx, c.WorkspaceID, id)
	w, err = made(ctx, w, err, hostOfWebhook)
	return w, secret, err
}

// TestWebhook sends a test event to an endpoint.
func (s *Service) TestWebhook(ctx context.Context, c *session.Caller, id string) (*events.Delivery, error) {
	return sent(ctx, s, c, id, func() (*events.Delivery, error) { return s.Store.Events.TestWebhook(ctx, c.WorkspaceID, id) })
}

// ResendDelivery sends an event to an endpoint again.
func (s *Service) ResendDelivery(ctx context.Context, c *session.Caller, webhookID, id string) (*events.DeliveryView, error) {
	return sent(ctx, s, c, webhookID, func() (*events.DeliveryView, error) { return s.Store.Events.Resend(ctx, c.WorkspaceID, webhookID, id) })
}

// sent sends something to an endpoint, and says to which.
func sent[D any](ctx context.Context, s *Service, c *session.Caller, id string, send func() (*D, error)) (*D, error) {
	w, err := s.Store.Events.FindWebhook(ctx, c.WorkspaceID, id)
	if err != nil {
		return nil, err
	}
	d, err := send()
	return made(ctx, d, err, func(*D) session.Done { return session.Done{Detail: hostOfWebhook(w).Detail} })
}
