package views_test

import (
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/views"
)

// TestADigestLoadsNothing renders an e-mail with strangers' words: it has every link and number, and neither a picture nor anything
// else that a mail program would fetch.
func TestADigestLoadsNothing(t *testing.T) {
	t.Parallel()
	v := views.Digest{Title: "Your week in Demo", Period: "Mon 16 Nov 07:00 to Mon 23 Nov 07:00 UTC", Failed: []string{"2 × unavailable_removed"}, Cost: "Credits spent: 42.", More: "3 more watches have news.",
		Watches: []views.DigestWatch{{Name: "<img src=x>", Link: "https://social.example/w/w1/watches/1/report?from=a&to=b", News: "3 new, 1 ended", Titles: []string{"<script>a</script>", "Lamp"}}},
		Home:    "https://social.example/w/w1", Settings: "https://social.example/account#digests", Off: "https://social.example/digest/token"}
	var b strings.Builder
	testkit.Must(t, views.DigestMail(v).Render(t.Context(), &b))
	for _, want := range []string{"<!doctype html>", "3 new, 1 ended", "&lt;script&gt;a&lt;/script&gt;", "<li>Lamp</li>", "2 × unavailable_removed", "Credits spent: 42.", `href="https://social.example/w/w1/watches"`, `href="https://social.example/digest/token"`,
		`href="https://social.example/w/w1/watches/1/report?from=a&amp;to=b"`, `href="https://social.example/account#digests"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in %s", want, b.String())
		}
	}
	for _, loads := range []string{"<img", "<script", "<link", " src=\"", "url(", "@import"} {
		if strings.Contains(b.String(), loads) {
			t.Errorf("it holds %q", loads)
		}
	}
}
