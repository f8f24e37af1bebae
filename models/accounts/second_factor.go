package accounts

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base32"
	"encoding/hex"
	"strings"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

const (
	// RecoveryCodes is how many recovery codes a person gets. Each can be used once.
	RecoveryCodes = 10
	// stepSeconds is how long an app shows a code, and nearSteps how many steps before and after are accepted: clocks
	// of phones are not exact.
	stepSeconds = 30
	nearSteps   = 1
	// recoveryBytes is the length of a recovery code: so many random bytes need no slow hash.
	recoveryBytes = 10
)

// CodeRequired is the detail "reason" of unauthenticated: the password was right, and a code is needed as well.
const CodeRequired = "code_required"

// secondFactor is a person's app that shows codes. It is asked for once it is confirmed.
type secondFactor struct {
	UserID      string `gorm:"primaryKey"`
	Secret      string // sealed
	ConfirmedAt *int64
	LastStep    int64
	CreatedAt   int64 `gorm:"autoCreateTime:false"`
}

// recoveryCode is one unused code that stands for a code of the app.
type recoveryCode struct {
	UserID string `gorm:"primaryKey"`
	Digest string `gorm:"primaryKey"`
}

// SecondFactor is the state of a person's second factor.
type SecondFactor struct {
	On       bool
	Pending  bool // a secret was made and not yet confirmed
	Recovery int64
}

// factorName ties a sealed secret to its person.
func factorName(userID string) string { return "second factor:" + userID }

// FindSecondFactor returns the state of a person's second factor.
func (s *Store) FindSecondFactor(ctx context.Context, userID string) (f SecondFactor, err error) {
	row, err := db.First[secondFactor](s.Read(ctx).Where("user_id = ?", userID))
	if err != nil || row == nil {
		return f, db.Error(err)
	}
	f.On, f.Pending = row.ConfirmedAt != nil, row.ConfirmedAt == nil
	return f, db.Error(s.Read(ctx).Model(&recoveryCode{}).Where("user_id = ?", userID).Count(&f.Recovery).Error)
}

// BeginSecondFactor makes a secret for a person's app, in place of one that was not confirmed. A confirmed one stays.
func (s *Store) BeginSecondFactor(ctx context.Context, userID string) error {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: "-", AccountName: "-"})
	if err != nil {
		return err
	}
	sealed, err := s.Secrets.Seal(factorName(userID), key.Secret())
	if err != nil {
		return err
	}
	return s.Tx(ctx, func(tx *gorm.DB) error {
		if err := tx.Delete(&secondFactor{}, "user_id = ? AND confirmed_at IS NULL", userID).Error; err != nil {
			return err
		}
		return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&secondFactor{UserID: userID, Secret: sealed, CreatedAt: s.NowMicros()}).Error
	})
}

// PendingSecondFactor returns the secret that a person's app has to take over; not_found if none is being set up.
func (s *Store) PendingSecondFactor(ctx context.Context, userID string) (secret string, err error) {
	var f secondFactor
	if err := db.One(s.Read(ctx).Where("user_id = ? AND confirmed_at IS NULL", userID), &f, "second factor"); err != nil {
		return "", err
	}
	return secret, s.Secrets.Open(factorName(userID), f.Secret, &secret)
}

// ConfirmSecondFactor switches a second factor on with the first code of the app, and returns the recovery codes, of which
// only digests are kept. The person's other sessions, which were opened without a code, end.
func (s *Store) ConfirmSecondFactor(ctx context.Context, userID, keepSession, code string) (recovery []string, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		var f secondFactor
		q := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("user_id = ? AND confirmed_at IS NULL", userID)
		if err := db.One(q, &f, "second factor"); err != nil {
			return err
		}
		if err := s.useCode(tx, &f, code); err != nil {
			return err
		}
		if err := tx.Model(&secondFactor{}).Where("user_id = ?", userID).Update("confirmed_at", s.NowMicros()).Error; err != nil {
			return err
		}
		if recovery, err = newRecoveryCodes(tx, userID); err != nil {
			return err
		}
		return tx.Delete(&Session{}, "user_id = ? AND id <> ?", userID, keepSession).Error
	})
	return recovery, err
}

