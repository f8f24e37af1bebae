package issuer_test

import (
	"bytes"
	"encoding/base64"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"socialdata/internal/apierror"
	"socialdata/internal/issuer"
	"socialdata/internal/issuer/issuertest"
	"socialdata/internal/testkit"
)

const redirect = "https://social.example/sign-in/oidc/callback"

func connect(t *testing.T, there *issuertest.Issuer, domains ...string) *issuer.Issuer {
	t.Helper()
	i, err := issuer.New(issuer.Options{URL: there.URL, ClientID: issuertest.ClientID, ClientSecret: issuertest.ClientSecret, Redirect: redirect, Name: "Example", Domains: domains, Clock: time.Now})
	testkit.Must(t, err)
	return i
}

// signIn goes to the issuer and back as a browser does. nonce is what the browser has kept.
func signIn(t *testing.T, i *issuer.Issuer, there *issuertest.Issuer, nonce string) (*issuer.Person, error) {
	t.Helper()
	verifier := issuer.NewVerifier()
	address, err := i.Address(t.Context(), "the state", "the nonce", verifier)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(address)
	testkit.Must(t, err)
	var back string
	there.Set(func(there *issuertest.Issuer) { back, err = there.Grant(u.Query()) })
	testkit.Must(t, err)
	b, err := url.Parse(back)
	testkit.Must(t, err)
	if !strings.HasPrefix(back, redirect) || b.Query().Get("state") != "the state" {
		t.Fatalf("the browser comes back to %s", back)
	}
	return i.Redeem(t.Context(), b.Query().Get("code"), nonce, verifier)
}

func TestPersonOfAnIssuer(t *testing.T) {
	t.Parallel()
	there := issuertest.New(t)
	want := issuer.Person{Issuer: there.URL, Subject: "ada-1", Email: "ada@example.com", Name: "Ada"}
	i := connect(t, there, "example.com")
	for name, change := range map[string]func(*issuertest.Issuer){
		"as it is":                func(*issuertest.Issuer) {},
		"verified as a text":      func(there *issuertest.Issuer) { there.Claims["email_verified"] = "true" },
		"expired within the skew": func(there *issuertest.Issuer) { there.Lie = lie("exp", time.Now().Add(-30*time.Second).Unix()) },
		"for several, and issued for us": func(there *issuertest.Issuer) {
			there.Lie = lie("aud", []string{"other", issuertest.ClientID}, "azp", issuertest.ClientID)
		},
		"under a new key": func(there *issuertest.Issuer) { there.Rotate() },
	} {
		there.Set(change)
		got, err := signIn(t, i, there, "the nonce")
		if err != nil || *got != want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		there.Set(func(there *issuertest.Issuer) { there.Lie, there.Claims["email_verified"] = nil, true })
	}
	if there.TimesAsked() != 1 {
		t.Errorf("the configuration was read %d times", there.TimesAsked())
	}
}

// lie sets claims.
func lie(pairs ...any) func(map[string]any) {
	return func(c map[string]any) {
		for n := 0; n < len(pairs); n += 2 {
			c[pairs[n].(string)] = pairs[n+1]
		}
	}
}

