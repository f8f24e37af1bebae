package accounts

import (
	"bytes"
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// InviteLife is how long an invite is valid.
const InviteLife = 7 * 24 * time.Hour

// Invite is an open invitation. Its token is shown once and stored as a digest.
type Invite struct {
	ID          string `gorm:"primaryKey"`
	WorkspaceID string
	Email       string
	Role        Role
	Digest      []byte
	CreatedBy   string
	CreatedAt   int64 `gorm:"autoCreateTime:false"`
	ExpiresAt   int64
}

// CreateInvite creates an invite and returns its token, of which only a digest is stored.
func (s *Store) CreateInvite(ctx context.Context, workspaceID, email string, role Role, by string) (*Invite, string, error) {
	token, digest := db.NewToken()
	now := s.Now()
	i := &Invite{ID: db.NewID(), WorkspaceID: workspaceID, Email: FoldEmail(email), Role: role, Digest: digest,
		CreatedBy: by, CreatedAt: db.Micros(now), ExpiresAt: db.Micros(now.Add(InviteLife))}
	return i, token, db.Error(s.Write(ctx).Create(i).Error)
}

// Invites lists the open invites of a workspace, newest first.
func (s *Store) Invites(ctx context.Context, workspaceID string, p db.PageRequest) (*db.RecordPage[Invite], error) {
	q := s.Read(ctx).Model(&Invite{}).Where("workspace_id = ? AND expires_at > ?", workspaceID, s.NowMicros())
	return db.ReadPage(s.DB, q, db.NewestFirst("created_at", "id"), "invites:"+workspaceID, p, func(i Invite) db.Position { return db.After(i.CreatedAt, i.ID) })
}

// DeleteInvite withdraws an invite.
func (s *Store) DeleteInvite(ctx context.Context, workspaceID, id string) error {
	return db.Error(db.Changed(s.Write(ctx).Delete(&Invite{}, "workspace_id = ? AND id = ?", workspaceID, id), apierror.New(apierror.CodeNotFound, "resource", "invite")))
}

// InviteView is an invite as the invited person sees it.
type InviteView struct {
	Invite
	WorkspaceName string
}

// FindInvite returns an open invite by its token; not_found if the token is unknown, used or expired.
func (s *Store) FindInvite(ctx context.Context, token string) (*InviteView, error) {
	q := s.Read(ctx).Table("invites i").Joins("JOIN workspaces w ON w.id = i.workspace_id").
		Select("i.*, w.name AS workspace_name").Where("(i.digest = ? OR i."+mailedInvites+") AND i.expires_at > ?", db.TokenDigest(token), proofDigest(token), s.NowMicros())
	return db.Find[InviteView](q, "invite")
}

// AcceptInvite creates the person, or checks the password if the e-mail already has an account, adds the membership and
// signs in. It returns not_found if the token is unknown, used or expired, and invalid_credential for a wrong password,
// which leaves the invite open. A mailed token also proves the e-mail; the token shown to the inviter does not.
func (s *Store) AcceptInvite(ctx context.Context, token, name, password string) (*SignedIn, error) {
	return s.AcceptInviteWith(ctx, token, name, password, "")
}

// AcceptInviteWith is AcceptInvite with a code of the second factor, if the e-mail has an account with one.
func (s *Store) AcceptInviteWith(ctx context.Context, token, name, password, code string) (*SignedIn, error) {
	invite, err := s.openInvite(s.Read(ctx), token)
	if err != nil {
		return nil, err
	}
	known, err := s.userByEmail(ctx, invite.Email)
	if err != nil {
		return nil, err
	}
	person := known
	if known == nil {
		person, err = s.newUser(ctx, NewUser{Email: invite.Email, Name: name, Password: password})
	} else if ok, cerr := s.passwords.matches(ctx, known, password); cerr != nil {
		err = cerr
	} else if !ok {
		err = apierror.New(apierror.CodeInvalidCredential, "reason", "unknown")
	}
	if err != nil {
		return nil, err
	}
	return s.join(ctx, token, person, known == nil, code)
}

// join redeems the invite. Of two concurrent calls, the first deletes the row and the second returns not_found.
func (s *Store) join(ctx context.Context, token string, person *User, fresh bool, code string) (*SignedIn, error) {
	var in *SignedIn
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		invite, err := s.openInvite(tx, token)
		if err != nil {
			return err
		}
		if err := useInvite(tx, invite); err != nil {
			return err
		}
		if fresh {
			err = insertUser(tx, person)
		} else {
			err = holdPassword(tx, person)
			if err == nil {
				err = s.checkSecond(tx, person.ID, code)
			}
		}
		if err != nil {
			return err
		}
		if !bytes.Equal(invite.Digest, db.TokenDigest(token)) { // it was the link in the mail
			if err := proved(tx, person.ID); err != nil {
				return err
			}
		}
		if err := s.addInvited(tx, invite, person.ID); err != nil {
			return err
		}
		in, err = s.openSession(ctx, tx, person, SessionLife)
		return err
	})
	return in, err
}

// useInvite deletes an invite. Of two concurrent calls, the second returns not_found.
func useInvite(tx *gorm.DB, invite *Invite) error {
	return db.Changed(tx.Delete(&Invite{}, "id = ?", invite.ID), apierror.New(apierror.CodeNotFound, "resource", "invite"))
}

// addInvited adds the membership of an invited person, unless they are a member already.
func (s *Store) addInvited(tx *gorm.DB, invite *Invite, userID string) error {
	m := member{WorkspaceID: invite.WorkspaceID, UserID: userID, Role: invite.Role, JoinedAt: s.NowMicros()}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&m).Error
}

func (s *Store) openInvite(q *gorm.DB, token string) (*Invite, error) {
	return db.Find[Invite](q.Where("(digest = ? OR "+mailedInvites+") AND expires_at > ?", db.TokenDigest(token), proofDigest(token), s.NowMicros()), "invite")
}
