package session

import (
	"fmt"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/models/accounts"
)

func TestPermit(t *testing.T) {
	key := func(scopes string) *Caller {
		return &Caller{Key: &accounts.KeyCaller{APIKey: accounts.APIKey{ScopeList: scopes}}}
	}
	person := func(role accounts.Role) *Caller { return &Caller{Person: &accounts.SignedIn{}, Role: role} }
	staff := func(u accounts.User) *Caller {
		return &Caller{Person: &accounts.SignedIn{User: u}, Role: accounts.Owner}
	}
	write := Rule{Credential: APIKeyOrSession, Role: Owner, Scope: accounts.ReferencesWrite}
	tests := map[string]struct {
		caller *Caller
		rule   Rule
		want   string // the detail of forbidden; "" for none
	}{
		"a key with the scope":           {key("media:read references:write"), write, ""},
		"a key with another scope":       {key("references:read"), write, "requiredScope references:write"},
		"a key without scopes":           {key(""), Rule{Credential: APIKey}, ""},
		"a key where a session is asked": {key("references:write"), Rule{Credential: Session, Role: Owner}, "requiredRole owner"},
		"a key where any person may":     {key(""), Rule{Credential: Session}, "requiredRole member"},
		"an owner":                       {person(accounts.Owner), write, ""},
		"an owner does what members may": {person(accounts.Owner), Rule{Credential: Session, Role: Member}, ""},
		"a member":                       {person(accounts.Member), Rule{Credential: Session, Role: Member}, ""},
		"a member where owners may":      {person(accounts.Member), write, "requiredRole owner"},
		"an editor where members may":    {person(accounts.Editor), Rule{Credential: Session, Role: Member}, ""},
		"an editor where owners may":     {person(accounts.Editor), write, "requiredRole owner"},
		"somebody in no workspace":       {person(""), Rule{Credential: Session, Role: Member}, "requiredRole member"},
		"any person":                     {person(""), Rule{Credential: Session}, ""},
		"an owner who is no operator":    {staff(accounts.User{Support: true}), Rule{Credential: Session, Role: Operator}, "requiredRole operator"},
		"an operator":                    {staff(accounts.User{Operator: true}), Rule{Credential: Session, Role: Operator}, ""},
		"an operator who is not support": {staff(accounts.User{Operator: true}), Rule{Credential: Session, Role: Support}, "requiredRole support"},
		"support":                        {staff(accounts.User{Support: true}), Rule{Credential: Session, Role: Support}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := ""
			if err := tt.caller.Permit(tt.rule); err != nil {
				for detail, value := range apierror.From(err).Details {
					got += fmt.Sprintf("%s %v", detail, value)
				}
			}
			if got != tt.want {
				t.Errorf("Permit = %q, want %q", got, tt.want)
			}
		})
	}
}
