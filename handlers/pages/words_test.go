package pages

import (
	"testing"
	"time"

	"socialdata/handlers/operations"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/platforms"
	"socialdata/models/events"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/views"
)

// allPlatforms are handlers that know the platforms and have no store.
func allPlatforms() *Handlers {
	return &Handlers{Service: &operations.Service{Platforms: platforms.All().Set()}}
}

func TestDurationsAreSaidInTheirLargestUnit(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0:                         "0 s",
		59*time.Second + 999e6:    "59 s",
		time.Minute:               "1 min",
		time.Hour - time.Second:   "59 min",
		time.Hour:                 "1 h",
		90 * time.Minute:          "2 h",
		47*time.Hour + 20*60e9:    "47 h",
		48*time.Hour - 1:          "2 days",
		48 * time.Hour:            "2 days",
		30*24*time.Hour - 1:       "30 days",
		30*24*time.Hour + 23*3600: "30 days",
	} {
		if got := formatDuration(d); got != want {
			t.Errorf("formatDuration(%v) = %q, want %q", d, got, want)
		}
	}
}

// TestEveryEventHasWords but that of a test, which every endpoint is sent.
func TestEveryEventHasWords(t *testing.T) {
	t.Parallel()
	for _, is := range events.Types() {
		if eventWords[is] == "" && is != events.WebhookTest {
			t.Errorf("%s has no words", is)
		}
	}
}

func TestTimesAreWrittenInUTC(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 0, 30, 5, 999, time.FixedZone("east", 2*60*60))
	if got := formatTime(at); got != "2026-02-28 22:30:05 UTC" {
		t.Errorf("formatTime = %q", got)
	}
}

func TestUnknownTimesAreEmpty(t *testing.T) {
	t.Parallel()
	h := &Handlers{} // no clock is asked
	for name, us := range map[string]*int64{"never": nil, "zero": new(int64(0))} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(views.When{}, h.when(us)); diff != "" {
				t.Errorf("when (-want +got)\n%s", diff)
			}
		})
	}
}