// TestLiesOfAnIssuer holds that no token is accepted that is not exactly for this sign-in.
func TestLiesOfAnIssuer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lie    func(map[string]any)
		sign   func(t *testing.T, there *issuertest.Issuer) func([]byte) string
		reason string
	}{
		"of another issuer":        {lie("iss", "https://accounts.example.org"), nil, issuer.ReasonToken},
		"for another client":       {lie("aud", "other"), nil, issuer.ReasonToken},
		"issued to another":        {lie("aud", []string{issuertest.ClientID, "other"}, "azp", "other"), nil, issuer.ReasonToken},
		"of another sign-in":       {lie("nonce", "another"), nil, issuer.ReasonToken},
		"without a nonce":          {lie("nonce", ""), nil, issuer.ReasonToken},
		"expired":                  {lie("exp", time.Now().Add(-2*time.Minute).Unix()), nil, issuer.ReasonToken},
		"not valid yet":            {lie("nbf", time.Now().Add(time.Hour).Unix()), nil, issuer.ReasonToken},
		"of nobody":                {lie("sub", ""), nil, issuer.ReasonToken},
		"unverified":               {lie("email_verified", false), nil, issuer.ReasonUnverified},
		"unverified, as a text":    {lie("email_verified", "yes"), nil, issuer.ReasonUnverified},
		"that says nothing":        {lie("email_verified", nil), nil, issuer.ReasonUnverified},
		"without an e-mail":        {lie("email", ""), nil, issuer.ReasonUnverified},
		"of another domain":        {lie("email", "ada@example.com.evil.org"), nil, issuer.ReasonDomain},
		"of a domain that ends so": {lie("email", "ada@notexample.com"), nil, issuer.ReasonDomain},
		"with two domains":         {lie("email", "ada@evil.org@example.com"), nil, issuer.ReasonDomain},
		"unsigned": {nil, func(*testing.T, *issuertest.Issuer) func([]byte) string {
			return func(claims []byte) string {
				return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`)) + "." + base64.RawURLEncoding.EncodeToString(claims) + "."
			}
		}, issuer.ReasonToken},
		"signed with the client's secret": {nil, func(t *testing.T, _ *issuertest.Issuer) func([]byte) string {
			return func(claims []byte) string {
				return issuertest.SignWith(t, jose.SigningKey{Algorithm: jose.HS256, Key: []byte(issuertest.ClientSecret + issuertest.ClientSecret)}, claims)
			}
		}, issuer.ReasonToken},
		"signed by another": {nil, func(t *testing.T, _ *issuertest.Issuer) func([]byte) string {
			other := issuertest.New(t)
			return func(claims []byte) string { return other.Signed(claims) }
		}, issuer.ReasonToken},
		"no token": {nil, func(*testing.T, *issuertest.Issuer) func([]byte) string { return func([]byte) string { return "" } }, issuer.ReasonToken},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			there := issuertest.New(t)
			there.Set(func(there *issuertest.Issuer) {
				there.Lie = c.lie
				if c.sign != nil {
					there.Sign = c.sign(t, there)
				}
			})
			_, err := signIn(t, connect(t, there, "example.com"), there, "the nonce")
			wantReason(t, err, c.reason)
		})
	}
}

func wantReason(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || apierror.From(err).Details[issuer.Reason] != want {
		t.Errorf("the sign-in ends with %v, want %s", err, want)
	}
}

func TestCodesOfOthersAreRefused(t *testing.T) {
	t.Parallel()
	there := issuertest.New(t)
	i := connect(t, there)
	_, err := signIn(t, i, there, "another nonce")
	wantReason(t, err, issuer.ReasonToken)
	_, err = i.Redeem(t.Context(), "never given out", "the nonce", issuer.NewVerifier())
	wantReason(t, err, issuer.ReasonToken)
	address, err := i.Address(t.Context(), "s", "n", issuer.NewVerifier())
	testkit.Must(t, err)
	u, err := url.Parse(address)
	testkit.Must(t, err)
	var back string
	there.Set(func(there *issuertest.Issuer) { back, err = there.Grant(u.Query()) })
	testkit.Must(t, err)
	b, err := url.Parse(back)
	testkit.Must(t, err)
	_, err = i.Redeem(t.Context(), b.Query().Get("code"), "n", issuer.NewVerifier())
	wantReason(t, err, issuer.ReasonToken) // the verifier is another browser's
}

// TestEmailsFromUserinfo: some issuers keep the e-mail out of the token.
func TestEmailsFromUserinfo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		info   map[string]any
		reason string
	}{
		"of the same":         {map[string]any{"sub": "ada-1", "email": "ada@example.com", "email_verified": true, "name": "Ada"}, ""},
		"of another":          {map[string]any{"sub": "eve-1", "email": "ada@example.com", "email_verified": true}, issuer.ReasonToken},
		"unverified":          {map[string]any{"sub": "ada-1", "email": "ada@example.com"}, issuer.ReasonUnverified},
		"verified, of no one": {map[string]any{"sub": "ada-1", "email_verified": true}, issuer.ReasonUnverified},
	} {
		there := issuertest.New(t)
		there.Set(func(there *issuertest.Issuer) {
			there.Info, there.Claims = c.info, map[string]any{"sub": "ada-1", "email": "eve@example.com"}
		})
		p, err := signIn(t, connect(t, there), there, "the nonce")
		if c.reason != "" {
			wantReason(t, err, c.reason)
		} else if err != nil || p.Email != "ada@example.com" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

func TestAnIssuerThatIsDown(t *testing.T) {
	t.Parallel()
	there := issuertest.New(t)
	there.Set(func(there *issuertest.Issuer) { there.Down = true })
	now := time.Now()
	i, err := issuer.New(issuer.Options{URL: there.URL, ClientID: issuertest.ClientID, ClientSecret: issuertest.ClientSecret, Redirect: redirect, Clock: func() time.Time { return now }})
	testkit.Must(t, err)
	if i.Down() {
		t.Error("it is down before it was asked")
	}
	_, err = i.Address(t.Context(), "s", "n", "v")
	wantReason(t, err, issuer.ReasonDown)
	there.Set(func(there *issuertest.Issuer) { there.Down = false })
	_, err = i.Address(t.Context(), "s", "n", "v")
	wantReason(t, err, issuer.ReasonDown) // it is not asked again at once
	if !i.Down() || there.TimesAsked() != 0 {
		t.Errorf("down is %t, asked %d times", i.Down(), there.TimesAsked())
	}
	now = now.Add(time.Minute)
	if _, err = i.Address(t.Context(), "s", "n", "v"); err != nil || i.Down() {
		t.Errorf("a minute later: %v", err)
	}
	there.Set(func(there *issuertest.Issuer) { there.Down = true })
	now = now.Add(2 * time.Hour)
	if _, err = i.Address(t.Context(), "s", "n", "v"); err != nil {
		t.Errorf("what is known of it is not used: %v", err)
	}
}

// TestNobodyWaitsToSeeWhetherItIsDown: the sign-in page is shown while the issuer hangs.
func TestNobodyWaitsToSeeWhetherItIsDown(t *testing.T) {
	t.Parallel()
	asked, answer := make(chan bool), make(chan bool)
	there := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked <- true; <-answer }))
	t.Cleanup(there.Close)
	i, err := issuer.New(issuer.Options{URL: there.URL, ClientID: "c", Redirect: redirect, Clock: time.Now})
	testkit.Must(t, err)
	ended := make(chan error)
	go func() { _, err := i.Address(t.Context(), "s", "n", "v"); ended <- err }()
	<-asked
	if i.Down() { // waiting for the answer would find it down
		t.Error("it is down while it is asked")
	}
	close(answer)
	wantReason(t, <-ended, issuer.ReasonDown)
}

// TestIssuersConfigurationLeadsNowhereElse holds that the configuration can neither send us inside nor in clear to others.
func TestIssuersConfigurationLeadsNowhereElse(t *testing.T) {
	t.Parallel()
	var inside atomic.Int64
	private, clear := httptest.NewUnstartedServer(nil), httptest.NewUnstartedServer(nil)
	for _, server := range []*httptest.Server{private, clear} {
		server.Config.ConnState = func(net.Conn, http.ConnState) { inside.Add(1) }
		t.Cleanup(server.Close)
	}
	private.StartTLS()
	clear.Start()
	for name, there := range map[string]http.HandlerFunc{
		"inside":   func(w http.ResponseWriter, r *http.Request) { configured(w, r, private.URL) },
		"in clear": func(w http.ResponseWriter, r *http.Request) { configured(w, r, clear.URL) },
		"redirect": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, clear.URL, http.StatusFound) },
		"too long": func(w http.ResponseWriter, r *http.Request) {
			configured(w, r, "http://"+r.Host)
			_, _ = w.Write(bytes.Repeat([]byte(" "), 2<<20))
		},
		"another": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"issuer":"https://other.example"}`))
		},
	} {
		server := httptest.NewServer(there)
		i, err := issuer.New(issuer.Options{URL: server.URL, ClientID: "c", ClientSecret: "s", Redirect: redirect, Clock: time.Now})
		testkit.Must(t, err)
		_, err = i.Redeem(t.Context(), "code", "nonce", "verifier")
		wantReason(t, err, issuer.ReasonDown)
		if _, err := i.Address(t.Context(), "s", "n", "v"); (err == nil) != (name == "inside" || name == "in clear") {
			t.Errorf("%s: the configuration is used: %v", name, err)
		}
		server.Close()
		if inside.Load() > 0 {
			t.Errorf("%s: another host was asked", name)
		}
	}
}

func configured(w http.ResponseWriter, r *http.Request, other string) {
	_, _ = w.Write([]byte(`{"issuer":"http://` + r.Host + `","authorization_endpoint":"` + other + `","token_endpoint":"` + other + `/token","jwks_uri":"` + other + `/keys"}`))
}

func TestAllowedIssuers(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{"https://id.example.com": true, "https://id.example.com/realms/a": true, "https://10.0.0.1:8443": true, "http://localhost:8080": true, "http://127.0.0.1": true,
		"http://id.example.com": false, "http://10.0.0.1": false, "": false, "id.example.com": false, "https://": false, "https://a:b@id.example.com": false, "https://id.example.com?x=1": false, "ftp://id.example.com": false} {
		if got := issuer.Allowed(address); got != want {
			t.Errorf("Allowed(%q) = %t", address, got)
		}
	}
}
