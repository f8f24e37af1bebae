package imports

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/pagetest"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/views"
)

func TestFactsOfAnAccount(t *testing.T) {
	t.Parallel()
	account := content.Account{Name: new("Ada"), Handle: new("ada"), JoinedAt: new("2020-01-02"),
		Stats:             content.AccountStats{Followers: new(int64(1_000_000)), Items: new(int64(7))},
		UnavailableFields: []string{"stats.following", "country"}}
	want := []views.Fact{{Name: "Followers", Value: "1,000,000"}, {Name: "Following", Missing: "not shown by the platform"},
		{Name: "Items", Value: "7"}, {Name: "Country", Missing: "not shown by the platform"}, {Name: "Joined", Value: "2020-01-02"}}
	if diff := cmp.Diff(want, shown.AccountFacts(&account)); diff != "" {
		t.Errorf("AccountFacts (-want +got)\n%s", diff)
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
	h := &Handlers{Base: &page.Base{Service: pagetest.Service()}}
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

// TestLinksAreCalledByWhatPeopleCallThem: until a title is known, a link is called by its platform, its kind and a short id.
func TestLinksAreCalledByWhatPeopleCallThem(t *testing.T) {
	t.Parallel()
	h := &Handlers{Base: &page.Base{Service: pagetest.Service()}}
	for address, want := range map[string][2]string{
		"https://www.youtube.com/watch?v=g6QYSy6P-nW":                 {"A video", "YouTube video g6QYSy6P-nW"},
		"https://www.youtube.com/@lanternkitchen":                     {"An account", "YouTube account @lanternkitchen"},
		"https://www.instagram.com/p/DNZAGRh2lAA/":                    {"A post", "Instagram post DNZAGRh2lAA"},
		"https://www.tiktok.com/@mira.oven/video/7556915929913753606": {"A post", "TikTok post 755691592991…"},
		"https://www.facebook.com/ads/library/?id=123456789012345":    {"An ad", "Meta Ad Library ad 123456789012…"},
	} {
		link, problem := h.Platforms.Recognize(address)
		if got := h.linkTarget(operations.TypedLink{Link: link}); problem != nil || got.Target != want[0] || got.Name != want[1] {
			t.Errorf("%s: %q, %q, %v", address, got.Target, got.Name, problem)
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
