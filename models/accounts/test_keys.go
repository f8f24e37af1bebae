package accounts

import (
	"context"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
)

// testPrefix begins the text of a test key in the place of keyPrefix. The two are told apart by it alone: its row is an
// ordinary one, so that it is listed, limited and revoked like any other.
const testPrefix = "sdt_"

// testKeyText returns the text of the test key that a key's text stands for.
func testKeyText(text string) string { return testPrefix + strings.TrimPrefix(text, keyPrefix) }

// OrdinaryKeyText returns the text by which the test store knows a test key: it has no test keys, only keys.
func OrdinaryKeyText(text string) string { return keyPrefix + strings.TrimPrefix(text, testPrefix) }

// IsTestKeyText reports whether text is meant as a test key.
func IsTestKeyText(text string) bool { return strings.HasPrefix(text, testPrefix) }

// IsTest reports whether the key is a test key.
func (k APIKey) IsTest() bool { return strings.HasPrefix(k.Prefix, testPrefix) }

// FindTestKey returns the test key with this text; invalid_credential with the reason if it is not a live one.
func (s *Store) FindTestKey(ctx context.Context, text string) (*KeyCaller, error) {
	if !IsTestKeyText(text) || !ValidKeyText(OrdinaryKeyText(text)) {
		return nil, apierror.New(apierror.CodeInvalidCredential, "reason", "unknown")
	}
	return s.findKey(ctx, text)
}

// The workspace and the person that a test store has in the place of the real ones. It has their ids and nothing else of them.
const (
	testWorkspace = "Test workspace"
	testPerson    = "Test owner"
	testDomain    = "@test.invalid"
)

// Represent makes a test store know a key of the real store by its ordinary text, in a workspace with the same id that is not
// metered. A key that is there already gets the present name, scopes, networks and end. Its budget stays behind: a test costs nothing.
func (s *Store) Represent(ctx context.Context, k APIKey, ordinaryText string) error {
	k.Digest, k.Budget, k.LastUsedAt = KeyDigest(ordinaryText), billing.Budget{}, nil
	return s.Tx(ctx, func(tx *gorm.DB) error {
		once := func(row any) *gorm.DB { return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(row) }
		made := once(&Workspace{ID: k.WorkspaceID, Name: testWorkspace, Revision: 1, Zone: "UTC", CreatedAt: s.NowMicros()})
		if made.Error != nil {
			return made.Error
		}
		if made.RowsAffected > 0 {
			if _, err := billing.SetMetered(tx, k.WorkspaceID, false); err != nil {
				return err
			}
		}
		if err := once(&User{ID: k.CreatedBy, Email: k.CreatedBy + testDomain, Name: testPerson, CreatedAt: s.NowMicros()}).Error; err != nil {
			return err
		}
		if err := once(&member{WorkspaceID: k.WorkspaceID, UserID: k.CreatedBy, Role: Owner, JoinedAt: s.NowMicros()}).Error; err != nil {
			return err
		}
		return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "id"}},
			DoUpdates: clause.AssignmentColumns([]string{"name", "scopes", "allowed_networks", "expires_at"})}).Create(&k).Error
	})
}

// SameTestKey reports whether a test store that knows a needs no Represent for b.
func SameTestKey(a, b APIKey) bool {
	return a.ID == b.ID && a.Name == b.Name && a.ScopeList == b.ScopeList && a.NetworkList == b.NetworkList && equalNumbers(a.ExpiresAt, b.ExpiresAt)
}
