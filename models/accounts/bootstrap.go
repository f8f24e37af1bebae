package accounts

import (
	"context"
	"crypto/subtle"
	"encoding/hex"
	"errors"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

const (
	setupDigest  = "setup_token_sha256"
	bootstrapped = "bootstrapped"
)

// EnsureSetupToken stores the digest of the setup token. If given is "", it creates a token at the first start and
// returns it, so that it can be printed once; on later starts it returns "".
func (s *Store) EnsureSetupToken(ctx context.Context, given string) (fresh string, err error) {
	token := given
	if token == "" {
		token, _ = db.NewToken()
	}
	row := db.Setting{Name: setupDigest, Value: hex.EncodeToString(db.TokenDigest(token))}
	if given != "" {
		return "", db.Error(s.Write(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error)
	}
	res := s.Write(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
	if res.Error != nil || res.RowsAffected == 0 {
		return "", db.Error(res.Error)
	}
	return token, nil
}

// RenewSetupToken replaces a lost setup token by a new one. It returns bootstrap_conflict once there is a workspace.
func (s *Store) RenewSetupToken(ctx context.Context) (string, error) {
	if done, err := s.Bootstrapped(ctx); err != nil || done {
		return "", db.FirstError(err, apierror.New(apierror.CodeBootstrapConflict))
	}
	token, _ := db.NewToken()
	_, err := s.EnsureSetupToken(ctx, token)
	return token, err
}

// CheckSetupToken returns invalid_credential unless token is right. It compares in constant time.
func (s *Store) CheckSetupToken(ctx context.Context, token string) error {
	var row db.Setting
	err := db.One(s.Read(ctx).Where("name = ?", setupDigest), &row, "setup token")
	if err != nil && !apierror.Is(err, apierror.CodeNotFound) {
		return err
	}
	if subtle.ConstantTimeCompare([]byte(row.Value), []byte(hex.EncodeToString(db.TokenDigest(token)))) != 1 {
		return apierror.New(apierror.CodeInvalidCredential, "reason", "unknown")
	}
	return nil
}

// NewInstallation holds the input of Bootstrap.
type NewInstallation struct {
	WorkspaceName string
	Owner         NewUser
	Credits       int64
	Unmetered     bool // whether the workspace is refused nothing for credits
}

// Bootstrap creates the first owner and workspace and signs the owner in. A second call returns bootstrap_conflict.
func (s *Store) Bootstrap(ctx context.Context, n NewInstallation) (*SignedIn, error) {
	if done, err := s.Bootstrapped(ctx); err != nil || done {
		return nil, db.FirstError(err, apierror.New(apierror.CodeBootstrapConflict))
	}
	n.Owner.Operator = true
	u, err := s.newUser(ctx, n.Owner)
	if err != nil {
		return nil, err
	}
	u.EmailProvedAt = &u.CreatedAt // the setup token proves that the caller is the operator
	var in *SignedIn
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		// The unique name of the row decides between concurrent bootstraps.
		if err := tx.Create(&db.Setting{Name: bootstrapped, Value: u.ID}).Error; err != nil {
			if errors.Is(err, gorm.ErrDuplicatedKey) {
				return apierror.New(apierror.CodeBootstrapConflict)
			}
			return err
		}
		if err := insertUser(tx, u); err != nil {
			return err
		}
		if _, err := s.insertWorkspace(tx, NewWorkspace{Name: n.WorkspaceName, OwnerID: u.ID, Credits: n.Credits, Unmetered: n.Unmetered}); err != nil {
			return err
		}
		in, err = s.openSession(ctx, tx, u, SessionLife)
		return err
	})
	return in, err
}

// Bootstrapped reports whether any workspace exists.
func (s *Store) Bootstrapped(ctx context.Context) (bool, error) {
	var ids []string
	err := s.Read(ctx).Table("workspaces").Limit(1).Pluck("id", &ids).Error
	return len(ids) > 0, db.Error(err)
}
