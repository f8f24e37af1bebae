package mail_test

import (
	"strings"
	"testing"

	"socialdata/internal/mail"
)

// TestPlainNamesCarryNoLinks lets names that were chosen to be mailed to strangers through.
func TestPlainNamesCarryNoLinks(t *testing.T) {
	for name, want := range map[string]string{
		"Lantern Kitchen & Söhne, 2nd":             "Lantern Kitchen & Söhne, 2nd",
		"Win now http://evil.example/ please":      "Win now http evil example please",
		"www.evil.example":                         "www evil example",
		"mailto:a@evil.example":                    "mailto a evil example",
		"evil。example｡com．net":                     "evil example com net",
		"two\r\nBcc: x@y.example":                  "two Bcc x y example",
		"\u202egnp.exe\u2066 \u200bhidden\x1b[31m": "gnp exe hidden 31m",
		"<a href=//evil.example>":                  "a href evil example",
		"":                                         "(no name)",
		"https://":                                 "https",
		strings.Repeat("é", 100):                   strings.Repeat("é", 60) + "…",
		"日本の工房 🍜":                                  "日本の工房 🍜",
	} {
		if got := mail.Plain(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}
