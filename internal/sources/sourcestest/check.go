package sourcestest

import (
	"regexp"
	"strings"
	"testing"

	"socialdata/internal/content"
)

// isLocalID reports whether s has the alphabet of the part of a natural id after the platform's name.
var isLocalID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`).MatchString

// isNaturalID reports whether id is a natural id of the platform.
func isNaturalID(p content.Platform, id string) bool {
	local, ok := strings.CutPrefix(id, string(p)+":")
	return ok && isLocalID(local)
}

// CheckItem checks an item as an adapter returned it against the contract.
func CheckItem(t testing.TB, p content.Platform, i *content.Item) {
	t.Helper()
	i.Finish(true)
	checkIdentity(t, p, i.ID, i.Platform, i.Kind, i.URL)
	checkRef(t, p, i.Author)
	if (i.Kind == content.KindAd) != (i.Ad != nil) {
		t.Errorf("%s: kind %s with ad %v", i.ID, i.Kind, i.Ad)
	}
	if tr := i.Transcript; tr != nil {
		checkTranscript(t, tr)
	}
}

// CheckRow checks a list's row against the contract.
func CheckRow(t testing.TB, p content.Platform, s *content.ItemSummary) {
	t.Helper()
	s.Finish()
	checkIdentity(t, p, s.ID, s.Platform, s.Kind, s.URL)
	checkRef(t, p, s.Author)
	if (s.Kind == content.KindAd) != (s.Ad != nil) {
		t.Errorf("%s: kind %s with ad %v", s.ID, s.Kind, s.Ad)
	}
}

// CheckAccount checks an account as an adapter returned it against the contract.
func CheckAccount(t testing.TB, p content.Platform, a *content.Account) {
	t.Helper()
	a.Finish()
	if !isNaturalID(p, a.ID) || a.Platform != p {
		t.Errorf("account %q of %q, want one of %s", a.ID, a.Platform, p)
	}
	blocks := map[content.Platform]bool{content.VideoSite: a.VideoSite != nil, content.ClipSite: a.ClipSite != nil, content.PhotoSite: a.PhotoSite != nil}
	for platform, present := range blocks {
		if present != (platform == p) {
			t.Errorf("account %s: block %s present %v", a.ID, platform, present)
		}
	}
}

// CheckComment checks a comment against the contract.
func CheckComment(t testing.TB, p content.Platform, c *content.Comment) {
	t.Helper()
	c.Finish()
	if c.ID == "" || !isNaturalID(p, c.ItemID) {
		t.Errorf("comment %q of item %q", c.ID, c.ItemID)
	}
	checkRef(t, p, c.Author)
}

func checkIdentity(t testing.TB, p content.Platform, id string, platform content.Platform, kind content.Kind, url string) {
	t.Helper()
	if !isNaturalID(p, id) || platform != p || url == "" || len(url) > 2048 {
		t.Errorf("id %q, platform %q, url %q, want a natural id of %s", id, platform, url, p)
	}
	for _, k := range content.Kinds() {
		if k == kind {
			return
		}
	}
	t.Errorf("%s: kind %q", id, kind)
}

func checkRef(t testing.TB, p content.Platform, r *content.AccountRef) {
	t.Helper()
	if r == nil {
		return
	}
	if !isNaturalID(p, r.ID) || r.Platform != p {
		t.Errorf("account reference %q of %q, want one of %s", r.ID, r.Platform, p)
	}
	if r.Handle != nil && (*r.Handle)[0] == '@' {
		t.Errorf("handle %q has its @", *r.Handle)
	}
}

func checkTranscript(t testing.TB, tr *content.Transcript) {
	t.Helper()
	if len(tr.Language) < 2 || len(tr.Language) > 16 || len(tr.Segments) == 0 || tr.Text == "" {
		t.Errorf("transcript: language %q, %d segments, %d bytes of text", tr.Language, len(tr.Segments), len(tr.Text))
	}
	last := int64(0)
	for i, s := range tr.Segments {
		if s.Text == "" || s.StartMs < last || s.EndMs < s.StartMs {
			t.Errorf("segment %d: %+v", i, s)
		}
		last = s.StartMs
	}
}