func newRecoveryCodes(tx *gorm.DB, userID string) (codes []string, err error) {
	rows := []recoveryCode{}
	for range RecoveryCodes {
		b := make([]byte, recoveryBytes)
		_, _ = rand.Read(b) // never fails: crypto/rand ends the program instead
		plain := strings.ToLower(base32.StdEncoding.EncodeToString(b))
		codes = append(codes, plain[:4]+"-"+plain[4:8]+"-"+plain[8:12]+"-"+plain[12:])
		rows = append(rows, recoveryCode{userID, codeDigest(plain)})
	}
	return codes, tx.Create(&rows).Error
}

// codeDigest returns the digest by which a recovery code is found.
func codeDigest(plain string) string { return hex.EncodeToString(db.TokenDigest("recovery:" + plain)) }

// RemoveSecondFactor switches a second factor off with the person's password and a code.
func (s *Store) RemoveSecondFactor(ctx context.Context, userID, password, code string) error {
	if err := s.CheckPassword(ctx, userID, password); err != nil {
		return err
	}
	return s.Tx(ctx, func(tx *gorm.DB) error {
		if err := s.checkSecond(tx, userID, code); err != nil {
			return err
		}
		return dropSecondFactor(tx, userID)
	})
}

// DropSecondFactor switches the second factor of the person with an e-mail off, inside the transaction of who writes down
// why. It returns the person's id, or not_found if nobody with the e-mail has a second factor.
func DropSecondFactor(tx *gorm.DB, email string) (userID string, err error) {
	var u User
	having := tx.Model(&secondFactor{}).Select("user_id")
	if err := db.One(tx.Where("email = ? AND id IN (?)", FoldEmail(email), having), &u, "second factor"); err != nil {
		return "", err
	}
	return u.ID, dropSecondFactor(tx, u.ID)
}

// dropSecondFactor deletes a second factor with its recovery codes.
func dropSecondFactor(tx *gorm.DB, userID string) error {
	if err := tx.Delete(&recoveryCode{}, "user_id = ?", userID).Error; err != nil {
		return err
	}
	return tx.Delete(&secondFactor{}, "user_id = ?", userID).Error
}

// checkSecond accepts a code of a person who has a second factor, and uses it up. It returns unauthenticated with the
// reason CodeRequired if there is no code, and invalid_credential if it is wrong or was used before.
func (s *Store) checkSecond(tx *gorm.DB, userID, code string) error {
	f, err := db.First[secondFactor](tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("user_id = ? AND confirmed_at IS NOT NULL", userID))
	if err != nil || f == nil {
		return err
	}
	code = plainCode(code)
	switch len(code) {
	case 0:
		e := apierror.New(apierror.CodeUnauthenticated, "reason", CodeRequired)
		e.Message = "A code of the second factor is needed as well."
		return e
	case int(otp.DigitsSix):
		return s.useCode(tx, f, code)
	}
	return db.Changed(tx.Delete(&recoveryCode{}, "user_id = ? AND digest = ?", userID, codeDigest(code)), wrongCode())
}

// useCode accepts a code of the app if it is of now, or of the step before or after, and later than the last one that
// was accepted.
func (s *Store) useCode(tx *gorm.DB, f *secondFactor, code string) error {
	var secret string
	if err := s.Secrets.Open(factorName(f.UserID), f.Secret, &secret); err != nil {
		return err
	}
	now := s.Now().Unix() / stepSeconds
	for step := now - nearSteps; step <= now+nearSteps; step++ {
		want, err := hotp.GenerateCode(secret, uint64(step))
		if err != nil {
			return err
		}
		if subtle.ConstantTimeCompare([]byte(want), []byte(plainCode(code))) == 1 {
			return db.Changed(tx.Model(&secondFactor{}).Where("user_id = ? AND last_step < ?", f.UserID, step).Update("last_step", step), wrongCode())
		}
	}
	return wrongCode()
}

func wrongCode() error { return apierror.New(apierror.CodeInvalidCredential, "reason", "code") }

// plainCode removes what people type between the parts of a code.
func plainCode(code string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(strings.TrimSpace(code)))
}
