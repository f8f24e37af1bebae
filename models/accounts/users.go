package accounts

import (
	"context"
	"errors"
	"strings"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// User is a person.
type User struct {
	ID           string `gorm:"primaryKey"`
	Email        string
	Name         string
	PasswordHash string // "": the person has none, and signs in at the operator's issuer
	Operator     bool   // may create workspaces
	Support      bool
	CreatedAt    int64 `gorm:"autoCreateTime:false"`

	EmailProvedAt     *int64 // when the address was confirmed by a mailed link or the operator; nil: it gets no mail
	WithoutAlertMails bool   // wants no alert e-mails about workspaces that the person owns
}

// NewUser holds the input of CreateUser. Password is in clear and never stored.
type NewUser struct {
	Email, Name, Password string
	Operator, Support     bool
}

// FoldEmail returns the form in which e-mails are stored and compared.
func FoldEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// CreateUser creates a person with a proved e-mail, for the operator; a taken e-mail is invalid_input.
func (s *Store) CreateUser(ctx context.Context, n NewUser) (*User, error) {
	u, err := s.newUser(ctx, n)
	if err != nil {
		return nil, err
	}
	u.EmailProvedAt = &u.CreatedAt
	return u, s.Tx(ctx, func(tx *gorm.DB) error { return insertUser(tx, u) })
}

// newUser hashes the password. It must not run inside a transaction, because hashing is slow on purpose.
func (s *Store) newUser(ctx context.Context, n NewUser) (*User, error) {
	hash, err := s.passwords.hash(ctx, n.Password)
	if err != nil {
		return nil, err
	}
	return &User{ID: db.NewID(), Email: FoldEmail(n.Email), Name: n.Name, PasswordHash: hash,
		Operator: n.Operator, Support: n.Support, CreatedAt: s.NowMicros()}, nil
}

func insertUser(tx *gorm.DB, u *User) error {
	return takenEmail(tx.Create(u).Error)
}

// takenEmail turns a unique violation into invalid_input on the e-mail.
func takenEmail(err error) error {
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return apierror.InvalidInput(apierror.Field{Name: "email", In: "body", Reason: "taken", Expected: "an e-mail that nobody has yet"})
	}
	return err
}

// userByEmail returns nil if not found.
func (s *Store) userByEmail(ctx context.Context, email string) (*User, error) {
	u, err := db.First[User](s.Read(ctx).Where("email = ?", FoldEmail(email)))
	return u, db.Error(err)
}

// ChangeDetails changes a person's name and e-mail. A new e-mail requires the current password, otherwise it returns
// invalid_credential; it is not proved yet. A taken e-mail is invalid_input, and so is any that would replace the one
// which comes from the operator's issuer.
func (s *Store) ChangeDetails(ctx context.Context, userID, name, email, current string) error {
	var u User
	if err := db.One(s.Read(ctx).Where("id = ?", userID), &u, "user"); err != nil {
		return err
	}
	email = FoldEmail(email)
	if email != u.Email {
		if issued, err := s.IsIssued(ctx, userID); err != nil || issued {
			return db.FirstError(err, apierror.InvalidInput(apierror.Field{Name: "email", In: "body", Reason: "issued", Expected: "the e-mail that the sign-in has"}))
		}
		if ok, err := s.passwords.matches(ctx, &u, current); err != nil || !ok {
			return db.FirstError(err, apierror.New(apierror.CodeInvalidCredential, "reason", "unknown"))
		}
	}
	changes := map[string]any{"name": name, "email": email}
	if email != u.Email {
		changes["email_proved_at"] = nil
	}
	return s.Tx(ctx, func(tx *gorm.DB) error {
		if email != u.Email {
			if err := holdPassword(tx, &u); err != nil {
				return err
			}
		}
		return takenEmail(tx.Model(&User{}).Where("id = ?", userID).Updates(changes).Error)
	})
}

// CheckPassword returns invalid_credential unless password is the person's.
func (s *Store) CheckPassword(ctx context.Context, userID, password string) error {
	var u User
	if err := db.One(s.Read(ctx).Where("id = ?", userID), &u, "user"); err != nil {
		return err
	}
	if ok, err := s.passwords.matches(ctx, &u, password); err != nil || !ok {
		return db.FirstError(err, apierror.New(apierror.CodeInvalidCredential, "reason", "unknown"))
	}
	return nil
}

// ChangePassword sets a new password and ends the person's other sessions. A wrong current password is invalid_credential.
func (s *Store) ChangePassword(ctx context.Context, userID, keepSession, current, next string) error {
	var u User
	if err := db.One(s.Read(ctx).Where("id = ?", userID), &u, "user"); err != nil {
		return err
	}
	if ok, err := s.passwords.matches(ctx, &u, current); err != nil || !ok {
		return db.FirstError(err, apierror.New(apierror.CodeInvalidCredential, "reason", "unknown"))
	}
	hash, err := s.passwords.hash(ctx, next)
	if err != nil {
		return err
	}
	return s.Tx(ctx, func(tx *gorm.DB) error {
		// Of two concurrent changes, the second finds a hash other than the one that it checked.
		res := tx.Model(&User{}).Where("id = ? AND password_hash = ?", userID, u.PasswordHash).Update("password_hash", hash)
		if res.Error != nil || res.RowsAffected == 0 {
			return db.FirstError(res.Error, apierror.New(apierror.CodeInvalidCredential, "reason", "unknown"))
		}
		return tx.Delete(&Session{}, "user_id = ? AND id <> ?", userID, keepSession).Error
	})
}

// SetAlertMails sets whether a person wants e-mails about alerts.
func (s *Store) SetAlertMails(ctx context.Context, userID string, wanted bool) error {
	return db.Error(s.Write(ctx).Model(&User{}).Where("id = ?", userID).Update("without_alert_mails", !wanted).Error)
}
