package events

import (
	"context"

	"socialdata/models/db"
)

// resealStep is how many endpoints ResealSecrets reads at a time.
const resealStep = 500

// ResealSecrets encrypts the secrets of all endpoints with the installation's first key, so that older keys can be removed.
// It returns how many enabled endpoints have a secret that no key can decrypt. Several processes may run it at once.
func (s *Store) ResealSecrets(ctx context.Context) (unreadable int, err error) {
	for after := ""; ; {
		var step []Webhook
		if err := s.Read(ctx).Where("id > ?", after).Order("id").Limit(resealStep).Find(&step).Error; err != nil {
			return unreadable, db.Error(err)
		}
		for n := range step {
			opened, err := s.resealWebhook(ctx, &step[n])
			if err != nil {
				return unreadable, err
			}
			if !opened && step[n].DisabledAt == nil {
				unreadable++
			}
		}
		if len(step) < resealStep {
			return unreadable, nil
		}
		after = step[len(step)-1].ID
	}
}

// resealWebhook reports whether the newest secret of an endpoint can be decrypted. It does not overwrite a concurrent rotation.
func (s *Store) resealWebhook(ctx context.Context, w *Webhook) (opened bool, err error) {
	for _, c := range [...]struct{ column, sealed string }{{"secret", w.Secret}, {"old_secret", w.OldSecret}} {
		column, sealed := c.column, c.sealed
		anew, problem := s.Secrets.Reseal(secretName(w.ID), sealed)
		if column == "secret" {
			opened = problem == nil
		}
		if problem != nil || anew == sealed {
			continue
		}
		if err := s.Write(ctx).Model(&Webhook{}).Where("id = ? AND "+column+" = ?", w.ID, sealed).Update(column, anew).Error; err != nil {
			return opened, db.Error(err)
		}
	}
	return opened, nil
}
