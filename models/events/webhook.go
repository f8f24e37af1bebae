package events

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/work"
)

// MostWebhooks is the maximum number of endpoints in a workspace.
const MostWebhooks = 10

// Webhook is an endpoint that receives events.
type Webhook struct {
	ID             string `gorm:"primaryKey"`
	WorkspaceID    string
	URL            string
	Format         Format
	TypesJSON      string `gorm:"column:types"`
	Description    string
	Secret         string // encrypted
	OldSecret      string // encrypted; "" if there is none
	OldSecretUntil *int64 // until when both sign
	FailingSince   *int64 // the first failure after the last success; nil while it works
	DisabledAt     *int64
	DisabledReason DisabledReason
	Revision       int64
	CreatedAt      int64 `gorm:"autoCreateTime:false"`
}

// Format is the shape of what an endpoint is sent.
type Format string

// An endpoint is sent the event as Standard Webhooks says, or a message that people read in a service.
const (
	Standard Format = "standard"
	Slack    Format = "slack"
	Discord  Format = "discord"
	Ntfy     Format = "ntfy"
)

// Formats lists every Format once.
func Formats() []Format { return []Format{Standard, Slack, Discord, Ntfy} }

// formatOf returns the format that an address takes: what Slack, Discord and ntfy.sh serve cannot read events.
func formatOf(address string) Format {
	u, err := url.Parse(address)
	if err != nil {
		return Standard
	}
	switch host := strings.ToLower(u.Hostname()); {
	case host == "hooks.slack.com":
		return Slack
	case (host == "discord.com" || host == "discordapp.com") && strings.HasPrefix(u.Path, "/api/webhooks/"):
		return Discord
	case host == "ntfy.sh":
		return Ntfy
	}
	return Standard
}

// DisabledReason says who disabled an endpoint.
type DisabledReason string

// Disabled by an owner, or after failing for FailingTime.
const (
	NotDisabled       DisabledReason = ""
	DisabledByOwner   DisabledReason = "owner"
	DisabledByFailing DisabledReason = "failing"
)

// Types returns the event types that the endpoint receives.
func (w *Webhook) Types() []Type { return db.FromJSON[[]Type](w.TypesJSON) }

func typesJSON(list []Type) string {
	return db.JSON(slices.Compact(slices.Sorted(slices.Values(list))))
}

// NewWebhook holds the input of CreateWebhook.
type NewWebhook struct {
	WorkspaceID, URL, Description string
	Types                         []Type
	Format                        Format // "" is what the address takes
}

// CreateWebhook adds an endpoint and returns its secret, which cannot be read later. The endpoint receives events that
// are committed after the call began. It returns limit_exceeded for more than MostWebhooks.
func (s *Store) CreateWebhook(ctx context.Context, n NewWebhook) (w *Webhook, secret string, err error) {
	w = &Webhook{ID: db.NewID(), WorkspaceID: n.WorkspaceID, URL: n.URL, Description: n.Description, Format: cmp.Or(n.Format, formatOf(n.URL)), TypesJSON: typesJSON(n.Types), Revision: 1, CreatedAt: s.NowMicros()}
	secret = newSecret()
	if w.Secret, err = s.Secrets.Seal(secretName(w.ID), secret); err != nil {
		return nil, "", err
	}
	if err = s.Order(ctx, n.WorkspaceID); err != nil { // earlier events belong to the existing endpoints only
		return nil, "", err
	}
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		var ids []string // the lock on the workspace's row serialises concurrent calls
		if err := tx.Table("workspaces").Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", n.WorkspaceID).Pluck("id", &ids).Error; err != nil {
			return err
		}
		var have int64
		if err := tx.Model(&Webhook{}).Where("workspace_id = ?", n.WorkspaceID).Count(&have).Error; err != nil {
			return err
		}
		if have >= MostWebhooks {
			return apierror.New(apierror.CodeLimitExceeded, "subject", "webhooks", "limit", int64(MostWebhooks))
		}
		return tx.Create(w).Error
	})
	return w, secret, err
}

