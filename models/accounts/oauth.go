package accounts

import (
	"context"
	"encoding/json"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// How long the secrets of OAuth are valid (RFC 6749). A grant whose refresh token was not used for RefreshLife has ended.
const (
	CodeLife    = time.Minute
	AccessLife  = time.Hour
	RefreshLife = 30 * 24 * time.Hour
)

// Consent is what a person allowed a program: to act in a workspace with these scopes and this budget.
type Consent struct {
	WorkspaceID string `json:"-"`
	UserID      string `json:"-"`
	ClientID    string
	ClientName  string
	RedirectURI string
	Challenge   string // code_challenge, made by S256 (RFC 7636)
	Scopes      []Scope
	Daily       *int64 // credits a day; nil is unlimited
}

// Tokens are the tokens of a grant. Only their digests are stored.
type Tokens struct {
	Access, Refresh string
	Scopes          []Scope
}

// oauthGrant makes a key one that a program holds in a person's name. Its id is the key's.
type oauthGrant struct {
	ID, WorkspaceID, UserID, ClientID string
	RefreshedAt                       int64
}

func (oauthGrant) TableName() string { return "oauth_grants" }

type oauthCode struct {
	Digest, WorkspaceID, UserID, Consent string
	GrantID                              *string
	ExpiresAt                            int64
}

func (oauthCode) TableName() string { return "oauth_codes" }

type oauthRefreshToken struct {
	Digest, GrantID string
	MadeAt          int64
	UsedAt          *int64
}

func (oauthRefreshToken) TableName() string { return "oauth_refresh_tokens" }

// GrantRole is the role that a person needs for letting a program act, and for its tokens to go on working.
const GrantRole = Editor

// SaveConsent stores a consent and returns the authorization code that stands for it.
func (s *Store) SaveConsent(ctx context.Context, c Consent) (code string, err error) {
	code, _ = db.NewToken()
	now := s.Now()
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		err := tx.Create(&oauthCode{Digest: proofDigest(code), WorkspaceID: c.WorkspaceID, UserID: c.UserID, Consent: db.JSON(c), ExpiresAt: db.Micros(now.Add(CodeLife))}).Error
		if err != nil {
			return err
		}
		return tx.Model(&OAuthClient{}).Where("id = ?", c.ClientID).Update("used_at", db.Micros(now)).Error
	})
	return code, err
}

// Exchange describes how a program asks for tokens with a code.
type Exchange struct {
	Code, ClientID, RedirectURI string
	Verified                    func(challenge string) bool // whether the code's verifier fits (RFC 7636)
}

// ExchangeCode makes the grant of a consent. It returns nil if the code is unknown, has expired, is another program's or is not
// proved, or if the person may no longer allow it. A code that is used again ends its grant, because somebody has stolen it.
func (s *Store) ExchangeCode(ctx context.Context, e Exchange) (tokens *Tokens, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		tokens = nil
		var code oauthCode
		if err := db.One(tx.Where("digest = ?", proofDigest(e.Code)), &code, "code"); err != nil {
			return ignoreNotFound(err)
		}
		allowed, err := s.lockGrantor(tx, code.WorkspaceID, code.UserID)
		if err != nil {
			return err
		}
		if err := db.One(tx.Where("digest = ?", code.Digest), &code, "code"); err != nil { // as it is under the lock
			return ignoreNotFound(err)
		}
		if code.GrantID != nil {
			return s.endGrants(tx, "id = ?", *code.GrantID)
		}
		c := Consent{WorkspaceID: code.WorkspaceID, UserID: code.UserID}
		if err := json.Unmarshal([]byte(code.Consent), &c); err != nil {
			return err
		}
		if !allowed || code.ExpiresAt <= s.NowMicros() || c.ClientID != e.ClientID || c.RedirectURI != e.RedirectURI || !e.Verified(c.Challenge) {
			return nil
		}
		tokens, err = s.makeGrant(tx, &code, c)
		return err
	})
	return tokens, err
}

// makeGrant makes the key and the grant of a consent, with their first tokens.
func (s *Store) makeGrant(tx *gorm.DB, code *oauthCode, c Consent) (*Tokens, error) {
	var live int64
	if err := tx.Model(&oauthGrant{}).Joins("JOIN api_keys k ON k.id = oauth_grants.id").Where("oauth_grants.workspace_id = ? AND k.revoked_at IS NULL AND refreshed_at > ?",
		c.WorkspaceID, db.Micros(s.Now().Add(-RefreshLife))).Count(&live).Error; err != nil {
		return nil, err
	}
	if live >= MaxLiveKeys {
		return nil, apierror.New(apierror.CodeLimitExceeded, "subject", "oauthGrants", "limit", MaxLiveKeys)
	}
	now := s.NowMicros()
	k := &APIKey{ID: db.NewID(), WorkspaceID: c.WorkspaceID, Name: c.ClientName, ScopeList: scopeList(c.Scopes), CreatedBy: c.UserID, CreatedAt: now,
		Budget: billing.Budget{DailyCredits: c.Daily}}
	text := s.renew(k)
	if err := tx.Create(k).Error; err != nil {
		return nil, err
	}
	g := &oauthGrant{ID: k.ID, WorkspaceID: c.WorkspaceID, UserID: c.UserID, ClientID: c.ClientID, RefreshedAt: now}
	if err := tx.Create(g).Error; err != nil {
		return nil, err
	}
	if err := tx.Model(code).Where("digest = ?", code.Digest).Update("grant_id", k.ID).Error; err != nil {
		return nil, err
	}
	refresh, err := s.addRefreshToken(tx, g.ID)
	return &Tokens{Access: text, Refresh: refresh, Scopes: k.Scopes()}, err
}

// renew gives a key a new text for an hour. The text before no longer works.
func (s *Store) renew(k *APIKey) (text string) {
	text = newKeyText()
	k.Prefix, k.Digest, k.ExpiresAt = text[:11], KeyDigest(text), new(db.Micros(s.Now().Add(AccessLife)))
	return text
}

// addRefreshToken makes a refresh token, and forgets those of the grant that are too old to be of use.
func (s *Store) addRefreshToken(tx *gorm.DB, grantID string) (text string, err error) {
	text, _ = db.NewToken()
	now := s.Now()
	if err := tx.Where("grant_id = ? AND made_at < ?", grantID, db.Micros(now.Add(-RefreshLife))).Delete(&oauthRefreshToken{}).Error; err != nil {
		return "", err
	}
	return text, tx.Create(&oauthRefreshToken{Digest: proofDigest(text), GrantID: grantID, MadeAt: db.Micros(now)}).Error
}

// lockGrantor locks the workspace's row, so that a person who loses the right to let programs act does not get one in meanwhile. It
// reports whether the person has it.
func (s *Store) lockGrantor(tx *gorm.DB, workspaceID, userID string) (bool, error) {
	if _, err := billing.Lock(tx, workspaceID); err != nil {
		return false, ignoreNotFound(err)
	}
	var m member
	if err := db.One(tx.Where("workspace_id = ? AND user_id = ?", workspaceID, userID), &m, "member"); err != nil {
		return false, ignoreNotFound(err)
	}
	return m.Role.Includes(GrantRole), nil
}

func ignoreNotFound(err error) error {
	if apierror.Is(err, apierror.CodeNotFound) {
		return nil
	}
	return err
}
