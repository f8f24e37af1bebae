package v1

import (
	"context"

	"socialdata/handlers/operations"

	"socialdata/models/accounts"
)

// Person are the fields of a new person, with their bounds.
type Person struct {
	Email    operations.Email       `json:"email"`
	Password operations.NewPassword `json:"password"`
	Name     operations.Name        `json:"name"`
}

type bootstrapInput struct {
	Body struct {
		WorkspaceName operations.Name `json:"workspaceName"`
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
