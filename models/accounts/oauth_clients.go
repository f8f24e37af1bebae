package accounts

import (
	"context"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// ClientLife is how long a registered program is known after somebody last let it in.
const ClientLife = 90 * 24 * time.Hour

// MaxClients is how many registered programs are known at most. Programs with a metadata document need no registration.
const MaxClients = 10_000

// OAuthClient is a program that has registered itself (RFC 7591). It has no secret, and nothing that it says of itself is proved.
type OAuthClient struct {
	ID        string `gorm:"primaryKey"`
	Name      string
	Redirects string `gorm:"column:redirect_uris"` // a JSON list
	UsedAt    int64
}

// TableName implements gorm's Tabler.
func (OAuthClient) TableName() string { return "oauth_clients" }

// RedirectURIs returns the addresses to which people may be sent back.
func (c OAuthClient) RedirectURIs() []string { return db.FromJSON[[]string](c.Redirects) }

// RegisterClient stores a program. If there are MaxClients it returns limit_exceeded.
func (s *Store) RegisterClient(ctx context.Context, name string, redirects []string) (*OAuthClient, error) {
	var known int64
	if err := s.Read(ctx).Model(&OAuthClient{}).Count(&known).Error; err != nil {
		return nil, db.Error(err)
	}
	if known >= MaxClients {
		return nil, apierror.New(apierror.CodeLimitExceeded, "subject", "oauthClients", "limit", MaxClients)
	}
	c := &OAuthClient{ID: db.NewID(), Name: name, Redirects: db.JSON(redirects), UsedAt: s.NowMicros()}
	return c, db.Error(s.Write(ctx).Create(c).Error)
}

// FindClient reads a registered program. It returns not_found if there is none.
func (s *Store) FindClient(ctx context.Context, id string) (*OAuthClient, error) {
	return db.Find[OAuthClient](s.Read(ctx).Where("id = ?", id), "client")
}
