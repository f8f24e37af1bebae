package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"socialdata/handlers/operations"
	"socialdata/internal/issuer"
	"socialdata/models/accounts"
)

// newIssuer returns the operator's issuer, or nil if none is configured. It asks nothing: the program starts while the
// issuer is down.
func (p *program) newIssuer() (*issuer.Issuer, error) {
	if p.cfg.OIDCIssuer == "" {
		return nil, nil
	}
	domains := []string{}
	for _, d := range p.cfg.OIDCDomains {
		domains = append(domains, strings.ToLower(strings.TrimPrefix(d, "@")))
	}
	return issuer.New(issuer.Options{URL: p.cfg.OIDCIssuer, ClientID: p.cfg.OIDCClientID, ClientSecret: string(p.cfg.OIDCClientSecret),
		Redirect: p.cfg.Origin + operations.IssuerBack, Name: p.cfg.OIDCName, Domains: domains, Clock: p.store.Now})
}

// autoJoin returns what people from the issuer join who have no account; nil for nothing.
func (c *config) autoJoin() (*accounts.AutoJoin, error) {
	if c.OIDCAutoJoin == "" {
		return nil, nil
	}
	id, role, _ := strings.Cut(c.OIDCAutoJoin, ":")
	if uuid.Validate(id) != nil || !slices.Contains(accounts.Roles(), accounts.Role(role)) {
		return nil, errors.New("not a workspace and a role")
	}
	return &accounts.AutoJoin{WorkspaceID: id, Role: accounts.Role(role)}, nil
}

// warnOfAutoJoin warns of a workspace that people cannot join: they would be told that they have no account.
func (p *program) warnOfAutoJoin(ctx context.Context) {
	join, err := p.cfg.autoJoin()
	if err != nil || join == nil {
		return // another check refuses what cannot be read
	}
	if w, err := p.store.Accounts.Workspace(ctx, join.WorkspaceID); err != nil || w.ClosedAt != nil {
		p.log.Warn("SOCIALDATA_OIDC_AUTO_JOIN names a workspace that there is not, or that is closed: nobody joins it", "workspace", join.WorkspaceID)
	}
}