func TestCountsAgreeWithTheirWord(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0 keys", 1: "1 key", 2: "2 keys", 12481: "12,481 keys"} {
		if got := views.Count(n, "key"); got != want {
			t.Errorf("views.Count(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestPlatformOptionsMarkTheChosenOne(t *testing.T) {
	t.Parallel()
	h := allPlatforms()
	for _, chosen := range []string{"", "video_site", "clip_site", "ad_library", "radio"} {
		t.Run("chosen "+chosen, func(t *testing.T) {
			t.Parallel()
			want := []views.Option{{Word: "Any"}}
			for _, p := range h.Platforms.All() {
				want = append(want, views.Option{Value: string(p.Name), Word: p.Title, Chosen: string(p.Name) == chosen})
			}
			if diff := cmp.Diff(want, h.platformOptions(chosen)); diff != "" {
				t.Errorf("platformOptions (-want +got)\n%s", diff)
			}
		})
	}
}

func TestErrorTexts(t *testing.T) {
	t.Parallel()
	tests := map[apierror.Code]string{
		apierror.CodeUnavailablePrivate: "This content is private",
		apierror.CodeRetryExhausted:     "The import gave up",
		apierror.CodeRevisionConflict:   apierror.Lookup(apierror.CodeRevisionConflict).Message,
	}
	for code, want := range tests {
		if got := errorText(code); got == "" || got != want {
			t.Errorf("errorText(%s) = %q, want %q", code, got, want)
		}
	}
}

func TestAdvice(t *testing.T) {
	t.Parallel()
	tests := map[apierror.Code]string{
		apierror.CodeNotFound:           "Check the link.",
		apierror.CodeUnavailableRemoved: "It cannot be recovered.",
		apierror.CodeRateLimited:        apierror.Lookup(apierror.CodeRateLimited).Advice,
	}
	for code, want := range tests {
		if got := advice(code); got == "" || got != want {
			t.Errorf("advice(%s) = %q, want %q", code, got, want)
		}
	}
	for code := range advices {
		if _, ends := errorTexts[code]; !ends {
			t.Errorf("%s has advice, and no words for what happened", code)
		}
	}
}

func TestUnsupportedLinksSayWhy(t *testing.T) {
	t.Parallel()
	tests := map[sources.Reason]string{
		sources.UnsupportedHost: "Only links of these platforms can be read: YouTube, TikTok, Instagram, Meta Ad Library.",
		sources.ShortLink: "This is a short link, and we could not follow it to something that we can read. Open it in a browser and paste the full " +
			"address.",
		sources.AccountNotSupported: "This kind of account link is not supported.",
		sources.ObjectNotSupported:  "This link leads to something that we do not support.",
		sources.UnrecognizedURL:     "We know this site, but not this kind of link.",
	}
	h := allPlatforms()
	for reason, want := range tests {
		t.Run(string(reason), func(t *testing.T) {
			t.Parallel()
			link := sources.Link{Canonical: "https://example.com/", Reason: reason}
			want := &views.Found{Canonical: "https://example.com/", ID: link.NaturalID(), Why: want}
			if diff := cmp.Diff(want, h.linkTarget(operations.TypedLink{Link: link})); diff != "" {
				t.Errorf("linkTarget (-want +got)\n%s", diff)
			}
		})
	}
}

func TestStatesOfReferences(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		state references.State
		media references.MediaAvailability
		want  views.State
	}{
		"on its way": {references.Processing, references.MediaProcessing,
			views.State{Tone: "busy", Word: "On its way"}},
		"failed":            {references.Failed, references.MediaReady, views.State{Tone: "bad", Word: "Failed"}},
		"with its media":    {references.Ready, references.MediaReady, views.State{Tone: "good", Word: "Media kept"}},
		"after its hold":    {references.Ready, references.MediaExpired, views.State{Tone: "warn", Word: "Hold ended"}},
		"without media":     {references.Ready, references.MediaUnavailable, views.State{Tone: "good", Word: "Ready"}},
		"with failed media": {references.Ready, references.MediaFailed, views.State{Tone: "good", Word: "Ready"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := referenceState(references.Reference{State: tt.state, MediaAvailability: tt.media})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("referenceState (-want +got)\n%s", diff)
			}
		})
	}
	for _, m := range references.MediaAvailabilities() {
		if mediaWords[m] == "" {
			t.Errorf("%s has no word", m)
		}
	}
}

func TestWhatAnImportKeeps(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		profile    imports.MediaProfile
		transcript bool
	}{
		"the facts":                                            {imports.ProfileNone, false},
		"the facts, the transcript":                            {imports.ProfileNone, true},
		"the facts and an analysis":                            {imports.ProfileAnalysis, false},
		"the facts, an analysis and the media":                 {imports.ProfileFull, false},
		"the facts, an analysis and the media, the transcript": {imports.ProfileFull, true},
	}
	for want, tt := range tests {
		if got := profileText(tt.profile, tt.transcript); got != want {
			t.Errorf("profileText(%s, %t) = %q, want %q", tt.profile, tt.transcript, got, want)
		}
	}
}

func TestRestrictionsInWords(t *testing.T) {
	t.Parallel()
	tests := map[string]content.Restriction{
		"by age":                      {Kind: content.RestrictedByAge},
		"in some countries":           {Kind: content.RestrictedByRegion},
		"to members of the channel":   {Kind: content.RestrictedMembers},
		"to those who paid":           {Kind: content.RestrictedPaid},
		"by the platform (“Not now”)": {Kind: content.RestrictedOther, Message: new("Not now")},
	}
	for want, r := range tests {
		if got := restrictionWords(&r); got != want {
			t.Errorf("restrictionWords(%s) = %q, want %q", r.Kind, got, want)
		}
	}
}
