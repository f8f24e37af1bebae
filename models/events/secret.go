package events

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"time"

	"socialdata/models/db"
)

// bothSecretsSign is how long the secret before a rotation signs, too.
const bothSecretsSign = 24 * time.Hour

// newSecret makes a secret in the form of Standard Webhooks: whsec_ and 32 bytes in base64.
func newSecret() string {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // it never fails
	return "whsec_" + base64.StdEncoding.EncodeToString(key)
}

// secretName binds an encrypted secret to its endpoint.
func secretName(id string) string { return "webhook:" + id }

// RotateSecret gives an endpoint a new secret and returns it. The one before signs, too, for a day, if it can still be read.
func (s *Store) RotateSecret(ctx context.Context, workspaceID, id string) (w *Webhook, secret string, err error) {
	secret = newSecret()
	w, err = s.updateWebhook(ctx, workspaceID, id, func(w *Webhook) (err error) {
		until := db.Micros(s.Now().Add(bothSecretsSign))
		w.OldSecret, w.OldSecretUntil = w.Secret, &until
		if !s.SecretReadable(w) {
			w.OldSecret, w.OldSecretUntil = "", nil
		}
		w.Secret, err = s.Secrets.Seal(secretName(w.ID), secret)
		return err
	})
	return w, secret, err
}

// SecretReadable reports whether the secret of an endpoint can be read with the installation's keys.
func (s *Store) SecretReadable(w *Webhook) bool {
	var secret string
	return s.Secrets.Open(secretName(w.ID), w.Secret, &secret) == nil
}

// SigningSecrets returns the secrets that sign what an endpoint is sent now: the newest first. An old secret that cannot be
// read is left out; a new one that cannot be read is an error.
func (s *Store) SigningSecrets(w *Webhook) ([]string, error) {
	secrets := make([]string, 1, 2)
	if err := s.Secrets.Open(secretName(w.ID), w.Secret, &secrets[0]); err != nil {
		return nil, err
	}
	if w.OldSecretUntil != nil && *w.OldSecretUntil > s.NowMicros() {
		var old string
		if s.Secrets.Open(secretName(w.ID), w.OldSecret, &old) == nil {
			secrets = append(secrets, old)
		}
	}
	return secrets, nil
}
