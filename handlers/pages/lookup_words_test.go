package pages

import (
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/imports"
)

// TestFailedLookupsDoNotSpeakOfImports reads the advice of every code that a lookup can fail with.
func TestFailedLookupsDoNotSpeakOfImports(t *testing.T) {
	t.Parallel()
	for _, e := range apierror.Catalogue() {
		if e.Code == apierror.CodeRetryExhausted || e.Code == apierror.CodeMediaInvalid {
			continue // of imports alone
		}
		if says := lookupAdvice(e.Code); says == "" || strings.Contains(strings.ToLower(says), "import") {
			t.Errorf("%s: %q", e.Code, says)
		}
	}
}

func TestAdviceIsInWordsOfThePages(t *testing.T) {
	t.Parallel()
	for code, says := range advices {
		if strings.Contains(says, "profile") || strings.Contains(says, "none") {
			t.Errorf("%s speaks in the words of the API: %q", code, says)
		}
	}
}

func TestUnsupportedLinksSayWhatTheyLeadTo(t *testing.T) {
	t.Parallel()
	h := allPlatforms()
	for link, want := range map[string]string{
		"https://www.instagram.com/stories/somebody/123/":        "on Instagram that we do not support, such as a story",
		"https://www.youtube.com/playlist?list=PL0123456789":     "on YouTube that we do not support, such as a playlist",
		"https://www.tiktok.com/music/a-sound-7300000000000":     "on TikTok that we do not support, such as a live broadcast",
		"https://www.facebook.com/ads/library/?q=shoes":          "on Meta Ad Library that we do not support, such as a search",
		"https://www.youtube.com/somewhere/else/entirely/so/far": "We know this site, but not this kind of link.",
	} {
		found, problem := h.Platforms.Recognize(link)
		if problem != nil {
			t.Fatal(problem)
		}
		if got := h.unsupported(found); !strings.Contains(got, want) {
			t.Errorf("%s: %q", link, got)
		}
	}
	for _, p := range h.Platforms.All() {
		if p.Links.Others == "" {
			t.Errorf("%s does not say what else its links lead to", p.Title)
		}
	}
	if got := h.unsupported(sources.Link{Platform: "toy", Reason: sources.ObjectNotSupported}); !strings.Contains(got, "something that we do not support.") {
		t.Errorf("an unknown platform: %q", got)
	}
}

func TestReferencesSayWhyTheyHaveNoMedia(t *testing.T) {
	t.Parallel()
	measured := &content.MachineDerived{MeasuredBytes: new(int64(7))}
	for want, got := range map[string]string{
		"the import kept the facts only":            whyNoMedia(imports.ProfileNone, measured),
		"it was analysed and then deleted":          whyNoMedia(imports.ProfileAnalysis, measured),
		"the platform provides none of this":        whyNoMedia(imports.ProfileAnalysis, &content.MachineDerived{}),
		"the platform provides none of this to":     whyNoMedia(imports.ProfileFull, &content.MachineDerived{}),
		"None: the import did not ask for one.":     whyNoTranscript(&imports.Detail{}),
		"None: the platform has no captions":        whyNoTranscript(&imports.Detail{Import: imports.Import{Transcript: true}}),
		"could not be read (the platform did not r": whyNoTranscript(&imports.Detail{Import: imports.Import{Transcript: true, Attempt: 1}, Attempts: []imports.Attempt{{Number: 1, Stages: imports.StageRecords{{Stage: imports.StageFetchTranscript, State: imports.WorkFailed, FailureCode: apierror.CodeNetworkTimeout}}}}}),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}
