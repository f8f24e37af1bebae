package operations

import (
	"cmp"
	"context"
	"fmt"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/models/db"
	"socialdata/models/shares"
)

// SharePath is the path of share pages, before the token.
const SharePath = "/s/"

// ShareInclude says what visitors see besides titles, texts, authors and facts.
type ShareInclude struct {
	Notes      bool `json:"notes,omitempty" doc:"Your team's notes"`
	Transcript bool `json:"transcript,omitempty"`
	Media      bool `json:"media,omitempty" doc:"Kept pictures and videos"`
}

// CreateShare is the input of creating a link by which people without an account see a board or a reference.
type CreateShare struct {
	Board     string        `json:"board,omitempty" minLength:"1" maxLength:"64" doc:"Id of the board to show; exactly one of board and reference"`
	Reference string        `json:"reference,omitempty" minLength:"1" maxLength:"64" doc:"Id of the reference to show"`
	ExpiresAt string        `json:"expiresAt,omitempty" format:"future" doc:"RFC 3339 with its offset, at most 365 days from now; absent: in 30 days"`
	Password  SharePassword `json:"password,omitempty" doc:"Asked for before anything is shown; kept as an argon2id hash"`
	Include   ShareInclude  `json:"include,omitempty" doc:"Absent or false is not shown"`
	OpenGraph bool          `json:"openGraph,omitempty" doc:"Whether messengers may show its title and picture where the link is pasted; of one with a password they show neither"`
}

// ShareLife is the number of days until a share expires when no end is given.
type ShareLife struct {
	Days ShareDays `json:"days,omitempty"`
}

// CreateShare creates a share and returns its token, which is not stored.
func (s *Service) CreateShare(ctx context.Context, c *session.Caller, in CreateShare) (*shares.Share, string, error) {
	if (in.Board == "") == (in.Reference == "") {
		return nil, "", apierror.InvalidInput(apierror.Field{Name: "board", In: "body", Reason: "conflict", Expected: "exactly one of board and reference"})
	}
	ends := s.now().Add(shares.DefaultLife)
	if given := ParseInstant(in.ExpiresAt); given != nil {
		ends = *given
	}
	if ends.Sub(s.now()) > shares.MostLife {
		return nil, "", apierror.InvalidInput(apierror.Field{Name: "expiresAt", In: "body", Reason: "range",
			Expected: fmt.Sprintf("at most %d days from now", input.MaxShareDays)})
	}
	n := shares.Share{WorkspaceID: c.WorkspaceID, BoardID: content.OrNil(in.Board), ReferenceID: content.OrNil(in.Reference), EndsAt: db.Micros(ends), With: shares.Included(in.Include),
		OpenGraph: in.OpenGraph, UserID: c.UserID(), KeyID: c.KeyID()}
	if in.Password != "" {
		var err error
		if n.PasswordHash, err = s.Store.Accounts.HashPassword(ctx, string(in.Password)); err != nil {
			return nil, "", err
		}
	}
	share, token, err := s.Store.Shares.Create(ctx, n)
	share, err = made(ctx, share, err, func(share *shares.Share) session.Done { return s.nameOfShare(ctx, share) })
	return share, token, err
}

// nameOfShare describes a share by what it shows: a board by its name; a reference by its id, because what it shows of
// other people must not outlive it.
func (s *Service) nameOfShare(ctx context.Context, share *shares.Share) session.Done {
	done := session.Done{Subject: share.ID}
	switch {
	case share.ReferenceID != nil:
		done.Detail = "reference " + *share.ReferenceID
	case share.BoardID != nil:
		names, _ := s.Store.Boards.Names(ctx, share.WorkspaceID, []string{*share.BoardID}) // a name that cannot be read is left out
		done.Detail = "board " + cmp.Or(names[*share.BoardID], *share.BoardID)
	}
	return done
}

// OpenShare is the input of opening a share that has a password.
type OpenShare struct {
	Password GivenPass `json:"password"`
}

// OpenShare checks the password of a share. It returns invalid_credential for a wrong one.
func (s *Service) OpenShare(ctx context.Context, share *shares.Share, in OpenShare) error {
	return s.Passwords.OpenShare(ctx, share, string(in.Password))
}

// RevokeShare ends a share immediately: its page and its media links stop working.
func (s *Service) RevokeShare(ctx context.Context, c *session.Caller, id string) (*shares.Share, error) {
	share, err := s.Store.Shares.Revoke(ctx, c.WorkspaceID, id)
	return made(ctx, share, err, func(share *shares.Share) session.Done { return s.nameOfShare(ctx, share) })
}
