package events

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"time"

	"socialdata/models/db"
)

// bothSecretsSign is how long the previous secret also signs after a rotation.
const bothSecretsSign = 24 * time.Hour

// newSecret returns a secret in the format of Standard Webhooks: whsec_ and 32 bytes in base64.
func newSecret() string {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // cannot fail
	return "whsec_" + base64.StdEncoding.EncodeToString(key)
}

// secretName ties an encrypted secret to its endpoint.
func secretName(id string) string { return "webhook:" + id }

// RotateSecret gives an endpoint a new secret and returns it. The previous one, if it can be decrypted, also signs for a day.
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

// SecretReadable reports whether the installation's keys can decrypt the secret of an endpoint.
func (s *Store) SecretReadable(w *Webhook) bool {
	var secret string
	return s.Secrets.Open(secretName(w.ID), w.Secret, &secret) == nil
}

// SigningSecrets returns the secrets that sign deliveries to an endpoint now, newest first. It leaves out an old secret
// that cannot be decrypted; for the newest one that is an error.
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
