package accounts

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// IssuedSessionLife is how long a session lasts that was opened at the operator's issuer: whoever is removed there is
// out within a day.
const IssuedSessionLife = 24 * time.Hour

// Identity says who a person is at an OpenID Connect issuer.
type Identity struct {
	Issuer    string `gorm:"primaryKey"`
	Subject   string `gorm:"primaryKey"`
	UserID    string
	CreatedAt int64 `gorm:"autoCreateTime:false"`
}

// Issued is a person as an issuer describes them, after its token was verified. The issuer has verified the e-mail.
type Issued struct {
	Issuer, Subject, Email, Name string

	Invite string // token of an invite that the person accepts; "" for none
}

// AutoJoin is the workspace that a person joins who has no account yet, and the role there.
type AutoJoin struct {
	WorkspaceID string
	Role        Role
}

// Values of the detail "issuer" of a forbidden sign-in.
const (
	NoAccount    = "no_account"    // nobody has the e-mail, and nobody joins without an invite
	OtherSubject = "other_subject" // the account with the e-mail belongs to another subject of the issuer
	OtherInvite  = "other_invite"  // the invite is for another e-mail, or is no longer valid
)

// SignInIssued opens a session for a person of an issuer. A person is found by issuer and subject; the first time by the
// verified e-mail. Somebody without an account needs an invite, or join. It returns forbidden if the person may not
// come in.
func (s *Store) SignInIssued(ctx context.Context, p Issued, join *AutoJoin) (in *SignedIn, err error) {
	p.Email = FoldEmail(p.Email)
	for range 2 { // of two first sign-ins at once, the second finds what the first made
		taken := false
		err = s.Tx(ctx, func(tx *gorm.DB) error {
			u, err := s.issuedUser(tx, p, join)
			if err == nil {
				in, err = s.openSession(ctx, tx, u, IssuedSessionLife)
			}
			taken = errors.Is(err, gorm.ErrDuplicatedKey)
			return err
		})
		if !taken {
			break
		}
	}
	return in, err
}

// issuedUser returns the account of a person, after whatever changes this sign-in brings.
func (s *Store) issuedUser(tx *gorm.DB, p Issued, join *AutoJoin) (*User, error) {
	u, err := s.findIssued(tx, p)
	if err != nil {
		return nil, err
	}
	if p.Invite != "" {
		return s.issuedGuest(tx, p, u)
	}
	if u != nil || join == nil {
		return u, orRefused(u, NoAccount, nil)
	}
	var open int64
	if err := tx.Model(&Workspace{}).Where("id = ? AND closed_at IS NULL", join.WorkspaceID).Count(&open).Error; err != nil || open == 0 {
		return nil, orRefused(nil, NoAccount, err)
	}
	if u, err = s.insertIssued(tx, p); err != nil {
		return nil, err
	}
	return u, tx.Create(&member{WorkspaceID: join.WorkspaceID, UserID: u.ID, Role: join.Role, JoinedAt: s.NowMicros()}).Error
}

// issuedGuest accepts the invite of a person, who has no account yet if u is nil.
func (s *Store) issuedGuest(tx *gorm.DB, p Issued, u *User) (*User, error) {
	invite, err := s.openInvite(tx, p.Invite)
	if err != nil || invite.Email != p.Email {
		if apierror.Is(err, apierror.CodeNotFound) {
			err = nil
		}
		return nil, orRefused(nil, OtherInvite, err)
	}
	if err := useInvite(tx, invite); err != nil {
		return nil, err
	}
	if u == nil {
		if u, err = s.insertIssued(tx, p); err != nil {
			return nil, err
		}
	}
	return u, s.addInvited(tx, invite, u.ID)
}

// orRefused returns err, or forbidden if there is no user.
func orRefused(u *User, reason string, err error) error {
	if err != nil || u != nil {
		return err
	}
	return apierror.New(apierror.CodeForbidden, "issuer", reason)
}

// findIssued returns the account of a person, or nil if there is none. An account that is found by its e-mail belongs
// to the subject from then on.
func (s *Store) findIssued(tx *gorm.DB, p Issued) (*User, error) {
	var known []User
	subject := tx.Model(&Identity{}).Select("user_id").Where("issuer = ? AND subject = ?", p.Issuer, p.Subject)
	if err := tx.Where("id = (?)", subject).Limit(1).Find(&known).Error; err != nil {
		return nil, err
	}
	if len(known) > 0 {
		return &known[0], s.followEmail(tx, &known[0], p.Email)
	}
	if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("email = ?", p.Email).Limit(1).Find(&known).Error; err != nil || len(known) == 0 {
		return nil, err
	}
	u := &known[0]
	var bound []Identity
	if err := tx.Where("issuer = ? AND user_id = ?", p.Issuer, u.ID).Limit(1).Find(&bound).Error; err != nil {
		return nil, err
	}
	if len(bound) > 0 { // a first sign-in of the same person may have ended since the subject was looked for
		if bound[0].Subject == p.Subject {
			return u, nil
		}
		return nil, apierror.New(apierror.CodeForbidden, "issuer", OtherSubject)
	}
	if err := s.bind(tx, p, u.ID); err != nil {
		return nil, err
	}
	return u, s.takeOver(tx, u)
}

func (s *Store) bind(tx *gorm.DB, p Issued, userID string) error {
	return tx.Create(&Identity{Issuer: p.Issuer, Subject: p.Subject, UserID: userID, CreatedAt: s.NowMicros()}).Error
}

// takeOver marks the e-mail of an account as proved. Whoever made an account whose e-mail was never proved may be
// somebody else than the person who reads mail there: their password, second factor, sessions and reset links end.
func (s *Store) takeOver(tx *gorm.DB, u *User) error {
	if u.EmailProvedAt != nil {
		return nil
	}
	now := s.NowMicros()
	u.EmailProvedAt, u.PasswordHash = &now, ""
	if err := tx.Model(&User{}).Where("id = ?", u.ID).Updates(map[string]any{"email_proved_at": now, "password_hash": ""}).Error; err != nil {
		return err
	}
	for _, theirs := range []any{&Session{}, &PasswordReset{}, &recoveryCode{}, &secondFactor{}} {
		if err := tx.Delete(theirs, "user_id = ?", u.ID).Error; err != nil {
			return err
		}
	}
	return nil
}

// followEmail takes over an e-mail that changed at the issuer, unless another person has it here.
func (s *Store) followEmail(tx *gorm.DB, u *User, email string) error {
	if u.Email == email {
		return nil
	}
	var taken int64
	if err := tx.Model(&User{}).Where("email = ?", email).Count(&taken).Error; err != nil || taken > 0 {
		return err
	}
	now := s.NowMicros()
	u.Email, u.EmailProvedAt = email, &now
	return tx.Model(&User{}).Where("id = ?", u.ID).Updates(map[string]any{"email": email, "email_proved_at": now}).Error
}

// insertIssued creates an account without a password.
func (s *Store) insertIssued(tx *gorm.DB, p Issued) (*User, error) {
	now := s.NowMicros()
	u := &User{ID: db.NewID(), Email: p.Email, Name: p.Name, CreatedAt: now, EmailProvedAt: &now}
	if err := tx.Create(u).Error; err != nil {
		return nil, err
	}
	return u, s.bind(tx, p, u.ID)
}

// IsIssued reports whether a person signs in at an issuer, from which their e-mail comes.
func (s *Store) IsIssued(ctx context.Context, userID string) (bool, error) {
	var n int64
	err := s.Read(ctx).Model(&Identity{}).Where("user_id = ?", userID).Count(&n).Error
	return n > 0, db.Error(err)
}
