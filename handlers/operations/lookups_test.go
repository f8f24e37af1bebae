package operations

import (
	"net/url"
	"testing"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/accounts"
	"socialdata/models/watches"
)

// TestLinksThatPeopleType lead to an item, an account or a list that can be read.
func TestLinksThatPeopleType(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for typed, tt := range map[string]struct {
		ok        bool
		operation string
		subject   string
		list      bool
		kind      watches.Kind
	}{
		videoLink:                         {true, "lookupItem", "video_site:aaaaaaaaaaa", false, watches.Single},
		"youtube.com/watch?v=aaaaaaaaaaa": {true, "lookupItem", "video_site:aaaaaaaaaaa", false, watches.Single},
		channelLink:                       {true, "lookupAccount", channelID, false, watches.Account},
		listLink:                          {true, "listItems", "", true, watches.List},
		"https://www.tiktok.com/music/a-6718335390845095173": {true, "lookupItem", "", false, ""},
		"https://other.example/":                             {true, "lookupItem", "", false, ""},
		"nonsense":                                           {false, "lookupItem", "", false, ""},
	} {
		l, ok := s.ReadLink(typed)
		if ok != tt.ok || l.operation() != tt.operation || (l.List != nil) != tt.list || l.IsAccount() != (tt.operation == "lookupAccount") {
			t.Errorf("%s: %+v, %v", typed, l, ok)
		}
		if kind := l.WatchKind(); ok && kind != tt.kind {
			t.Errorf("%s is watched as %q, want %q", typed, kind, tt.kind)
		}
		if got := s.SubjectOf(l.URL); tt.subject != "" && got != tt.subject || !ok && got != "" {
			t.Errorf("%s is about %q", typed, got)
		}
		followed, err := s.FollowLink(t.Context(), l)
		if err != nil || followed.Canonical != l.Canonical || followed.URL != l.URL {
			t.Errorf("%s leads to %+v, %v", typed, followed, err)
		}
	}
	for target, ok := range map[string]bool{videoLink: true, "https://other.example/": false} {
		short, _ := s.ReadLink("https://www.youtube.com/redirect?q=" + url.QueryEscape(target))
		l, err := s.FollowLink(t.Context(), short)
		if (err == nil) != ok || (l.Canonical == target) != ok || l.URL != short.URL {
			t.Errorf("to %s: %+v, %v", target, l, err)
		}
	}
	if (TypedLink{Link: sources.Link{Target: sources.TargetAccount, Reason: sources.ObjectNotSupported}}).IsAccount() {
		t.Error("an account that cannot be read is looked up")
	}
}

// TestLookupsOfLinks: what is asked of a route, and what the request log is told. Captions that are refused are left out.
func TestLookupsOfLinks(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, tt := range map[string]struct {
		link      string
		language  string
		asked     []string // languages with which routes were asked for the captions; "-" without
		operation string
		subject   string
		code      apierror.Code
	}{
		"a video":              {videoLink, "DE", []string{"de"}, "lookupItem", "video_site:aaaaaaaaaaa", ""},
		"refused captions":     {refusedLink, "", []string{"", "-"}, "lookupItem", "video_site:bbbbbbbbbbb", ""},
		"refused as a whole":   {failingLink, "", []string{"", "-"}, "lookupItem", "video_site:ccccccccccc", apierror.CodeUnavailableRestricted},
		"a refused ad":         {failingAd, "", []string{"-"}, "lookupItem", "", apierror.CodeUnavailableRestricted},
		"an account":           {channelLink, "", nil, "lookupAccount", channelID, ""},
		"a list":               {listLink, "", nil, "listItems", "video_site:PLabcdefghijklmnopqrstuvwxyz0123456", ""},
		"captions of no video": {"https://www.facebook.com/ads/library/?id=123456789012345", "", []string{"-"}, "lookupItem", "ad_library:123456789012345", ""},
	} {
		l, _ := s.ReadLink(tt.link)
		s.asked, s.owner.Note = nil, session.Note{}
		r, err := s.LookUpLink(t.Context(), s.owner, l, tt.language)
		wantCode(t, name, err, tt.code)
		var asked []string
		for _, one := range s.asked {
			if asked = append(asked, "-"); one.Transcript {
				asked[len(asked)-1] = one.Language
			}
		}
		if len(asked) != len(tt.asked) || s.owner.Note.Operation != tt.operation || s.owner.Note.Subject != tt.subject || (r != nil) != (err == nil) || (s.owner.Note.RouteID != "") != (err == nil) || s.owner.Note.Cached {
			t.Errorf("%s: asked %q, %+v, noted %+v", name, asked, r, s.owner.Note)
			continue
		}
		for n := range asked {
			if asked[n] != tt.asked[n] {
				t.Errorf("%s: asked %q, want %q", name, asked, tt.asked)
			}
		}
		if e, err := s.EstimateLink(t.Context(), s.owner, l); err != nil || e == nil {
			t.Errorf("%s, estimated: %+v, %v", name, e, err)
		}
	}
	member := *s.owner
	member.Role, s.asked = accounts.Member, nil
	l, _ := s.ReadLink(videoLink)
	_, err := s.LookUpLink(t.Context(), &member, l, "")
	if wantCode(t, "a member", err, apierror.CodeForbidden); len(s.asked) != 0 {
		t.Errorf("a member asked %+v", s.asked)
	}
}

// TestLookupsAreNoted with their subject, or with what was asked where they have none or fail.
func TestLookupsAreNoted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	item := func(link string) lookup.ItemRequest { return lookup.ItemRequest{Workspace: s.workspace, URL: link} }
	began := s.clock.Now()
	for name, tt := range map[string]struct {
		link, subject string
		charged       int64
	}{
		"an answer": {videoLink, "video_site:aaaaaaaaaaa", 1}, "a failure": {failingLink, "asked", 0},
	} {
		s.owner.Note = session.Note{Operation: "of a form"}
		r, err := s.LookUp(t.Context(), s.owner, item(tt.link), "asked")
		if n := s.owner.Note; n.Operation != "of a form" || n.Subject != tt.subject || n.Charged != tt.charged || (n.RouteID == "video_site.test") != (err == nil) || (r == nil) != (err != nil) {
			t.Errorf("%s: %+v, %v, noted %+v", name, r, err, n)
		}
	}
	for name, tt := range map[string]struct {
		by      time.Time
		subject string
		code    apierror.Code
	}{
		"served by now": {s.clock.Now().Add(time.Second), "video_site:aaaaaaaaaaa", ""}, "not served by then": {began.Add(-time.Hour), "asked", apierror.CodeNotFound},
	} {
		s.owner.Note = session.Note{}
		r, err := s.LookUpAsOf(t.Context(), s.owner, item(videoLink), "asked", tt.by)
		wantCode(t, name, err, tt.code)
		if (r == nil) != (err != nil) || s.owner.Note.Subject != tt.subject || (s.owner.Note.RouteID == "") != (err != nil) {
			t.Errorf("%s: %+v, noted %+v", name, r, s.owner.Note)
		}
	}
}
