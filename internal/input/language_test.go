package input

import "testing"

func TestLanguage(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"en": "en", "EN-gb": "en-GB", "pt-br": "pt-BR", "zh-hant-tw": "zh-Hant-TW", "es-419": "es-419", "iw": "he", "deu": "de",
		"de-DE-1996": "de-DE", "en-u-co-phonebk": "en",
		"de-a-bbbbbbbb-cccccccc-dddddddd-eee": "de", "de-a-bbbbbbbb-cccccccc-dddddddd-eeee": "", // 35 characters, and one more
		"": "", "e": "", "und": "", "en_US": "", "-en": "", "en-": "", "en--US": "", "xx-YY": "", "x-private": "", "en US": "", "en\n": "",
		"english": "", "de-aaaaaaaa-bbbbbbbb-cccccccc-ddddddd": "",
	} {
		if got, ok := Language(text); got != want || ok != (want != "") {
			t.Errorf("Language(%q) = %q, %v, want %q", text, got, ok, want)
		}
	}
}
