package page

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/pages/pagetest"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/references"
	"socialdata/views"
)

func TestUntitledReferencesAreNamedByTheirAuthors(t *testing.T) {
	t.Parallel()
	name, handle, kind := new("Lumen Harbor"), new("lumen"), content.KindShort
	for want, o := range map[string]references.SourceObserved{
		"A lamp":                {SourceTitle: new("A lamp"), ChannelName: name},
		"lit":                   {SourceDescription: new("lit"), ChannelName: name},
		"Post by Lumen Harbor":  {ChannelName: name, ChannelHandle: handle},
		"Short by lumen":        {ChannelHandle: handle, Kind: &kind},
		"https://example.com/1": {Kind: &kind},
	} {
		r := &references.Reference{CanonicalURL: "https://example.com/1"}
		if r.Observe(o); TitleOf(r) != want {
			t.Errorf("%q, want %q", TitleOf(r), want)
		}
	}
	for _, k := range content.Kinds() {
		r := &references.Reference{CanonicalURL: "https://example.com/1"}
		if r.Observe(references.SourceObserved{ChannelName: name, Kind: &k}); strings.HasPrefix(TitleOf(r), " ") {
			t.Errorf("%s has no word", k)
		}
	}
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
		if got := FormatDuration(d); got != want {
			t.Errorf("formatDuration(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestTimesAreWrittenInUTC(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 0, 30, 5, 999, time.FixedZone("east", 2*60*60))
	if got := FormatTime(at); got != "28 Feb 2026, 22:30:05 UTC" {
		t.Errorf("formatTime = %q", got)
	}
}

func TestUnknownTimesAreEmpty(t *testing.T) {
	t.Parallel()
	h := &Base{} // no clock is asked
	for name, us := range map[string]*int64{"never": nil, "zero": new(int64(0))} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(views.When{}, h.When(us)); diff != "" {
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
	h := &Base{Service: pagetest.Service()}
	for _, chosen := range []string{"", "video_site", "clip_site", "ad_library", "radio"} {
		t.Run("chosen "+chosen, func(t *testing.T) {
			t.Parallel()
			want := []views.Option{{Word: "Any"}}
			for _, p := range h.Platforms.All() {
				want = append(want, views.Option{Value: string(p.Name), Word: p.Title, Chosen: string(p.Name) == chosen})
			}
			got, _ := h.PlatformOptions(chosen)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("platformOptions (-want +got)\n%s", diff)
			}
		})
	}
}

func TestForbiddenSaysWhoMay(t *testing.T) {
	for want, err := range map[string]*apierror.Error{
		"Only owners can see this":              apierror.New(apierror.CodeForbidden, "requiredRole", "owner"),
		"Support staff only":                    apierror.New(apierror.CodeForbidden, "requiredRole", "support"),
		"This form was sent from another site":  apierror.New(apierror.CodeForbidden, "reason", "origin"),
		"You do not have permission to do this": apierror.New(apierror.CodeForbidden, "requiredRole", "operator"),
	} {
		t.Run(want, func(t *testing.T) {
			if got, do := forbidden(err); got != want || do == "" {
				t.Errorf("forbidden = %q, %q", got, do)
			}
		})
	}
}
