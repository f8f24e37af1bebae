package accounts

import (
	"context"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// RefreshTokens exchanges a refresh token for new tokens. It returns nil if the token is unknown, another program's or too old, or
// if the grant has ended. A token that is used again ends its grant, because somebody has stolen it (RFC 9700, section 4.14.2).
func (s *Store) RefreshTokens(ctx context.Context, text, clientID string) (tokens *Tokens, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		tokens = nil
		g, token, err := s.lockGrant(tx, proofDigest(text))
		if err != nil || g == nil || g.ClientID != clientID {
			return err
		}
		if token.UsedAt != nil {
			return s.endGrants(tx, "id = ?", g.ID)
		}
		var k APIKey
		if err := db.One(tx.Where("id = ?", g.ID), &k, "apiKey"); err != nil {
			return ignoreNotFound(err)
		}
		if k.RevokedAt != nil || token.MadeAt <= db.Micros(s.Now().Add(-RefreshLife)) {
			return nil
		}
		tokens, err = s.rotate(tx, &k, token)
		return err
	})
	return tokens, err
}

// lockGrant locks the workspace of a refresh token and reads the token's grant. It returns nil if there is none.
func (s *Store) lockGrant(tx *gorm.DB, digest string) (*oauthGrant, *oauthRefreshToken, error) {
	var token oauthRefreshToken
	if err := db.One(tx.Where("digest = ?", digest), &token, "token"); err != nil {
		return nil, nil, ignoreNotFound(err)
	}
	var g oauthGrant
	if err := db.One(tx.Where("id = ?", token.GrantID), &g, "grant"); err != nil {
		return nil, nil, ignoreNotFound(err)
	}
	if allowed, err := s.lockGrantor(tx, g.WorkspaceID, g.UserID); err != nil || !allowed {
		return nil, nil, err
	}
	if err := db.One(tx.Where("digest = ?", digest), &token, "token"); err != nil { // as it is under the lock
		return nil, nil, ignoreNotFound(err)
	}
	return &g, &token, nil
}

// rotate gives a grant new tokens in place of the ones before.
func (s *Store) rotate(tx *gorm.DB, k *APIKey, token *oauthRefreshToken) (*Tokens, error) {
	text, now := s.renew(k), s.NowMicros()
	if err := tx.Model(&APIKey{}).Where("id = ?", k.ID).Updates(map[string]any{"prefix": k.Prefix, "digest": k.Digest, "expires_at": k.ExpiresAt}).Error; err != nil {
		return nil, err
	}
	if err := tx.Model(&oauthGrant{}).Where("id = ?", k.ID).Update("refreshed_at", now).Error; err != nil {
		return nil, err
	}
	if err := tx.Model(&oauthRefreshToken{}).Where("digest = ?", token.Digest).Update("used_at", now).Error; err != nil {
		return nil, err
	}
	refresh, err := s.addRefreshToken(tx, k.ID)
	return &Tokens{Access: text, Refresh: refresh, Scopes: k.Scopes()}, err
}

// RevokeToken ends the grant of an access or a refresh token, if it is the program's (RFC 7009).
func (s *Store) RevokeToken(ctx context.Context, text, clientID string) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		return s.endGrants(tx, "client_id = ? AND (id IN (SELECT id FROM api_keys WHERE digest = ?) OR id IN (SELECT grant_id FROM oauth_refresh_tokens WHERE digest = ?))",
			clientID, KeyDigest(text), proofDigest(text))
	})
}

// endGrants revokes the keys of grants, at once.
func (s *Store) endGrants(tx *gorm.DB, where string, args ...any) error {
	return tx.Model(&APIKey{}).Where("revoked_at IS NULL AND id IN (?)", tx.Model(&oauthGrant{}).Select("id").Where(where, args...)).Update("revoked_at", s.NowMicros()).Error
}

// endGrantsOf ends what programs may do in a person's name, and what they were allowed but have not begun.
func (s *Store) endGrantsOf(tx *gorm.DB, workspaceID, userID string) error {
	if err := tx.Where("workspace_id = ? AND user_id = ? AND grant_id IS NULL", workspaceID, userID).Delete(&oauthCode{}).Error; err != nil {
		return err
	}
	return s.endGrants(tx, "workspace_id = ? AND user_id = ?", workspaceID, userID)
}
