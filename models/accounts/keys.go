package accounts

import (
	"context"
	"crypto/rand"
	"hash/crc32"
	"math/big"
	"net/netip"
	"strings"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// MaxLiveKeys is the maximum number of live keys in a workspace.
const MaxLiveKeys = 50

// APIKey is the record of a machine's credential. The key itself is shown once; the row holds its digest.
type APIKey struct {
	ID          string `gorm:"primaryKey"`
	WorkspaceID string
	Name        string
	ScopeList   string `gorm:"column:scopes"` // space separated
	Prefix      string // "sd_" or "sdt_", and the public 8 characters
	Digest      []byte
	CreatedBy   string
	CreatedAt   int64 `gorm:"autoCreateTime:false"`
	LastUsedAt  *int64
	ExpiresAt   *int64
	RevokedAt   *int64
	NetworkList string `gorm:"column:allowed_networks"` // space separated; "" for any
	billing.Budget
}

// Scopes returns what the key may do.
func (k APIKey) Scopes() []Scope {
	scopes := []Scope{}
	for _, s := range strings.Fields(k.ScopeList) {
		scopes = append(scopes, Scope(s))
	}
	return scopes
}

// scopeList returns scopes as they are stored.
func scopeList(scopes []Scope) string {
	list := make([]string, 0, len(scopes))
	for _, s := range scopes {
		list = append(list, string(s))
	}
	return strings.Join(list, " ")
}

// State returns whether the key works at now, and if not, why.
func (k APIKey) State(now time.Time) KeyState {
	switch {
	case k.RevokedAt != nil:
		return KeyRevoked
	case k.ExpiresAt != nil && *k.ExpiresAt <= db.Micros(now):
		return KeyExpired
	}
	return KeyActive
}

// NewAPIKey holds the input of CreateKey. With Expires nil the key never expires.
type NewAPIKey struct {
	WorkspaceID, Name, CreatedBy string
	Scopes                       []Scope
	Expires                      *time.Time
	Networks                     []netip.Prefix // from which it may be used; none for any
	Test                         bool           // works against simulated platforms only, on rows of its own
	KeyBounds
}

// KeyBounds are the credits that a key may spend; nil is unlimited, and 0 forbids spending.
type KeyBounds struct{ DailyCredits, MonthlyCredits *int64 }

// CreateKey creates a key and returns its text, which is not stored. A workspace with 50 live keys gets limit_exceeded.
func (s *Store) CreateKey(ctx context.Context, n NewAPIKey) (*APIKey, string, error) {
	text := newKeyText()
	if n.Test {
		text = testKeyText(text)
	}
	k := &APIKey{ID: db.NewID(), WorkspaceID: n.WorkspaceID, Name: n.Name, ScopeList: scopeList(n.Scopes), Prefix: text[:len(text)-keyLetters+keyPublic],
		Digest: KeyDigest(text), CreatedBy: n.CreatedBy, CreatedAt: s.NowMicros(), ExpiresAt: db.MicrosPtr(n.Expires), NetworkList: networkList(n.Networks),
		Budget: billing.Budget{DailyCredits: n.DailyCredits, MonthlyCredits: n.MonthlyCredits}}
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		if _, err := billing.Lock(tx, n.WorkspaceID); err != nil { // a concurrent call must not change the count
			return err
		}
		var live int64
		if err := s.liveKeys(tx, n.WorkspaceID).Count(&live).Error; err != nil {
			return err
		}
		if live >= MaxLiveKeys {
			return apierror.New(apierror.CodeLimitExceeded, "subject", "apiKeys", "limit", MaxLiveKeys)
		}
		return tx.Create(k).Error
	})
	return k, text, err
}

// KeyCaller is a key with its workspace's balance.
type KeyCaller struct {
	APIKey
	Balance int64 // of the workspace, when it was read
}

// Spender returns the key as a spender of credits.
func (k *APIKey) Spender() billing.Spender {
	return billing.Spender{KeyID: k.ID, Budgeted: k.Limited()}
}

// FindKey returns the key with this text; invalid_credential with the reason if it is not a live key. A test key is not one.
func (s *Store) FindKey(ctx context.Context, text string) (*KeyCaller, error) {
	if !ValidKeyText(text) {
		return nil, apierror.New(apierror.CodeInvalidCredential, "reason", "unknown")
	}
	return s.findKey(ctx, text)
}

func (s *Store) findKey(ctx context.Context, text string) (*KeyCaller, error) {
	var c KeyCaller
	q := s.Read(ctx).Table("api_keys k").Joins("JOIN workspaces w ON w.id = k.workspace_id").
		Select("k.*, w.balance").Where("k.digest = ?", KeyDigest(text))
	if err := db.One(q, &c, "apiKey"); err != nil {
		if apierror.Is(err, apierror.CodeNotFound) {
			return nil, apierror.New(apierror.CodeInvalidCredential, "reason", "unknown")
		}
		return nil, err
	}
	now := s.Now()
	if state := c.State(now); state != KeyActive {
		return nil, apierror.New(apierror.CodeInvalidCredential, "reason", string(state))
	}
	return &c, TouchKey(ctx, s.DB, &c.APIKey, now)
}

// touchTime limits the write of last_used_at, for callers whose context has no deadline.
const touchTime = 5 * time.Second

// TouchKey updates last_used_at at most once a minute, so that most requests write nothing.
func TouchKey(ctx context.Context, d *db.DB, k *APIKey, now time.Time) error {
	if k.LastUsedAt != nil && now.Sub(db.FromMicros(*k.LastUsedAt)) < seenEvery {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, touchTime)
	defer cancel()
	return db.Error(d.Write(ctx).Model(&APIKey{}).Where("id = ?", k.ID).Update("last_used_at", db.Micros(now)).Error)
}

const (
	base62     = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	keyPrefix  = "sd_"
	keyPublic  = 8
	keyRandom  = keyPublic + 43 // public id and secret
	keyCheck   = 6
	keyLetters = keyRandom + keyCheck
)

// newKeyText returns sd_<8 id><43 secret><6 checksum>; 43 letters of base 62 hold 256 bits.
func newKeyText() string {
	b := make([]byte, 0, keyLetters)
	for range keyRandom {
		n, _ := rand.Int(rand.Reader, big.NewInt(int64(len(base62)))) // cannot fail: crypto/rand crashes the program instead
		b = append(b, base62[n.Int64()])
	}
	return keyPrefix + string(b) + checksum(b)
}

// ValidKeyText reports whether text has the form and checksum of a key, without a query.
func ValidKeyText(text string) bool {
	body, ok := strings.CutPrefix(text, keyPrefix)
	if !ok || len(body) != keyLetters || strings.Trim(body, base62) != "" {
		return false
	}
	return checksum([]byte(body[:keyRandom])) == body[keyRandom:]
}

func checksum(b []byte) string {
	sum := crc32.ChecksumIEEE(b)
	out := make([]byte, keyCheck)
	for i := keyCheck - 1; i >= 0; i-- {
		out[i] = base62[sum%62]
		sum /= 62
	}
	return string(out)
}

func KeyDigest(text string) []byte {
	return db.TokenDigest(text)
}
