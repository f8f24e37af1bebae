package references

import (
	"strings"
	"testing"
)

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "",
		" \t\n—…!?\"'*%_\\":                      "",
		"Quokka portrait, a quokka's PORTRAIT":   "quokka portrait a s",
		"notes:wombat NEAR( a OR b":              "notes wombat near a or b",
		"café CAFÉ cafe\u0301":                   "café",
		"Straße STRASSE ẞ":                       "strasse ss",
		"ΣΊΣΥΦΟΣ σίσυφος":                        "σίσυφοσ",
		"ＦＵＬＬ　ｗｉｄｔｈ １２３":                         "full width 123",
		"ﬁne x² ½":                               "fine x2 1 2",
		"東京タワー tower":                            "東 京 タ ワ ー tower",
		"한국어 abc":                                "한 국 어 abc",
		"ﾃｽﾄ":                                    "テ ス ト",
		"snake_case kebab-case a.b.c 3,5":        "snake case kebab a b c 3 5",
		"\u200bzero\u200bwidth":                  "zero width",
		"٣ ३":                                    "٣ ३",
		"مُحَمَّد محمد":                          "محمد",
		"שָׁלוֹם שלום":                           "שלום",
		"हिन्दी गाना":                            "हिनदी गाना",
		"İstanbul ISTANBUL":                      "istanbul",
		"Việt Nam":                               "việt nam",
		"二〇二六年":                                  "二 〇 六 年",
		"กาแฟเย็น":                               "ก า แ ฟ เ ย น",
		"កាហ្វេ":                                 "ក ហ វ",
		"naïve naïve ❤️ 👩🏽‍🍳":                   "naïve ❤ 👩 🍳",
		"bad \xff utf8":                          "bad utf8",
		strings.Repeat("x", maxToken+5) + " end": strings.Repeat("x", maxToken) + " end",
	} {
		if got := strings.Join(Tokens(text), " "); got != want {
			t.Errorf("%.40q: %.80q, want %.80q", text, got, want)
		}
	}
}

func FuzzTokens(f *testing.F) {
	f.Add("Straße 東京 ﬁ \xff")
	f.Fuzz(func(t *testing.T, text string) {
		once := Tokens(text)
		again := Tokens(strings.Join(once, " "))
		if strings.Join(once, " ") != strings.Join(again, " ") {
			t.Errorf("%q: %q, read again %q", text, once, again)
		}
	})
}
