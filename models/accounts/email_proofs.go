package accounts

import (
	"context"
	"encoding/hex"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// The bounds of links that are mailed. They count over a day, so that no address is flooded through this service.
const (
	ProofLife             = 24 * time.Hour // of a person's own link; that of an invite lives as long as the invite
	proofDay              = 24 * time.Hour
	mostProofsToAnAddress = 3
	mostInviteMails       = 20 // of a workspace
)

// emailProof is a link that was mailed to an address. Whoever opens it has proved that they read mail there.
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

// proofDigest is the digest of a mailed token as it is stored.
func proofDigest(token string) string { return hex.EncodeToString(db.TokenDigest(token)) }

// NewEmailProof makes the token of a link to mail to a person's address. It returns limit_exceeded if the address was sent too
// many links within a day, and "" if the address is proved already.
func (s *Store) NewEmailProof(ctx context.Context, userID string) (email, token string, err error) {
	var u User
	if err := db.One(s.Read(ctx).Where("id = ?", userID), &u, "user"); err != nil || u.EmailProvedAt != nil {
		return u.Email, "", err
	}
	token, err = s.mailToken(ctx, emailProof{Email: u.Email, UserID: &u.ID}, s.Now().Add(ProofLife))
	return u.Email, token, err
}

// NewInviteMail makes the token of a link to mail to an invited address. It accepts the invite as the invite's own token does,
// and proves the address beside it. It returns limit_exceeded as NewEmailProof does, and for too many mails of a workspace.
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

// FindEmailProof returns the address that a mailed link proves; not_found if the link is unknown, used or too old, or the
// person has another address now.
func (s *Store) FindEmailProof(ctx context.Context, token string) (email string, err error) {
	p, err := s.openProof(s.Read(ctx), token)
	if err != nil {
		return "", err
	}
	return p.Email, nil
}

// ProveEmail uses a mailed link up: from now on mail goes to the address.
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

// AcceptEmail accepts an address without a link, on the operator's word.
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

// proved notes that a person reads the mail of their address.
func proved(tx *gorm.DB, userID string) error {
	return tx.Model(&User{}).Where("id = ? AND email_proved_at IS NULL", userID).Update("email_proved_at", db.TxNow(tx)).Error
}

// openProof reads the open link of a person.
func (s *Store) openProof(q *gorm.DB, token string) (*emailProof, error) {
	var p emailProof
	err := db.One(q.Where("digest = ? AND expires_at > ? AND EXISTS (SELECT 1 FROM users u WHERE u.id = email_proofs.user_id AND u.email = email_proofs.email)",
		proofDigest(token), s.NowMicros()), &p, "email proof")
	return &p, err
}

// mailedInvites is the condition of invites whose mailed link a token is.
const mailedInvites = "id IN (SELECT invite_id FROM email_proofs WHERE digest = ? AND invite_id IS NOT NULL)"
