package operations

import (
	"cmp"
	"context"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/input"
	"socialdata/models/accounts"
)

// KeyBounds is the budget of a key in requests.
type KeyBounds struct {
	DailyCredits   Opt[KeyCredits] `json:"dailyCredits,omitempty" doc:"Credits that the key may spend a day (UTC), with its imports and watches; null: no bound, 0: it is served only what is free"`
	MonthlyCredits Opt[KeyCredits] `json:"monthlyCredits,omitempty" doc:"Credits that the key may spend a month (UTC); null: no bound"`
}

// KeyNetworks are the networks of a key in requests.
type KeyNetworks struct {
	AllowedNetworks *Networks `json:"allowedNetworks,omitempty" doc:"Networks from which the key may be used, as CIDRs or single addresses; [] or absent: any. From elsewhere it is refused with 403, reason network"`
}

// prefixes returns the networks; nil if they are absent.
func (in KeyNetworks) prefixes() *[]netip.Prefix {
	if in.AllowedNetworks == nil {
		return nil
	}
	list := []netip.Prefix{}
	for _, text := range *in.AllowedNetworks {
		if p, ok := input.Network(text); ok { // the schema's format was checked
			list = append(list, p)
		}
	}
	return &list
}

// CreateKey is the input of creating an API key.
type CreateKey struct {
	Name   Name      `json:"name"`
	Scopes KeyScopes `json:"scopes" doc:"May be empty: a key for lookups alone. Every key may look up; one that shall cost nothing has dailyCredits 0"`
	KeyNetworks
	ExpiresAt string `json:"expiresAt,omitempty" format:"future" doc:"RFC 3339 with its offset; a key without it never expires"`
	KeyBounds
	Test bool `json:"test,omitempty" doc:"A test key, sdt_…: the same API against simulated platforms, on rows of its own that are deleted each day, without credits. Every answer to it has X-SocialData-Test: true"`
}

// KeyLife is how long a key is valid when no end is given. Absent means forever.
type KeyLife struct {
	Days KeyDays `json:"days,omitempty"`
}

// CreateKey creates a key and returns its secret, which is not stored.
func (s *Service) CreateKey(ctx context.Context, c *session.Caller, in CreateKey) (*accounts.APIKey, string, error) {
	n := accounts.NewAPIKey{WorkspaceID: c.WorkspaceID, Name: string(in.Name), Scopes: in.Scopes, CreatedBy: c.UserID(), Test: in.Test,
		KeyBounds: accounts.KeyBounds{DailyCredits: (*int64)(in.DailyCredits.Value), MonthlyCredits: (*int64)(in.MonthlyCredits.Value)}}
	if networks := in.prefixes(); networks != nil {
		n.Networks = *networks
	}
	if in.ExpiresAt != "" {
		end, err := time.Parse(time.RFC3339Nano, in.ExpiresAt)
		if err != nil {
			return nil, "", err // cannot happen: the schema's format was checked
		}
		n.Expires = &end
	}
	k, secret, err := s.Store.Accounts.CreateKey(ctx, n)
	if err == nil {
		session.Did(ctx, session.Done{Subject: k.ID, Detail: k.Name})
	}
	return k, secret, err
}

// ChangeKey is the input of changing a key. Absent fields stay as they are.
type ChangeKey struct {
	Name *Name `json:"name,omitempty"`
	KeyNetworks
	KeyBounds
}

// ChangeKey changes the name, the budget or the networks of a key that is still valid.
func (s *Service) ChangeKey(ctx context.Context, c *session.Caller, id string, in ChangeKey) (*accounts.KeyView, error) {
	change := accounts.KeyChange{Name: (*string)(in.Name), Networks: in.prefixes()}
	if in.DailyCredits.Set {
		change.Daily = &accounts.Mark{To: (*int64)(in.DailyCredits.Value)}
	}
	if in.MonthlyCredits.Set {
		change.Monthly = &accounts.Mark{To: (*int64)(in.MonthlyCredits.Value)}
	}
	k, err := s.Store.Accounts.ChangeKey(ctx, c.WorkspaceID, id, change)
	return made(ctx, k, err, func(*accounts.KeyView) session.Done { return session.Done{Subject: id, Detail: in.says()} })
}

// says describes for the audit what is set on a key, for example "at most 2 credits a day, from any network".
func (in ChangeKey) says() string {
	said := []string{}
	if in.Name != nil {
		said = append(said, "“"+string(*in.Name)+"”")
	}
	for _, b := range []struct {
		bound  Opt[KeyCredits]
		period string
	}{{in.DailyCredits, "a day"}, {in.MonthlyCredits, "a month"}} {
		switch {
		case b.bound.Set && b.bound.Value == nil:
			said = append(said, "any number of credits "+b.period)
		case b.bound.Set:
			said = append(said, fmt.Sprintf("at most %d credits %s", *b.bound.Value, b.period))
		}
	}
	if in.AllowedNetworks != nil {
		said = append(said, "from "+cmp.Or(strings.Join(*in.AllowedNetworks, " "), "any network"))
	}
	return strings.Join(said, ", ")
}

// RevokeKey revokes a key immediately.
func (s *Service) RevokeKey(ctx context.Context, c *session.Caller, id string) (*accounts.KeyView, error) {
	return s.Store.Accounts.RevokeKey(ctx, c.WorkspaceID, id)
}
