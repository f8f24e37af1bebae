package session

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/models/accounts"
)

func TestRolesOfAWorkspace(t *testing.T) {
	t.Parallel()
	for role, want := range map[Role]bool{
		Member: true, Editor: true, Owner: true, NoRole: false, Operator: false, Support: false, "king": false,
	} {
		if got := role.InWorkspace(); got != want {
			t.Errorf("%q.InWorkspace() = %t", role, got)
		}
	}
}

func TestCallerOfAContext(t *testing.T) {
	t.Parallel()
	if got := From(t.Context()); got != nil {
		t.Errorf("a caller of nobody: %+v", got)
	}
	person := &Caller{Person: &accounts.SignedIn{User: accounts.User{ID: "u"}}}
	if got := From(With(t.Context(), person)); got != person || got.UserID() != "u" {
		t.Errorf("From = %+v", got)
	}
	if got := (&Caller{Key: &accounts.KeyCaller{}}).UserID(); got != "" {
		t.Errorf("a key is the person %q", got)
	}
}

func TestTamperedCookiesAreRefused(t *testing.T) {
	t.Parallel()
	c := cookies(t, 1, true)
	cookie, err := c.Write("the-token", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	plain, err := base64.URLEncoding.DecodeString(cookie.Value)
	if err != nil {
		t.Fatal(err)
	}
	for i := range plain { // a bit anywhere: in the time, the token or the signature
		changed := bytes.Clone(plain)
		changed[i] ^= 1
		if token, ok := c.Read(base64.URLEncoding.EncodeToString(changed)); ok {
			t.Errorf("with byte %d changed it is %q", i, token)
		}
	}
	for name, value := range map[string]string{
		"cut": cookie.Value[:len(cookie.Value)-4], "twice": cookie.Value + cookie.Value, "long": strings.Repeat("A", 8192),
		"unsealed": "the-token", "encoded": base64.URLEncoding.EncodeToString([]byte("the-token")), "a NUL": "\x00",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if token, ok := c.Read(value); ok || c.ReadFlash(value).Text != "" || c.ReadNext(value) != "" {
				t.Errorf("Read = %q", token)
			}
		})
	}
}

func TestACookieWithoutATokenIsNoSession(t *testing.T) {
	t.Parallel()
	c := cookies(t, 1, true)
	cookie, err := c.Write("", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Read(cookie.Value); ok {
		t.Error("an empty token is a session")
	}
}

func TestCookiesOutliveAChangeOfSecrets(t *testing.T) {
	t.Parallel()
	old, next := bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)
	cookie, err := cookies(t, 1, true).Write("the-token", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		secrets [][]byte
		want    bool
	}{
		"while both are known":   {[][]byte{next, old}, true},
		"once the old one went":  {[][]byte{next}, false},
		"with the old one first": {[][]byte{old, next}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := NewCookies(tt.secrets, true)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := c.Read(cookie.Value); ok != tt.want {
				t.Errorf("read: %t", ok)
			}
		})
	}
}

func TestSecretsThatAreTooShort(t *testing.T) {
	t.Parallel()
	for name, secrets := range map[string][][]byte{
		"none": nil, "an empty one": {{}}, "31 bytes": {make([]byte, 31)}, "the second": {make([]byte, 32), make([]byte, 8)},
	} {
		if _, err := NewCookies(secrets, true); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

func TestLivesOfCookies(t *testing.T) {
	t.Parallel()
	ends := time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)
	made := func(cookie *http.Cookie, err error) *http.Cookie {
		if err != nil {
			t.Fatal(err)
		}
		return cookie
	}
	for _, secure := range []bool{true, false} {
		c := cookies(t, 1, secure)
		type life struct {
			Name    string
			MaxAge  int
			Expires time.Time
		}
		want := []life{{CookieName, 0, ends}, {CookieName, -1, time.Time{}},
			{FlashName, 120, time.Time{}}, {FlashName, -1, time.Time{}},
			{NextName, 1800, time.Time{}}, {NextName, -1, time.Time{}},
			{ThemeName, 31_536_000, time.Time{}}, {ThemeName, -1, time.Time{}},
			{WorkspaceName, 31_536_000, time.Time{}}, {WorkspaceName, -1, time.Time{}}}
		got := []life{}
		for _, cookie := range []*http.Cookie{made(c.Write("t", ends)), c.Clear(), made(c.Flash(FlashMessage{Text: "x"})), c.ClearFlash(),
			made(c.Next("/a")), made(c.Next("")), c.Theme("dark"), c.Theme(""), c.Workspace("w1"), c.Workspace("")} {
			got = append(got, life{cookie.Name, cookie.MaxAge, cookie.Expires})
			if !cookie.HttpOnly || cookie.Secure != secure || cookie.Path != "/" || cookie.SameSite != http.SameSiteLaxMode {
				t.Errorf("%s is %v", cookie.Name, cookie)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("cookies (-want +got)\n%s", diff)
		}
	}
}
