package operations

import (
	"testing"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models/events"
)

// TestWebhooksAreRecordedByTheirHost alone: the rest of an address may be a secret.
func TestWebhooksAreRecordedByTheirHost(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx, done := did(t)
	w, secret, err := s.CreateWebhook(ctx, s.owner, CreateWebhook{URL: "https://hooks.example.com/secret", Events: WebhookEvents{events.ImportSucceeded}})
	if err != nil || secret == "" {
		t.Fatalf("%+v, %q, %v", w, secret, err)
	}
	named := session.Done{Subject: w.ID, Detail: "hooks.example.com"}
	wantDone(t, done, named)
	if w, err = s.ChangeWebhook(ctx, s.owner, w.ID, ChangeWebhook{Revision: Revision(w.Revision), Description: new(Description("of sales"))}); err != nil || w.Description != "of sales" {
		t.Errorf("changed: %+v, %v", w, err)
	}
	wantDone(t, done, named)
	if _, other, err := s.RotateWebhookSecret(ctx, s.owner, w.ID); err != nil || other == "" || other == secret {
		t.Errorf("rotated to %q: %v", other, err)
	}
	wantDone(t, done, named)
	sent, err := s.TestWebhook(ctx, s.owner, w.ID)
	testkit.Must(t, err)
	wantDone(t, done, session.Done{Detail: named.Detail})
	if again, err := s.ResendDelivery(ctx, s.owner, w.ID, sent.ID); err != nil || again.WebhookID != w.ID {
		t.Errorf("sent again: %+v, %v", again, err)
	}
	wantDone(t, done, session.Done{Detail: named.Detail})
	testkit.Must(t, s.DeleteWebhook(ctx, s.owner, w.ID))
	wantDone(t, done, named)
	for name, act := range map[string]func() error{
		"changed":    func() error { _, err := s.ChangeWebhook(ctx, s.owner, w.ID, ChangeWebhook{Revision: 1}); return err },
		"rotated":    func() error { _, _, err := s.RotateWebhookSecret(ctx, s.owner, w.ID); return err },
		"tested":     func() error { _, err := s.TestWebhook(ctx, s.owner, w.ID); return err },
		"sent again": func() error { _, err := s.ResendDelivery(ctx, s.owner, w.ID, sent.ID); return err },
		"deleted":    func() error { return s.DeleteWebhook(ctx, s.owner, w.ID) },
	} {
		wantCode(t, name+" after it was deleted", act(), apierror.CodeNotFound)
		wantDone(t, done, session.Done{})
	}
}