// Webhooks lists the endpoints of a workspace, newest first.
func (s *Store) Webhooks(ctx context.Context, workspaceID string, p db.PageRequest) (*db.RecordPage[Webhook], error) {
	q := s.Read(ctx).Model(&Webhook{}).Where("workspace_id = ?", workspaceID)
	return db.ReadPage(s.DB, q, db.NewestFirst("created_at", "id"), "webhooks:"+workspaceID, p, func(w Webhook) db.Position { return db.After(w.CreatedAt, w.ID) })
}

// FindWebhook reads one endpoint of a workspace.
func (s *Store) FindWebhook(ctx context.Context, workspaceID, id string) (*Webhook, error) {
	return findWebhook(s.Read(ctx), workspaceID, id)
}

func findWebhook(q *gorm.DB, workspaceID, id string) (*Webhook, error) {
	return db.Find[Webhook](q.Where("workspace_id = ? AND id = ?", workspaceID, id), "webhook")
}

// WebhookChange describes a change of an endpoint. Nil fields stay unchanged.
type WebhookChange struct {
	Revision         int64 // the one that the caller last read
	URL, Description *string
	Types            []Type
	Format           Format // "" stays
	Enabled          *bool
}

// ChangeWebhook changes an endpoint; revision_conflict if c.Revision is not current. An endpoint that is enabled again
// receives its pending deliveries, but not events that happened while it was disabled. A change applies to events that
// are committed after the call began.
func (s *Store) ChangeWebhook(ctx context.Context, workspaceID, id string, c WebhookChange) (*Webhook, error) {
	if err := s.Order(ctx, workspaceID); err != nil { // earlier events are sent as the endpoint was before
		return nil, err
	}
	return s.updateWebhook(ctx, workspaceID, id, func(w *Webhook) error {
		if w.Revision != c.Revision {
			return apierror.New(apierror.CodeRevisionConflict, "currentRevision", w.Revision)
		}
		c.apply(w, s.NowMicros())
		return nil
	})
}

func (c *WebhookChange) apply(w *Webhook, now int64) {
	if c.URL != nil {
		w.URL = *c.URL
	}
	if c.Description != nil {
		w.Description = *c.Description
	}
	w.Format = cmp.Or(c.Format, w.Format)
	if c.Types != nil {
		w.TypesJSON = typesJSON(c.Types)
	}
	switch {
	case c.Enabled == nil:
	case *c.Enabled:
		w.DisabledAt, w.DisabledReason, w.FailingSince = nil, NotDisabled, nil
	case w.DisabledAt == nil:
		w.DisabledAt, w.DisabledReason = &now, DisabledByOwner
	}
}

// updateWebhook changes a locked endpoint and saves it with its next revision.
func (s *Store) updateWebhook(ctx context.Context, workspaceID, id string, change func(w *Webhook) error) (*Webhook, error) {
	var w *Webhook
	err := s.Tx(ctx, func(tx *gorm.DB) (err error) {
		if w, err = findWebhook(tx.Clauses(clause.Locking{Strength: "UPDATE"}), workspaceID, id); err != nil {
			return err
		}
		if err := change(w); err != nil {
			return err
		}
		w.Revision++
		return db.FirstError(tx.Save(w).Error, work.Put(tx, w.item(s.NowMicros()))) // deliveries may be due
	})
	return w, err
}

// DeleteWebhook deletes an endpoint with its deliveries. A second call returns not_found.
func (s *Store) DeleteWebhook(ctx context.Context, workspaceID, id string) error {
	res := s.Write(ctx).Delete(&Webhook{}, "workspace_id = ? AND id = ?", workspaceID, id)
	return db.Error(db.Changed(res, apierror.New(apierror.CodeNotFound, "resource", "webhook")))
}
