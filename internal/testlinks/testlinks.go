// Package testlinks lists the links that test keys ask: what each of them does, whatever the hour and whoever asks. The
// service plays them, the documentation shows them, and a test asks each. It may import internal/apierror and the simulator.
package testlinks

import (
	"context"
	"slices"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/sources/simulator"
)

// Way is how a link is asked.
type Way string

// The ways: a lookup of an item or of an account, and an import.
const (
	Lookup  Way = "lookup"
	Account Way = "account"
	Import  Way = "import"
)

// Words returns the way in words: the operation that takes the link.
func (w Way) Words() string {
	switch w {
	case Account:
		return "account lookup"
	case Import:
		return "import"
	case Lookup:
	}
	return "item lookup"
}

// Link is one link with what happens to it.
type Link struct {
	URL   string
	Way   Way
	Does  string        // a sentence for people
	Code  apierror.Code // of the error; "" for an answer
	Stage string        // of the import, at which it ends; "" if it succeeds

	refused bool          // before anything is read
	wait    time.Duration // before the platform answers
	failed  bool          // in the place of the platform
	times   int64         // attempts that fail; 0 is all
	details []any
	retry   time.Duration
}

// The stages of an import, as in models/imports.
const (
	fetchSource = "fetch_source"
	download    = "download_media"
	verify      = "verify_media"
	commit      = "commit_reference"
)

const (
	platform = "video_site"
	watch    = "https://www.youtube.com/watch?v="
)

// video returns the link to a video with an id that begins with simulator.VideoPlayed.
func video(end string) string { return watch + simulator.VideoPlayed + end }

// Links lists every link, in the order of the documentation.
func Links() []Link {
	list := slices.Concat(answers(), refusals(), troubles(), accounts(), importing())
	for n, l := range list {
		if l.Does == "" {
			list[n].Does = "A video whose import fails at " + l.Stage + "."
		}
	}
	return list
}

// answers are links that succeed.
func answers() []Link {
	return []Link{
		{URL: video("normal"), Way: Lookup, Does: "A video. Any other six characters after test- are a video, too."},
		{URL: watch + simulator.VideoChanging, Way: Lookup, Does: "A video whose title, counts and file are others each time that it is fetched."},
		{URL: video("slow03"), Way: Lookup, Does: "A video whose platform answers after 3 seconds.", wait: 3 * time.Second},
		{URL: video("slow10"), Way: Lookup, Does: "A video whose platform answers after 10 seconds.", wait: 10 * time.Second},
	}
}

// refusals are answers of the platform about the content, and what this service refuses itself.
func refusals() []Link {
	return []Link{
		{URL: "https://www.youtube.com/watch", Way: Lookup, Does: "A link without an id.", Code: apierror.CodeUnsupportedObject},
		{URL: "https://www.example.com/", Way: Lookup, Does: "A link to no platform.", Code: apierror.CodeUnsupportedObject},
		{URL: "youtube", Way: Lookup, Does: "A text that is no link.", Code: apierror.CodeInvalidInput},
		{URL: watch + "unknown0000", Way: Lookup, Does: "A video that there never was.", Code: apierror.CodeNotFound},
		{URL: watch + simulator.VideoRemoved, Way: Lookup, Does: "A video that its author removed.", Code: apierror.CodeUnavailableRemoved},
		{URL: watch + simulator.VideoPrivate, Way: Lookup, Does: "A private video.", Code: apierror.CodeUnavailablePrivate},
		{URL: "https://www.tiktok.com/@player/video/" + simulator.ClipRestricted, Way: Lookup, Does: "A video that is withheld in some regions.", Code: apierror.CodeUnavailableRestricted},
		{URL: video("policy"), Way: Lookup, Does: "A video that the operator blocks.", Code: apierror.CodePolicyBlocked, refused: true, details: []any{"policy", "blocked_by_operator"}},
		{URL: video("credit"), Way: Lookup, Does: "A lookup that the credits do not cover.", Code: apierror.CodeInsufficientCredits, refused: true, details: []any{"required", int64(1), "balance", int64(0)}},
		{URL: video("rating"), Way: Lookup, Does: "A lookup beyond the rate limit of the workspace; Retry-After is 2.", Code: apierror.CodeRateLimited, refused: true,
			details: []any{"policy", "lookup", "limit", int64(120), "windowSeconds", int64(60)}, retry: 2 * time.Second},
		{URL: video("limits"), Way: Lookup, Does: "A video beyond a limit of the workspace.", Code: apierror.CodeLimitExceeded, refused: true, details: []any{"subject", "test", "limit", int64(1)}},
		{URL: video("routes"), Way: Lookup, Does: "A video whose source is switched off.", Code: apierror.CodeRouteDisabled, refused: true, details: []any{"platform", platform, "routeId", "video_site.test"}},
		{URL: video("stores"), Way: Lookup, Does: "A video while the storage of this service is away; Retry-After is 2.", Code: apierror.CodeStorageUnavailable, refused: true, retry: 2 * time.Second},
		{URL: video("intern"), Way: Lookup, Does: "A video at which this service itself fails.", Code: apierror.CodeInternalError, refused: true},
	}
}

