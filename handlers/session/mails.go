package session

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/mail"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/db"
)

// mailPatience is how long a request waits for the mail server.
const mailPatience = 8 * time.Second

// Mails sends links that prove an address, on request and with invites. A nil Mails sends nothing; the operator has
// no mail server then.
type Mails struct {
	Store  *models.Store
	Sender interface {
		Send(ctx context.Context, m mail.Message) error
	}
	Origin string // base URL of links
	Log    *slog.Logger
}

// Prove mails a person the link that proves their address, and returns the address. It returns limit_exceeded after
// too many links.
func (m *Mails) Prove(ctx context.Context, userID string) (email string, err error) {
	email, token, err := m.Store.Accounts.NewEmailProof(ctx, userID)
	if err != nil || token == "" {
		return email, err
	}
	return email, m.send(ctx, mail.Message{To: email, Subject: "Confirm your email", ID: "confirm." + db.NewID(),
		Text: fmt.Sprintf("Somebody uses this address on %s and asks to get e-mails there.\n\nIf it was you, confirm it here, within a day:\n%s/confirm/%s\n\n"+
			"If it was not, do nothing: nothing else will be sent.\n", m.Origin, m.Origin, token)})
}

// Invite mails an invite and reports whether it was sent. If it was not, the inviter has to pass on the link.
func (m *Mails) Invite(ctx context.Context, i *accounts.Invite, workspace string) bool {
	if m == nil {
		return false
	}
	token, err := m.Store.Accounts.NewInviteMail(ctx, i)
	if err == nil {
		err = m.send(ctx, mail.Message{To: i.Email, Subject: "You are invited", ID: "invite." + i.ID,
			Text: fmt.Sprintf("You are invited to a workspace on %s. Its members call it: %s\n\nAccept the invite here, within a week:\n%s/invite/%s\n\n"+
				"If you do not know what this is, do nothing: nothing else will be sent.\n", m.Origin, mail.Plain(workspace), m.Origin, token)})
	}
	if err != nil {
		m.Log.WarnContext(ctx, "an invite was not mailed", "workspace", i.WorkspaceID, "cause", apierror.Redact(err))
	}
	return err == nil
}

func (m *Mails) send(ctx context.Context, message mail.Message) error {
	ctx, cancel := context.WithTimeout(ctx, mailPatience)
	defer cancel()
	if err := m.Sender.Send(ctx, message); err != nil {
		return apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	return nil
}
