// Package issuertest is a real OpenID Connect issuer for tests: it signs tokens with keys that it publishes, checks PKCE
// and the client's secret, and lies where a test wants it to. Only tests may import it.
package issuertest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/uuid"

	"socialdata/internal/testkit"
)

// The client that the issuer knows.
const (
	ClientID     = "social"
	ClientSecret = "a secret with : and % in it"
)

// Issuer is a running issuer. Its fields may be changed between sign-ins.
type Issuer struct {
	*httptest.Server
	t testing.TB

	mu    sync.Mutex
	key   *rsa.PrivateKey
	kid   string
	codes map[string]grant

	Claims map[string]any         // of who signs in now
	Lie    func(c map[string]any) // changes the claims of a token before it is signed; may be nil
	Sign   func(claims []byte) string
	Info   map[string]any // what userinfo says; nil if there is no userinfo
	Down   bool           // answers nothing but 503

	asked int // requests of the discovery document
}

// grant is a code that was given out.
type grant struct{ challenge, nonce, redirect string }

// New starts an issuer at which Ada signs in.
func New(t testing.TB) *Issuer {
	t.Helper()
	i := &Issuer{t: t, codes: map[string]grant{}, Claims: map[string]any{"sub": "ada-1", "email": "ada@example.com", "email_verified": true, "name": "Ada"}}
	i.Rotate()
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", i.discovery)
	mux.HandleFunc("/keys", i.keys)
	mux.HandleFunc("/authorize", i.authorize)
	mux.HandleFunc("/token", i.token)
	mux.HandleFunc("/userinfo", i.userinfo)
	i.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i.mu.Lock()
		defer i.mu.Unlock()
		if i.Down {
			http.Error(w, "away", http.StatusServiceUnavailable)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(i.Close)
	return i
}

// Set changes the issuer while it runs.
func (i *Issuer) Set(change func(*Issuer)) {
	i.mu.Lock()
	defer i.mu.Unlock()
	change(i)
}

// TimesAsked returns how often the discovery document was read.
func (i *Issuer) TimesAsked() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.asked
}

// Rotate replaces the key that signs. The one before is published no longer.
func (i *Issuer) Rotate() {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	testkit.Must(i.t, err)
	i.key, i.kid = key, uuid.NewString()
}

func (i *Issuer) discovery(w http.ResponseWriter, _ *http.Request) {
	i.asked++
	d := map[string]any{"issuer": i.URL, "authorization_endpoint": i.URL + "/authorize", "token_endpoint": i.URL + "/token", "jwks_uri": i.URL + "/keys",
		"id_token_signing_alg_values_supported": []string{"RS256", "none", "HS256"}, "token_endpoint_auth_methods_supported": []string{"client_secret_basic"}}
	if i.Info != nil {
		d["userinfo_endpoint"] = i.URL + "/userinfo"
	}
	send(w, d)
}

func (i *Issuer) keys(w http.ResponseWriter, _ *http.Request) {
	send(w, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: i.key.Public(), KeyID: i.kid, Algorithm: "RS256", Use: "sig"}}})
}

// authorize shows the page where a person signs in, as a browser sees it.
func (i *Issuer) authorize(w http.ResponseWriter, r *http.Request) {
	back, err := i.Grant(r.URL.Query())
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Issuer</title><h1>Example Identity</h1><p><a href="%s">Continue as %s</a></p>`, html.EscapeString(back), i.Claims["name"])
}

// Grant gives out a code for a request to the authorization endpoint, and returns the address to which the browser goes back.
func (i *Issuer) Grant(q url.Values) (string, error) {
	if q.Get("client_id") != ClientID || q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" || q.Get("state") == "" || q.Get("nonce") == "" {
		return "", fmt.Errorf("the request lacks something: %v", q)
	}
	code := uuid.NewString()
	i.codes[code] = grant{challenge: q.Get("code_challenge"), nonce: q.Get("nonce"), redirect: q.Get("redirect_uri")}
	return q.Get("redirect_uri") + "?" + url.Values{"code": {code}, "state": {q.Get("state")}, "iss": {i.URL}}.Encode(), nil
}

func (i *Issuer) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	secret, _ = url.QueryUnescape(secret)
	g, known := i.codes[r.FormValue("code")]
	delete(i.codes, r.FormValue("code"))
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if id != ClientID || secret != ClientSecret || !known || g.redirect != r.FormValue("redirect_uri") || base64.RawURLEncoding.EncodeToString(sum[:]) != g.challenge {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"error":"invalid_grant"}`))
		return
	}
	claims := map[string]any{"iss": i.URL, "aud": ClientID, "iat": time.Now().Unix(), "exp": time.Now().Add(time.Hour).Unix(), "nonce": g.nonce}
	for name, value := range i.Claims {
		claims[name] = value
	}
	if i.Lie != nil {
		i.Lie(claims)
	}
	raw, err := json.Marshal(claims)
	testkit.Must(i.t, err)
	send(w, map[string]any{"access_token": "access", "token_type": "Bearer", "expires_in": 60, "id_token": i.Signed(raw)})
}

// Signed signs claims as the test wants it.
func (i *Issuer) Signed(claims []byte) string {
	if i.Sign != nil {
		return i.Sign(claims)
	}
	return SignWith(i.t, jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: i.key, KeyID: i.kid}}, claims)
}

// SignWith returns a token that a key signed.
func SignWith(t testing.TB, key jose.SigningKey, claims []byte) string {
	t.Helper()
	signer, err := jose.NewSigner(key, nil)
	testkit.Must(t, err)
	jws, err := signer.Sign(claims)
	testkit.Must(t, err)
	token, err := jws.CompactSerialize()
	testkit.Must(t, err)
	return token
}

func (i *Issuer) userinfo(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "Bearer access" || i.Info == nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	send(w, i.Info)
}

func send(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // a client that went away
}
