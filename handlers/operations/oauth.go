package operations

import (
	"context"
	"slices"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
)

// AllowProgram is the input of letting a program act in a person's name.
type AllowProgram struct {
	Scopes       KeyScopes       `json:"scopes"`
	DailyCredits Opt[KeyCredits] `json:"dailyCredits,omitempty"`
}

// ScopeRole returns the role that a person needs to allow a scope: the largest that an operation with the scope requires of people,
// and at least that of looking up, which every token may.
func ScopeRole(scope accounts.Scope) accounts.Role {
	role := accounts.GrantRole
	for _, op := range Table() {
		if needed := accounts.Role(op.Role); op.Scope == scope && needed.Includes(role) {
			role = needed
		}
	}
	return role
}

// AllowedScopes returns those of the scopes that a person with a role may allow a program.
func AllowedScopes(asked []accounts.Scope, role accounts.Role) []accounts.Scope {
	return slices.DeleteFunc(slices.Clone(asked), func(scope accounts.Scope) bool { return !role.Includes(ScopeRole(scope)) })
}

// AllowProgram lets a program act in the caller's name, and returns the code with which it gets its tokens. The scopes are those of
// the request that the person chose; others are refused.
func (s *Service) AllowProgram(ctx context.Context, c *session.Caller, asked session.Asked, in AllowProgram) (code string, err error) {
	may := AllowedScopes(asked.Scopes, c.Role)
	for _, scope := range in.Scopes {
		if !slices.Contains(may, scope) {
			return "", apierror.New(apierror.CodeForbidden, "requiredRole", string(ScopeRole(scope)))
		}
	}
	session.Did(ctx, session.Done{Subject: asked.ClientID, Detail: asked.ClientName})
	return s.Store.Accounts.SaveConsent(ctx, accounts.Consent{WorkspaceID: c.WorkspaceID, UserID: c.UserID(), ClientID: asked.ClientID, ClientName: asked.ClientName,
		RedirectURI: asked.RedirectURI, Challenge: asked.Challenge, Scopes: in.Scopes, Daily: (*int64)(in.DailyCredits.Value)})
}
