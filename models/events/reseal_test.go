package events_test

import (
	"bytes"
	"slices"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

// withKeys lets a store go on as a process with other secret keys, each of one repeated byte.
func withKeys(t *testing.T, s *models.Store, keys ...byte) {
	t.Helper()
	var secrets [][]byte
	for _, k := range keys {
		secrets = append(secrets, bytes.Repeat([]byte{k}, 32))
	}
	encrypter, err := db.NewEncrypter(secrets, "database")
	testkit.Must(t, err)
	s.Secrets = encrypter
}

// TestSecretsSurviveRotation replaces the installation's key twice, each time in two steps. Both secrets of an endpoint, the
// new one and the one before, sign as they did, whichever of two processes seals them anew.
func TestSecretsSurviveRotation(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		withKeys(t, s, 'a')
		in := modelstest.Install(t, s, 0)
		w := hook(t, s, in.Workspace)
		w, _, err := s.Events.RotateSecret(t.Context(), in.Workspace, w.ID)
		testkit.Must(t, err)
		want, err := s.Events.SigningSecrets(w)
		testkit.Must(t, err)
		for _, keys := range []string{"ba", "b", "cb", "c"} {
			withKeys(t, s, []byte(keys)...)
			for _, err := range modelstest.AtOnce(2, func(int) error {
				unreadable, err := s.Events.ResealSecrets(t.Context())
				if unreadable != 0 {
					t.Errorf("with the keys %s: %d secrets cannot be read", keys, unreadable)
				}
				return err
			}) {
				testkit.Must(t, err)
			}
			found, err := s.Events.FindWebhook(t.Context(), in.Workspace, w.ID)
			testkit.Must(t, err)
			if got, err := s.Events.SigningSecrets(found); err != nil || len(got) != 2 || !slices.Equal(got, want) {
				t.Fatalf("with the keys %s: %d secrets sign, %v", keys, len(got), err)
			}
			if found.Revision != w.Revision {
				t.Errorf("with the keys %s: the revision is %d, was %d", keys, found.Revision, w.Revision)
			}
		}
	})
}

// TestUnreadableSecretDoesNotStopItsSuccessor takes the key away that a secret was sealed with: the endpoint is counted until
// its owner makes a new secret, which signs alone and at once.
func TestUnreadableSecretDoesNotStopItsSuccessor(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		withKeys(t, s, 'a')
		in := modelstest.Install(t, s, 0)
		lost, older := hook(t, s, in.Workspace), hook(t, s, in.Workspace)
		count := func(want int) {
			t.Helper()
			if n, err := s.Events.ResealSecrets(t.Context()); err != nil || n != want {
				t.Errorf("%d secrets cannot be read, want %d (%v)", n, want, err)
			}
		}
		older, second, err := s.Events.RotateSecret(t.Context(), in.Workspace, older.ID)
		testkit.Must(t, err)
		unreadable := older.OldSecret
		withKeys(t, s, 'b')
		count(2)
		if _, err := s.Events.SigningSecrets(lost); err == nil || s.Events.SecretReadable(lost) {
			t.Error("a secret is read without its key")
		}
		lost, secret, err := s.Events.RotateSecret(t.Context(), in.Workspace, lost.ID)
		testkit.Must(t, err)
		if got, err := s.Events.SigningSecrets(lost); err != nil || !slices.Equal(got, []string{secret}) {
			t.Errorf("after a new secret %d sign, %v", len(got), err)
		}
		count(1)
		withKeys(t, s, 'b', 'a')
		count(0)
		withKeys(t, s, 'b')
		modelstest.Run(t, s, "UPDATE webhooks SET old_secret = ? WHERE id = ?", unreadable, older.ID)
		older, err = s.Events.FindWebhook(t.Context(), in.Workspace, older.ID)
		testkit.Must(t, err)
		if got, err := s.Events.SigningSecrets(older); err != nil || !slices.Equal(got, []string{second}) {
			t.Errorf("beside an old secret that cannot be read %d sign, %v", len(got), err)
		}
	})
}

// TestEverySecretIsSealedAnew: an old one beside one that needs it no more, and those of more endpoints than one step reads.
func TestEverySecretIsSealedAnew(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		withKeys(t, s, 'a')
		in := modelstest.Install(t, s, 0)
		w := hook(t, s, in.Workspace)
		withKeys(t, s, 'b', 'a')
		_, _, err := s.Events.RotateSecret(t.Context(), in.Workspace, w.ID)
		testkit.Must(t, err)
		const broken = 1005
		modelstest.Run(t, s, `INSERT INTO webhooks (id, workspace_id, url, types, description, secret, old_secret, disabled_reason, revision, created_at, format)
			WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 1005) SELECT 'broken' || n, workspace_id, url, types, '', 'broken', '', '', 1, 1, format FROM more, webhooks`)
		if n, err := s.Events.ResealSecrets(t.Context()); err != nil || n != broken {
			t.Errorf("%d secrets cannot be read, want %d, %v", n, broken, err)
		}
		withKeys(t, s, 'b')
		found, err := s.Events.FindWebhook(t.Context(), in.Workspace, w.ID)
		testkit.Must(t, err)
		if got, err := s.Events.SigningSecrets(found); err != nil || len(got) != 2 {
			t.Errorf("%d secrets sign, %v", len(got), err)
		}
	})
}
