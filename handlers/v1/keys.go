package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/models/accounts"
)

// APIKey describes a key, without its secret.
type APIKey struct {
	ID          string            `json:"id"`
	WorkspaceID string            `json:"workspaceId"`
	Name        string            `json:"name"`
	Scopes      []accounts.Scope  `json:"scopes"`
	Prefix      string            `json:"prefix"`
	Test        bool              `json:"test" doc:"Whether it is a test key, which works against simulated platforms on rows of its own"`
	State       accounts.KeyState `json:"state"`
	CreatedAt   content.Time      `json:"createdAt"`
	CreatedBy   string            `json:"createdBy" doc:"Id of the person who made it"`
	CreatorLeft bool              `json:"creatorLeft" doc:"Whether the person who made it is no member any more"`
	LastUsedAt  *content.Time     `json:"lastUsedAt" doc:"To the minute"`
	ExpiresAt   *content.Time     `json:"expiresAt"`
	RevokedAt   *content.Time     `json:"revokedAt"`
	ClientID    *string           `json:"clientId" doc:"The program that holds it in the name of createdBy, by OAuth: its id, or the address that describes it; null for a key that a person made. Its expiresAt is that of its present token"`
	Networks    []string          `json:"allowedNetworks" doc:"Networks from which it may be used; [] for any"`
	KeyBudget
}

// NewAPIKey is a newly created key, with the secret that is only shown once.
type NewAPIKey struct {
	APIKey
	Key string `json:"key"`
}

func (h *Handlers) keyView(k accounts.KeyView) APIKey {
	return APIKey{ID: k.ID, WorkspaceID: k.WorkspaceID, Name: k.Name, Scopes: k.Scopes(), Prefix: k.Prefix, Test: k.IsTest(), State: k.State(h.Store.Now()),
		CreatedAt: content.AtMicros(k.CreatedAt), CreatedBy: k.CreatedBy, CreatorLeft: k.CreatorLeft, ClientID: k.ClientID,
		LastUsedAt: content.AtMicrosPtr(k.LastUsedAt), ExpiresAt: content.AtMicrosPtr(k.ExpiresAt), RevokedAt: content.AtMicrosPtr(k.RevokedAt), Networks: orNone(k.Networks()), KeyBudget: budgetView(&k.Budget, h.Store.Now())}
}

func (h *Handlers) listKeys(ctx context.Context, in *listInput) (*recordsOutput[APIKey], error) {
	p, err := h.Store.Accounts.Keys(ctx, in.WorkspaceID, in.request())
	return pageOf(p, err, h.keyView)
}

type createKeyInput struct {
	WorkspacePath
	Body operations.CreateKey
}

func (h *Handlers) createKey(ctx context.Context, in *createKeyInput) (*output[NewAPIKey], error) {
	k, secret, err := h.CreateKey(ctx, session.From(ctx), in.Body)
	if err != nil {
		return nil, err
	}
	return &output[NewAPIKey]{Body: NewAPIKey{APIKey: h.keyView(accounts.KeyView{APIKey: *k}), Key: secret}}, nil
}

// KeyPath is the path parameters of operations on a key.
type KeyPath struct {
	WorkspacePath
	KeyID string `path:"keyId"`
}

// Revocation is the response to revoking a key.
type Revocation struct {
	ID        string       `json:"id"`
	RevokedAt content.Time `json:"revokedAt"`
}

func (h *Handlers) revokeKey(ctx context.Context, in *KeyPath) (*output[Revocation], error) {
	k, err := h.RevokeKey(ctx, session.From(ctx), in.KeyID)
	if err != nil {
		return nil, err
	}
	return &output[Revocation]{Body: Revocation{ID: k.ID, RevokedAt: content.AtMicros(*k.RevokedAt)}}, nil
}
