package oauth

import (
	"context"

	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"socialdata/models/accounts"
)

// VerifyClient names the program of a request for tokens. Programs have no secrets: that a code or a refresh token is theirs is
// checked with it.
func (s *Server) VerifyClient(_ context.Context, r *op.Request[op.ClientCredentials]) (op.Client, error) {
	if r.Data.ClientSecret != "" || r.Data.ClientAssertion != "" {
		return nil, oidc.ErrInvalidClient().WithDescription("programs have no secrets here")
	}
	return &client{id: r.Data.ClientID}, nil
}

// CodeExchange exchanges a code for tokens.
func (s *Server) CodeExchange(ctx context.Context, r *op.ClientRequest[oidc.AccessTokenRequest]) (*op.Response, error) {
	if err := s.checkResources(r.Form); err != nil {
		return nil, err
	}
	tokens, err := s.opts.Accounts.ExchangeCode(ctx, accounts.Exchange{Code: r.Data.Code, ClientID: r.Client.GetID(), RedirectURI: r.Data.RedirectURI,
		Verified: func(challenge string) bool {
			return op.AuthorizeCodeChallenge(r.Data.CodeVerifier, &oidc.CodeChallenge{Challenge: challenge, Method: oidc.CodeChallengeMethodS256}) == nil
		}})
	return answer(tokens, err)
}

// RefreshToken exchanges a refresh token for new tokens.
func (s *Server) RefreshToken(ctx context.Context, r *op.ClientRequest[oidc.RefreshTokenRequest]) (*op.Response, error) {
	if err := s.checkResources(r.Form); err != nil {
		return nil, err
	}
	tokens, err := s.opts.Accounts.RefreshTokens(ctx, r.Data.RefreshToken, r.Client.GetID())
	return answer(tokens, err)
}

// Revocation ends the grant of a token. Like RFC 7009 it also succeeds if there is none.
func (s *Server) Revocation(ctx context.Context, r *op.ClientRequest[oidc.RevocationRequest]) (*op.Response, error) {
	if err := s.opts.Accounts.RevokeToken(ctx, r.Data.Token, r.Client.GetID()); err != nil {
		return nil, failure(err)
	}
	return op.NewResponse(struct{}{}), nil
}

// answer returns tokens as RFC 6749, section 5.1, says. Without tokens it does not say why, because only a thief would ask.
func answer(tokens *accounts.Tokens, err error) (*op.Response, error) {
	if err != nil {
		return nil, failure(err)
	}
	if tokens == nil {
		return nil, oidc.ErrInvalidGrant().WithDescription("the code or the refresh token is not valid")
	}
	var scope oidc.SpaceDelimitedArray
	for _, one := range tokens.Scopes {
		scope = append(scope, string(one))
	}
	r := op.NewResponse(&oidc.AccessTokenResponse{AccessToken: tokens.Access, TokenType: oidc.BearerToken, RefreshToken: tokens.Refresh,
		ExpiresIn: uint64(accounts.AccessLife.Seconds()), Scope: scope})
	r.Header.Set("Cache-Control", "no-store")
	return r, nil
}
