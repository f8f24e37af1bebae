package session

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models/accounts"
)

func cookies(t *testing.T, key byte, secure bool) *Cookies {
	t.Helper()
	c, err := NewCookies([][]byte{bytes.Repeat([]byte{key}, 32)}, secure)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSessionCookie(t *testing.T) {
	ours, theirs := cookies(t, 1, true), cookies(t, 2, true)
	cookie, err := ours.Write("the-token", time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if !cookie.HttpOnly || !cookie.Secure || strings.Contains(cookie.Value, "the-token") {
		t.Errorf("cookie %v", cookie)
	}
	if token, ok := ours.Read(cookie.Value); !ok || token != "the-token" {
		t.Errorf("Read = %q, %v", token, ok)
	}
	flash, err := ours.Flash(FlashMessage{Text: "the-token"})
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"nothing": "", "no cookie": "x", "a changed one": cookie.Value + "x", "a message": flash.Value} {
		t.Run(name, func(t *testing.T) {
			if token, ok := ours.Read(value); ok {
				t.Errorf("Read = %q", token)
			}
		})
	}
	if _, ok := theirs.Read(cookie.Value); ok {
		t.Error("another installation reads the cookie")
	}
	if cookies(t, 1, false).Clear().Secure {
		t.Error("a cookie of an http origin is secure")
	}
}

func TestSmallCookies(t *testing.T) {
	c := cookies(t, 1, false)
	saved := FlashMessage{Text: "Saved.", Undo: &Undo{Path: "/w/1/undo", Fields: map[string]string{"id": "r1"}}}
	flash, err := c.Flash(saved)
	if err != nil {
		t.Fatal(err)
	}
	next, err := c.Next("/w/1/keys")
	if err != nil {
		t.Fatal(err)
	}
	if got := c.ReadFlash(flash.Value); !reflect.DeepEqual(got, saved) {
		t.Errorf("ReadFlash = %v", got)
	}
	if got := c.ReadNext(next.Value); got != "/w/1/keys" {
		t.Errorf("ReadNext = %q", got)
	}
	if got := c.ReadNext(flash.Value); got != "" {
		t.Errorf("a message was read as an address: %q", got)
	}
	if gone, err := c.Next(""); err != nil || gone.MaxAge >= 0 || c.ClearFlash().MaxAge >= 0 || c.Theme("").MaxAge >= 0 {
		t.Errorf("cookies that delete have no negative age: %v, %v", gone, err)
	}
}

func TestMembershipOf(t *testing.T) {
	one, two := accounts.Membership{WorkspaceID: "one"}, accounts.Membership{WorkspaceID: "two"}
	for name, tt := range map[string]struct {
		in    []accounts.Membership
		named string
		want  string
		code  apierror.Code
	}{
		"the only one":        {[]accounts.Membership{one}, "", "one", ""},
		"the one named":       {[]accounts.Membership{one, two}, "two", "two", ""},
		"several, none named": {[]accounts.Membership{one, two}, "", "", apierror.CodeInvalidInput},
		"none":                {nil, "", "", apierror.CodeInvalidInput},
		"somebody else's":     {[]accounts.Membership{one}, "three", "", apierror.CodeNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := MembershipOf(&accounts.SignedIn{Workspaces: tt.in}, tt.named)
			if m.WorkspaceID != tt.want || (err != nil) != (tt.code != "") || tt.code != "" && !apierror.Is(err, tt.code) {
				t.Errorf("MembershipOf = %q, %v", m.WorkspaceID, err)
			}
		})
	}
}

// refusing is a guard that lets nobody through.
type refusing struct{ email string }

func (g *refusing) Try(_ context.Context, email string, _ func() error) error {
	g.email = email
	return errRefused
}

var errRefused = errors.New("refused")

// TestPasswordsAreGuarded: without the guard's word no password is compared, which would need the store.
func TestPasswordsAreGuarded(t *testing.T) {
	guard := &refusing{}
	p := &Passwords{Guard: guard}
	if _, err := p.SignIn(t.Context(), "a@example.com", "x", ""); !errors.Is(err, errRefused) || guard.email != "a@example.com" {
		t.Errorf("SignIn: %v for %q", err, guard.email)
	}
	who := &accounts.SignedIn{User: accounts.User{Email: "b@example.com"}}
	if err := p.Change(t.Context(), who, "x", "y"); !errors.Is(err, errRefused) || guard.email != "b@example.com" {
		t.Errorf("Change: %v for %q", err, guard.email)
	}
}
