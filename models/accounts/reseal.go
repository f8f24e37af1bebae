package accounts

import (
	"context"

	"socialdata/models/db"
)

// resealStep is how many second factors ResealSecrets reads at a time.
const resealStep = 500

// ResealSecrets encrypts the secrets of all second factors with the installation's first key, so that older keys can be
// removed. It returns how many no key can decrypt. Several processes may run it at once.
func (s *Store) ResealSecrets(ctx context.Context) (unreadable int, err error) {
	for after := ""; ; {
		var step []secondFactor
		if err := s.Read(ctx).Where("user_id > ?", after).Order("user_id").Limit(resealStep).Find(&step).Error; err != nil {
			return unreadable, db.Error(err)
		}
		for _, f := range step {
			anew, problem := s.Secrets.Reseal(factorName(f.UserID), f.Secret)
			if problem != nil {
				unreadable++
			}
			if problem != nil || anew == f.Secret {
				continue
			}
			if err := s.Write(ctx).Model(&secondFactor{}).Where("user_id = ? AND secret = ?", f.UserID, f.Secret).Update("secret", anew).Error; err != nil {
				return unreadable, db.Error(err)
			}
		}
		if len(step) < resealStep {
			return unreadable, nil
		}
		after = step[len(step)-1].UserID
	}
}
