package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/models/shares"
)

// Share is a link by which people without an account see a board or a reference. It does not include the token.
type Share struct {
	Object      string                  `json:"object" enum:"share"`
	ID          string                  `json:"id"`
	Board       *string                 `json:"board" doc:"Id of the board that it shows; null for a reference"`
	Reference   *string                 `json:"reference" doc:"Id of the reference that it shows; null for a board"`
	State       shares.State            `json:"state"`
	Include     operations.ShareInclude `json:"include"`
	HasPassword bool                    `json:"hasPassword"`
	OpenGraph   bool                    `json:"openGraph"`
	Views       int64                   `json:"views" doc:"How often its page was opened; visitors are not counted"`
	CreatedAt   content.Time            `json:"createdAt"`
	UserID      *string                 `json:"userId" doc:"Who made it; null for a key"`
	KeyID       *string                 `json:"keyId" doc:"The key that made it; null for a person"`
	ExpiresAt   content.Time            `json:"expiresAt" doc:"When it ends or has ended; of a revoked one, when it was revoked if that was before"`
	RevokedAt   *content.Time           `json:"revokedAt"`
}

// NewShare is a newly created share, with the URL that is only shown once.
type NewShare struct {
	Share
	URL string `json:"url"`
}

func (h *Handlers) shareView(s shares.Share) Share {
	return Share{Object: "share", ID: s.ID, Board: s.BoardID, Reference: s.ReferenceID, State: s.State(h.Store.Now()), Include: operations.ShareInclude(s.With), HasPassword: s.PasswordHash != "",
		OpenGraph: s.OpenGraph, Views: s.Views, CreatedAt: content.AtMicros(s.CreatedAt), UserID: content.OrNil(s.UserID), KeyID: content.OrNil(s.KeyID),
		ExpiresAt: content.AtMicros(s.EndsAt), RevokedAt: content.AtMicrosPtr(s.RevokedAt)}
}

type listSharesInput struct {
	PageInput
	Board     string `query:"board" minLength:"1" maxLength:"64" doc:"Id of a board: its shares"`
	Reference string `query:"reference" minLength:"1" maxLength:"64" doc:"Id of a reference: its own shares, without those of boards"`
}

func (h *Handlers) listShares(ctx context.Context, in *listSharesInput) (*recordsOutput[Share], error) {
	p, err := h.Store.Shares.List(ctx, session.From(ctx).WorkspaceID, shares.Of{BoardID: in.Board, ReferenceID: in.Reference}, in.request())
	return pageOf(p, err, h.shareView)
}

type createShareInput struct{ Body operations.CreateShare }

func (h *Handlers) createShare(ctx context.Context, in *createShareInput) (*output[NewShare], error) {
	s, token, err := h.CreateShare(ctx, session.From(ctx), in.Body)
	if err != nil {
		return nil, err
	}
	return &output[NewShare]{Body: NewShare{Share: h.shareView(*s), URL: h.Origin + operations.SharePath + token}}, nil
}

type sharePath struct {
	ShareID string `path:"shareId"`
}

func (h *Handlers) revokeShare(ctx context.Context, in *sharePath) (*output[Revocation], error) {
	s, err := h.RevokeShare(ctx, session.From(ctx), in.ShareID)
	if err != nil {
		return nil, err
	}
	return &output[Revocation]{Body: Revocation{ID: s.ID, RevokedAt: content.AtMicros(*s.RevokedAt)}}, nil
}