// troubles are failures of a platform, or on the way to it.
func troubles() []Link {
	return []Link{
		{URL: watch + simulator.VideoBotCheck, Way: Lookup, Does: "A video for which the platform takes this service for a bot.", Code: apierror.CodeRouteDegraded},
		{URL: video("redraw"), Way: Lookup, Does: "A video whose page is in a form that cannot be read.", Code: apierror.CodeSourceChanged, failed: true,
			details: []any{"platform", platform, "routeId", "video_site.test", "missing", []string{"title"}}},
		{URL: video("broken"), Way: Lookup, Does: "A video to whose platform the connection breaks.", Code: apierror.CodeNetworkTransport, failed: true, details: []any{"platform", platform, "routeId", "video_site.test"}},
		{URL: video("lapsed"), Way: Lookup, Does: "A video whose platform does not answer in time, after 1 second.", Code: apierror.CodeNetworkTimeout, failed: true, wait: time.Second,
			details: []any{"platform", platform, "routeId", "video_site.test", "timeoutMs", int64(1000)}},
	}
}

// accounts are links to accounts.
func accounts() []Link {
	return []Link{
		{URL: "https://www.youtube.com/channel/" + simulator.ChannelRemoved, Way: Account, Does: "A channel that was removed.", Code: apierror.CodeUnavailableRemoved},
		{URL: "https://www.tiktok.com/@" + simulator.ClipBanned, Way: Account, Does: "An account that the platform banned.", Code: apierror.CodeUnavailableRemoved},
		{URL: "https://www.tiktok.com/@" + simulator.ClipVerify, Way: Account, Does: "An account behind a bot check.", Code: apierror.CodeRouteDegraded},
	}
}

// importing are links to import: one for each stage, and what attempts do.
func importing() []Link {
	return []Link{
		{URL: video("stored"), Way: Import, Does: "A video that is imported with its media."},
		{URL: video("second"), Way: Import, Does: "A video whose first attempt fails, and whose second succeeds.", times: 1, Stage: fetchSource, Code: apierror.CodeNetworkTransport},
		{URL: video("always"), Way: Import, Does: "A video of which every attempt fails with network_transport: three within half a minute.", Code: apierror.CodeRetryExhausted, Stage: fetchSource, failed: true},
		{URL: video("stage1"), Way: Import, Code: apierror.CodePolicyBlocked, Stage: "validate_url"},
		{URL: video("stage2"), Way: Import, Code: apierror.CodeRouteDisabled, Stage: "select_route"},
		{URL: video("stage3"), Way: Import, Code: apierror.CodeSourceChanged, Stage: fetchSource},
		{URL: video("stage4"), Way: Import, Code: apierror.CodeLimitExceeded, Stage: "create_reference"},
		{URL: video("stage5"), Way: Import, Code: apierror.CodeUnavailableRestricted, Stage: "fetch_transcript"},
		{URL: video("stage6"), Way: Import, Code: apierror.CodeMediaInvalid, Stage: download},
		{URL: video("stage7"), Way: Import, Code: apierror.CodeUnsupportedMedia, Stage: verify},
		{URL: video("stage8"), Way: Import, Code: apierror.CodeMediaInvalid, Stage: "analyze_media"},
		{URL: video("stage9"), Way: Import, Code: apierror.CodeInsufficientCredits, Stage: commit},
	}
}

// Elsewhere says how a test key gets the codes that no link gives, or why it cannot.
func Elsewhere() map[apierror.Code]string {
	return map[apierror.Code]string{
		apierror.CodeUnauthenticated:     "Leave the header Authorization out.",
		apierror.CodeInvalidCredential:   "Change a letter of the test key, or revoke it.",
		apierror.CodeCredentialConflict:  "Send a session cookie beside the test key.",
		apierror.CodeForbidden:           "Ask with a test key that lacks the scope.",
		apierror.CodeRevisionConflict:    "Change a saved reference twice with the same revision.",
		apierror.CodeIdempotencyConflict: "Send another import with an Idempotency-Key that was used.",
		apierror.CodeBootstrapConflict:   "No key gets it: it answers the setup of a service that is set up.",
		apierror.CodeLastOwnerConflict:   "No key gets it: it answers an owner who removes the last one.",
	}
}

// Player plays the links.
type Player struct{ links map[string]Link }

// NewPlayer returns a Player of every link.
func NewPlayer() Player {
	p := Player{map[string]Link{}}
	for _, l := range Links() {
		if len(l.URL) > len(watch) && l.URL[:len(watch)] == watch {
			p.links[platform+":"+l.URL[len(watch):]] = l
		}
	}
	return p
}

// Refuse returns the error with which an item is refused before anything is read; nil for nearly every item.
func (p Player) Refuse(naturalID string) error {
	if l := p.links[naturalID]; l.refused {
		return l.error(l.Code)
	}
	return nil
}

// Fetch waits, or fails, before the platform is asked for an item.
func (p Player) Fetch(ctx context.Context, naturalID string) error {
	l := p.links[naturalID]
	if l.wait > 0 {
		select {
		case <-time.After(l.wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	switch {
	case l.Code == apierror.CodeRetryExhausted:
		return l.error(apierror.CodeNetworkTransport)
	case l.failed:
		return l.error(l.Code)
	}
	return nil
}

// Stage returns the error with which an attempt of an import fails at a stage; nil for nearly every item.
func (p Player) Stage(naturalID, stage string, attempt int64) error {
	l := p.links[naturalID]
	if l.Way != Import || l.Stage != stage || l.failed || l.times > 0 && attempt > l.times {
		return nil
	}
	return l.error(l.Code)
}

// error returns an error of the link. Each call returns another, because what is known of a failure is added to it.
func (l Link) error(code apierror.Code) *apierror.Error {
	return apierror.New(code, l.details...).After(l.retry)
}

// Recovers reports whether the import succeeds at a later attempt.
func (l Link) Recovers() bool { return l.times > 0 }
