package accounts

import (
	"context"
	"encoding/hex"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// Limits for mailed links. They count over a day, so that this service cannot be used to flood an address with mail.
const (
	ProofLife             = 24 * time.Hour // of a person's own link; an invite's link is valid as long as the invite
	proofDay              = 24 * time.Hour
	mostProofsToAnAddress = 3
	mostInviteMails       = 20 // of a workspace
)

// emailProof is a link that was mailed to an address. Opening it proves that the person reads mail there.
type emailProof struct {
	ID          string `gorm:"primaryKey"`
	Email       string
	UserID      *string
	InviteID    *string
	WorkspaceID *string
	Digest      string
	CreatedAt   int64 `gorm:"autoCreateTime:false"`
	ExpiresAt   int64
}

// proofDigest is the digest of a mailed token, and of a code or refresh token of OAuth, as it is stored.
func proofDigest(token string) string { return hex.EncodeToString(db.TokenDigest(token)) }

// NewEmailProof creates the token of a link for a person's address. It returns limit_exceeded if the address was sent
// too many links within a day, and an empty token if the address is already proved.
func (s *Store) NewEmailProof(ctx context.Context, userID string) (email, token string, err error) {
	var u User
	if err := db.One(s.Read(ctx).Where("id = ?", userID), &u, "user"); err != nil || u.EmailProvedAt != nil {
		return u.Email, "", err
	}
	token, err = s.mailToken(ctx, emailProof{Email: u.Email, UserID: &u.ID}, s.Now().Add(ProofLife))
	return u.Email, token, err
}

// NewInviteMail creates the token of a link for an invited address. Like the invite's own token it accepts the invite, and it
// also proves the address. It returns limit_exceeded as NewEmailProof does, and if the workspace has sent too many invites.
func (s *Store) NewInviteMail(ctx context.Context, i *Invite) (token string, err error) {
	return s.mailToken(ctx, emailProof{Email: i.Email, InviteID: &i.ID, WorkspaceID: &i.WorkspaceID}, db.FromMicros(i.ExpiresAt))
}

func (s *Store) mailToken(ctx context.Context, p emailProof, until time.Time) (string, error) {
	token, _ := db.NewToken()
	now := s.Now()
	p.ID, p.Digest, p.CreatedAt, p.ExpiresAt = db.NewID(), proofDigest(token), db.Micros(now), db.Micros(until)
	since := db.Micros(now.Add(-proofDay))
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		var toAddress, ofWorkspace int64
		if err := tx.Model(&emailProof{}).Where("email = ? AND created_at > ?", p.Email, since).Count(&toAddress).Error; err != nil {
			return err
		}
		if p.WorkspaceID != nil {
			if err := tx.Model(&emailProof{}).Where("workspace_id = ? AND created_at > ?", *p.WorkspaceID, since).Count(&ofWorkspace).Error; err != nil {
				return err
			}
		}
		if toAddress >= mostProofsToAnAddress || ofWorkspace >= mostInviteMails {
			return apierror.New(apierror.CodeLimitExceeded, "subject", "mails")
		}
		return tx.Create(&p).Error
	})
	return token, err
}

// FindEmailProof returns the address that a mailed link proves; not_found if the link is unknown, used or expired, or
// the person's address has changed.
func (s *Store) FindEmailProof(ctx context.Context, token string) (email string, err error) {
	p, err := s.openProof(s.Read(ctx), token)
	if err != nil {
		return "", err
	}
	return p.Email, nil
}

// ProveEmail redeems a mailed link and marks the address as proved.
func (s *Store) ProveEmail(ctx context.Context, token string) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		p, err := s.openProof(tx, token)
		if err != nil {
			return err
		}
		if err := tx.Model(&emailProof{}).Where("id = ?", p.ID).Update("digest", "").Error; err != nil {
			return err
		}
		return proved(tx, *p.UserID)
	})
}

// AcceptEmail marks an address as proved without a link, because the operator vouches for it.
func (s *Store) AcceptEmail(ctx context.Context, email string) error {
	u, err := s.userByEmail(ctx, email)
	if err != nil {
		return err
	}
	if u == nil {
		return apierror.New(apierror.CodeNotFound, "resource", "user")
	}
	return s.Tx(ctx, func(tx *gorm.DB) error { return proved(tx, u.ID) })
}

// proved marks a person's address as proved.
func proved(tx *gorm.DB, userID string) error {
	return tx.Model(&User{}).Where("id = ? AND email_proved_at IS NULL", userID).Update("email_proved_at", db.TxNow(tx)).Error
}

// openProof returns the proof for an unused, unexpired link of a person.
func (s *Store) openProof(q *gorm.DB, token string) (*emailProof, error) {
	return db.Find[emailProof](q.Where("digest = ? AND expires_at > ? AND EXISTS (SELECT 1 FROM users u WHERE u.id = email_proofs.user_id AND u.email = email_proofs.email)",
		proofDigest(token), s.NowMicros()), "email proof")
}

// mailedInvites is the condition for the invite that belongs to a mailed token.
const mailedInvites = "id IN (SELECT invite_id FROM email_proofs WHERE digest = ? AND invite_id IS NOT NULL)"
