package v1

import (
	"context"

	"socialdata/models/accounts"
)

// Person are the fields of a new person, with their bounds.
type Person struct {
	Email    email       `json:"email"`
	Password newPassword `json:"password"`
	Name     name        `json:"name"`
}

type bootstrapInput struct {
	Body struct {
		WorkspaceName name `json:"workspaceName"`
		Person
	}
}

func (h *Handlers) bootstrap(ctx context.Context, in *bootstrapInput) (*sessionOutput, error) {
	return h.sessionCreated(h.Store.Accounts.Bootstrap(ctx, accounts.NewInstallation{
		WorkspaceName: string(in.Body.WorkspaceName),
		Owner:         accounts.NewUser{Email: string(in.Body.Email), Name: string(in.Body.Name), Password: string(in.Body.Password)},
		Credits:       h.InitialCredits,
	}))
}
