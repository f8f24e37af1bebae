package accounts

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// ResetLife is how long a reset link is valid.
const ResetLife = 24 * time.Hour

// PasswordReset is an open link for setting a new password. Its token is shown once and stored as a digest. A person has
// at most one: a new link replaces the previous one.
type PasswordReset struct {
	UserID    string `gorm:"primaryKey"`
	Digest    []byte
	CreatedBy string // the owner who made it; "" for the operator
	CreatedAt int64  `gorm:"autoCreateTime:false"`
	ExpiresAt int64
}

// CreatePasswordReset creates a link for a person and returns its token, which is not stored. Whoever has the link can
// sign in as that person, so an owner may only create one for a person with no more rights than the owner: each of the
// person's workspaces must be one that the owner owns, and the person must not be staff of the service. Otherwise it
// returns forbidden with the reason "reach". by is "" for the operator, who may create one for anybody.
func (s *Store) CreatePasswordReset(ctx context.Context, userID, by string) (*PasswordReset, string, error) {
	token, digest := db.NewToken()
	now := s.Now()
	r := &PasswordReset{UserID: userID, Digest: digest, CreatedBy: by, CreatedAt: db.Micros(now), ExpiresAt: db.Micros(now.Add(ResetLife))}
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		if err := checkReach(tx, userID, by); err != nil {
			return err
		}
		return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "user_id"}}, UpdateAll: true}).Create(r).Error
	})
	return r, token, err
}

// CreatePasswordResetFor is CreatePasswordReset by the operator for the person with an e-mail; not_found if it is unknown.
func (s *Store) CreatePasswordResetFor(ctx context.Context, email string) (*PasswordReset, string, error) {
	u, err := s.userByEmail(ctx, email)
	if err != nil {
		return nil, "", err
	}
	if u == nil {
		return nil, "", apierror.New(apierror.CodeNotFound, "resource", "user")
	}
	return s.CreatePasswordReset(ctx, u.ID, "")
}

// checkReach returns forbidden if the person has any right that the owner by does not have.
func checkReach(tx *gorm.DB, userID, by string) error {
	var u User
	if err := db.One(tx.Where("id = ?", userID), &u, "user"); err != nil || by == "" {
		return err
	}
	var beyond int64
	owned := tx.Model(&member{}).Select("workspace_id").Where("user_id = ? AND role = ?", by, Owner)
	err := tx.Model(&member{}).Where("user_id = ? AND workspace_id NOT IN (?)", userID, owned).Count(&beyond).Error
	if err == nil && (beyond > 0 || u.Operator || u.Support) {
		return apierror.New(apierror.CodeForbidden, "reason", "reach")
	}
	return err
}

// FindPasswordReset returns the person of a reset link; not_found if the link is unknown, used or expired. With
// operatorOnly, links of owners are not found.
func (s *Store) FindPasswordReset(ctx context.Context, token string, operatorOnly bool) (*User, error) {
	q := s.Read(ctx).Where("id = (?)", s.Read(ctx).Model(&PasswordReset{}).Select("user_id").Scopes(s.openReset(token, operatorOnly)))
	return db.Find[User](q, "password reset")
}

// ResetPassword redeems a link: it sets the person's password, ends all of their sessions and signs in; with a second
// factor the person has to sign in themself, and there is no token. It returns
// not_found if the link is unknown, used or expired, or if its creator may no longer create such a link; with
// operatorOnly, also if an owner made it.
func (s *Store) ResetPassword(ctx context.Context, token, password string, operatorOnly bool) (*SignedIn, error) {
	if _, err := s.FindPasswordReset(ctx, token, operatorOnly); err != nil {
		return nil, err
	}
	hash, err := s.passwords.hash(ctx, password)
	if err != nil {
		return nil, err
	}
	var in *SignedIn
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		u, err := s.useReset(tx, token)
		if err != nil {
			return err
		}
		u.PasswordHash = hash
		if err := tx.Model(u).Update("password_hash", hash).Error; err != nil {
			return err
		}
		if err := tx.Delete(&Session{}, "user_id = ?", u.ID).Error; err != nil {
			return err
		}
		var factors int64
		if err := tx.Model(&secondFactor{}).Where("user_id = ? AND confirmed_at IS NOT NULL", u.ID).Count(&factors).Error; err != nil || factors > 0 {
			in = &SignedIn{User: *u} // the link is no second factor
			return err
		}
		in, err = s.openSession(ctx, tx, u, SessionLife)
		return err
	})
	return in, err
}

// useReset deletes the row of a link. Of two concurrent calls, the second finds no row.
func (s *Store) useReset(tx *gorm.DB, token string) (*User, error) {
	var r PasswordReset
	if err := db.One(tx.Scopes(s.openReset(token, false)), &r, "password reset"); err != nil {
		return nil, err
	}
	res := tx.Delete(&PasswordReset{}, "user_id = ? AND digest = ?", r.UserID, r.Digest)
	if res.Error != nil || res.RowsAffected == 0 || checkReach(tx, r.UserID, r.CreatedBy) != nil {
		return nil, db.FirstError(res.Error, apierror.New(apierror.CodeNotFound, "resource", "password reset"))
	}
	return db.Find[User](tx.Where("id = ?", r.UserID), "password reset")
}

// openReset restricts a query to the unexpired link of a token, and with operatorOnly to one that no owner made.
func (s *Store) openReset(token string, operatorOnly bool) func(*gorm.DB) *gorm.DB {
	return func(q *gorm.DB) *gorm.DB {
		if operatorOnly {
			q = q.Where("created_by = ''")
		}
		return q.Where("digest = ? AND expires_at > ?", db.TokenDigest(token), s.NowMicros())
	}
}
