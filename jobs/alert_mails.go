package jobs

import (
	"context"
	"fmt"
	"strings"

	"socialdata/internal/mail"
	"socialdata/models"
	"socialdata/models/alerts"
	"socialdata/models/work"
)

// Mailer sends one message.
type Mailer interface {
	Send(ctx context.Context, m mail.Message) error
}

// AlertMails notifies owners of alerts by e-mail.
type AlertMails struct {
	Store  *models.Store
	Mailer Mailer
	Origin string               // base of the links
	Ended  func(outcome string) // is called after each attempt with "ok" or "failed"; nil disables it
}

// Handle sends one e-mail, unless its alert has ended in the meantime. It waits for a day after the previous e-mail of the same kind.
func (a *AlertMails) Handle(ctx context.Context, j *work.Job) work.Outcome {
	m, next, err := a.Store.Alerts.DueMail(ctx, j)
	switch {
	case err != nil:
		return work.Failed(err)
	case m == nil && next == nil:
		return work.Cancel(nil)
	case m == nil:
		return work.Snooze(*next)
	}
	err = a.Mailer.Send(ctx, a.message(m))
	if a.Ended != nil {
		a.Ended(map[bool]string{true: "ok", false: "failed"}[err == nil])
	}
	if err != nil {
		return work.Failed(err)
	}
	if err := a.Store.Alerts.Mailed(context.WithoutCancel(ctx), m); err != nil {
		return work.Failed(err)
	}
	return work.Settled()
}

// message returns the e-mail: the alert, what to do about it, and where to turn such e-mails off.
func (a *AlertMails) message(m *alerts.Mail) mail.Message {
	workspace, off := a.Origin+"/w/"+m.WorkspaceID, a.Origin+"/account#alerts"
	name := mail.Plain(m.Workspace)
	subject, lines, page := alertWords(m)
	text := fmt.Sprintf("Workspace: %s\n\n%s\n\nWhat to do: %s/%s\n\n--\nYou get this because you own the workspace. At most one such e-mail is sent a day.\nTurn these e-mails off on the page of your account: %s\n",
		name, strings.Join(lines, "\n"), workspace, page, off)
	if m.Kind == alerts.CreditsLow {
		text += "The balance at which you are told is set here: " + workspace + "/credits\n"
	}
	return mail.Message{To: m.Email, Subject: subject + " (" + name + ")", Text: text, Unsubscribe: off,
		ID: fmt.Sprintf("%s.%s.%s.%d", m.Kind, m.WorkspaceID, m.UserID, m.RaisedAt)}
}

// alertWords returns the subject and text for an alert, and the path of the page where it can be resolved.
func alertWords(m *alerts.Mail) (subject string, lines []string, page string) {
	switch m.Kind {
	case alerts.CreditsLow:
		low := m.Alerts[0]
		return "Low balance", []string{fmt.Sprintf("The balance is %d credits. You asked to be told at %d.", low.Balance, low.LowBalance),
			"Lookups and imports that cost more than is left are refused."}, "credits"
	case alerts.WebhookDisabled:
		return "Webhook disabled", []string{fmt.Sprintf("Endpoints that failed for five days and were disabled: %d. Nothing is sent to them any more.", len(m.Alerts))}, "webhooks"
	case alerts.ExportFailing:
		return "Scheduled export failed", []string{fmt.Sprintf("Exports whose last run was given up: %d. The next run has what it lacks.", len(m.Alerts))}, "exports"
	case alerts.ImportsRetried:
		for _, x := range m.Alerts { // words of support, in one line
			lines = append(lines, fmt.Sprintf("- %s (imports of yours that failed: %d)", strings.Join(strings.Fields(x.Name), " "), x.Imports))
		}
		return "Failed imports: mended", append([]string{"The cause of failures was mended:"}, lines...), "imports?state=failed"
	case alerts.WatchFailing:
		lines = []string{"Watches that failed several times in a row:"}
		for _, x := range m.Alerts {
			lines = append(lines, "- "+mail.Plain(x.Name))
		}
		return "Watch failing", lines, "watches"
	}
	return "Alert", nil, "" // every kind has a case: the linters see to it
}
