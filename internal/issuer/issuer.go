// Package issuer signs people in at the operator's OpenID Connect issuer: it finds the issuer, sends browsers there, and
// verifies what the issuer says about a person. It may import internal/apierror only. It never decides who has an
// account, and keeps nothing between requests but what the issuer published about itself.
package issuer

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"socialdata/internal/apierror"
)

const (
	// within is the time limit of one request to the issuer.
	within = 5 * time.Second
	// skew is how far the issuer's clock may be behind ours.
	skew = time.Minute
	// keptFor is how long the issuer's configuration is used before it is read again.
	keptFor = time.Hour
	// downFor is how long the issuer counts as down after it did not answer. It is not asked again before.
	downFor = 10 * time.Second
)

// Options are the operator's settings.
type Options struct {
	URL          string // the issuer's identifier, which is the base of its discovery document
	ClientID     string
	ClientSecret string
	Redirect     string   // our address to which browsers come back
	Name         string   // of the issuer, as people know it
	Domains      []string // of e-mails that may sign in; none allows every domain
	Clock        func() time.Time
}

// Issuer is an OpenID Connect issuer. It is safe for concurrent use.
type Issuer struct {
	options Options
	client  *http.Client

	failedAt atomic.Int64 // of the last attempt, in Unix nanoseconds; 0 if it did not fail. Reading it never waits.

	mu       sync.Mutex // held while the issuer is asked
	provider *oidc.Provider
	readAt   time.Time // when provider was read
}

// New returns an issuer without asking it anything, so that the program starts while the issuer is down.
func New(o Options) (*Issuer, error) {
	transport, err := guardedTransport(o.URL)
	if err != nil {
		return nil, err
	}
	refuse := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Issuer{options: o, client: &http.Client{Transport: transport, Timeout: within, CheckRedirect: refuse}}, nil
}

// Name returns the name that people know the issuer by.
func (i *Issuer) Name() string { return i.options.Name }

// URL returns the issuer's identifier.
func (i *Issuer) URL() string { return i.options.URL }

// Down reports whether the issuer did not answer a moment ago. It asks nothing and never waits.
func (i *Issuer) Down() bool {
	failed := i.failedAt.Load()
	return failed != 0 && i.options.Clock().Sub(time.Unix(0, failed)) < downFor
}

// NewVerifier returns a secret for PKCE, by which the issuer knows that who redeems a code began the sign-in.
func NewVerifier() string { return oauth2.GenerateVerifier() }

// Address returns the issuer's page where a person signs in, for a browser that keeps state, nonce and verifier.
func (i *Issuer) Address(ctx context.Context, state, nonce, verifier string) (string, error) {
	p, err := i.discover(ctx)
	if err != nil {
		return "", err
	}
	return i.config(p).AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier)), nil
}

func (i *Issuer) config(p *oidc.Provider) *oauth2.Config {
	endpoint := p.Endpoint()
	endpoint.AuthStyle = i.authStyle(p)
	return &oauth2.Config{ClientID: i.options.ClientID, ClientSecret: i.options.ClientSecret, Endpoint: endpoint, RedirectURL: i.options.Redirect,
		Scopes: []string{oidc.ScopeOpenID, "email", "profile"}}
}

// authStyle returns how the issuer wants the secret. Trying both, as the library would, may use up the code.
func (i *Issuer) authStyle(p *oidc.Provider) oauth2.AuthStyle {
	var published struct {
		Methods []string `json:"token_endpoint_auth_methods_supported"`
	}
	inHeader := p.Claims(&published) != nil || len(published.Methods) == 0 || slices.Contains(published.Methods, "client_secret_basic")
	if inHeader && i.options.ClientSecret != "" {
		return oauth2.AuthStyleInHeader
	}
	return oauth2.AuthStyleInParams
}

// discover returns the issuer's configuration. Concurrent callers wait for one request; while the issuer is down they
// fail at once, unless an older configuration is known.
func (i *Issuer) discover(ctx context.Context) (*oidc.Provider, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	now := i.options.Clock()
	if i.provider != nil && now.Sub(i.readAt) < keptFor {
		return i.provider, nil
	}
	var err error
	if !i.Down() {
		var p *oidc.Provider
		if p, err = oidc.NewProvider(oidc.ClientContext(ctx, i.client), i.options.URL); err == nil {
			i.provider, i.readAt = p, now
			i.failedAt.Store(0)
			return p, nil
		}
		i.failedAt.Store(now.UnixNano())
	}
	if i.provider != nil {
		return i.provider, nil
	}
	return nil, unreachable(err)
}

// Error details that say why a person was not signed in, by the key Reason.
const (
	Reason           = "issuer"
	ReasonDown       = "down"       // the issuer does not answer
	ReasonToken      = "token"      // what it said cannot be trusted
	ReasonUnverified = "unverified" // it did not verify the person's e-mail
	ReasonDomain     = "domain"     // the e-mail's domain is not allowed
	ReasonRefused    = "refused"    // the issuer refused, or the person turned back
	ReasonBrowser    = "browser"    // the sign-in was begun in another browser, or too long ago
)

func unreachable(cause error) error {
	if cause == nil {
		cause = errors.New("it did not answer a moment ago")
	}
	return apierror.Wrap(shorten(cause), apierror.CodeNetworkTransport, Reason, ReasonDown).After(downFor)
}

// Refuse returns the error of a sign-in that failed for a reason. cause is logged and may be nil.
func Refuse(reason string, cause error) error {
	if cause != nil {
		cause = shorten(cause)
	}
	return apierror.Wrap(cause, apierror.CodeForbidden, Reason, reason)
}

// longestCause is the longest cause that is logged, in bytes: it may quote an answer of the issuer.
const longestCause = 300

func shorten(err error) error {
	text := err.Error()
	return errors.New(text[:min(len(text), longestCause)])
}

// late returns a time a little before now, so that a token that has just expired by our clock is still accepted.
func (i *Issuer) late() time.Time { return i.options.Clock().Add(-skew) }
