package v1

import (
	"context"

	"socialdata/models/accounts"
)

// Person are the fields of a new person, with their bounds.
type Person struct {
	Email    string `json:"email" pattern:"^[^\\s@<>]+@[^\\s@<>]+$" maxLength:"254"`
	Password string `json:"password" minLength:"12" maxLength:"256"`
	Name     string `json:"name" minLength:"1" maxLength:"100" format:"not-blank"`
}

type bootstrapInput struct {
	Body struct {
		WorkspaceName string `json:"workspaceName" minLength:"1" maxLength:"100" format:"not-blank"`
		Person
	}
}

func (h *Handlers) bootstrap(ctx context.Context, in *bootstrapInput) (*sessionOutput, error) {
	return h.opened(h.Store.Bootstrap(ctx, accounts.NewInstallation{
		WorkspaceName: in.Body.WorkspaceName,
		Owner:         accounts.NewUser{Email: in.Body.Email, Name: in.Body.Name, Password: in.Body.Password},
		Credits:       h.InitialCredits,
	}))
}
