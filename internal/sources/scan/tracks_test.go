package scan

import (
	"testing"

	"socialdata/internal/content"
)

func TestInLanguage(t *testing.T) {
	t.Parallel()
	list := []content.CaptionTrack{
		Caption("spa-ES", "", true), Caption("en-GB", "", false), Caption("en", "", true), Caption("zh-Hans", "", false), Caption("zh-Hant", "", true),
		Caption("pt-PT", "", true), Caption("pt-BR", "", false), Caption("", "", false), Caption("fr", "", true), Caption("fr", "", false),
	}
	for asked, want := range map[string]int{
		"": 1, "es-ES": 0, "es": 0, "es-419": 0, "en": 2, "en-GB": 1, "en-US": 1, "zh-TW": 4, "zh-CN": 3, "zh": 3, "pt": 6, "pt-PT": 5, "pt-AO": 6,
		"fr": 9, "fr-CA": 9, "de": -1,
	} {
		if got := InLanguage(list, asked); got != want {
			t.Errorf("InLanguage(%q) = %d, want %d", asked, got, want)
		}
	}
	if got := InLanguage(nil, ""); got != -1 {
		t.Errorf("none: %d", got)
	}
}
