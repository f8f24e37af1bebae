package platforms_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/platforms"
	"socialdata/internal/sources/shapes"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

// TestDescriptorsAreComplete holds what every descriptor has to say, so that no list of another package has a gap.
func TestDescriptorsAreComplete(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, p := range platforms.All() {
		t.Run(string(p.Name), func(t *testing.T) {
			if p.Name == "" || p.Title == "" || p.Mark == "" || len(p.Hosts) == 0 || len(p.Links.Hosts) == 0 || len(p.Items.Kinds) == 0 {
				t.Errorf("something is missing: %+v", p)
			}
			if p.Links.Recognize == nil || p.Items.IsID == nil || p.Items.Link == nil || p.Accounts.IsID == nil || p.Routes == nil {
				t.Error("a function is missing")
			}
			for _, word := range append([]string{string(p.Name), p.Title}, p.Links.Hosts...) {
				if other, taken := seen[word]; taken {
					t.Errorf("%q is also a word of %s", word, other)
				}
				seen[word] = string(p.Name)
			}
			reads := slices.Concat(p.Lists)
			if p.Comments != nil {
				reads = append(reads, p.Comments.Parameters...)
			}
			if p.Search != nil {
				reads = append(reads, p.Search.Parameters...)
			}
			for _, param := range reads {
				if param.Values != nil && !slices.Contains(param.Values, param.Default) {
					t.Errorf("%s: the default %q is none of %v", param.Name, param.Default, param.Values)
				}
			}
		})
	}
}

// TestOfficialRoutesComeFirstWhereTheOperatorSaysSo keeps the web first elsewhere, and for platforms without an official API.
func TestOfficialRoutesComeFirstWhereTheOperatorSaysSo(t *testing.T) {
	t.Parallel()
	official := map[content.Platform]bool{}
	for _, p := range platforms.All() {
		official[p.Name] = true
	}
	o := platforms.Options{Credentials: map[content.Platform]string{content.VideoSite: "k", content.AdLibrary: "t", content.PhotoSite: "t"}, Accounts: map[content.Platform]string{content.PhotoSite: "1"}}
	ids := func() (list []string) {
		for _, r := range platforms.All().Routes(nil, o) {
			list = append(list, r.ID)
			if r.Official != strings.HasSuffix(r.ID, ".api") {
				t.Errorf("%s: official %v", r.ID, r.Official)
			}
		}
		return list
	}
	if got := ids(); !slices.Equal(got, []string{"video_site.web", "video_site.api", "clip_site.web", "photo_site.web", "photo_site.api", "ad_library.web", "ad_library.api"}) {
		t.Errorf("by default: %q", got)
	}
	o.Official = official
	if got := ids(); !slices.Equal(got, []string{"video_site.api", "video_site.web", "clip_site.web", "photo_site.api", "photo_site.web", "ad_library.api", "ad_library.web"}) {
		t.Errorf("official first: %q", got)
	}
}

// TestRoutesDoWhatTheDescriptorSays: what a platform claims to answer, its first route has.
func TestRoutesDoWhatTheDescriptorSays(t *testing.T) {
	t.Parallel()
	for _, p := range platforms.All() {
		t.Run(string(p.Name), func(t *testing.T) {
			r := p.Routes(nil, platforms.Options{})[0]
			for _, c := range []struct {
				what      string
				says, has bool
			}{
				{"account lookup", p.Accounts.Lookup, r.Account != nil},
				{"comments", p.Comments != nil, r.Comments != nil},
				{"search", p.Search != nil, r.Search != nil},
				{"account search", p.Search != nil && p.Search.Accounts, r.Accounts != nil},
			} {
				if c.says != c.has {
					t.Errorf("%s: the descriptor says %v, the route %v", c.what, c.says, c.has)
				}
			}
			if r.Platform != p.Name || !strings.HasPrefix(r.ID, string(p.Name)+".") {
				t.Errorf("route %s of %s", r.ID, r.Platform)
			}
		})
	}
}

// TestKnownObjects: every platform of the release has objects by which its routes are checked, and its ids fit.
func TestKnownObjects(t *testing.T) {
	t.Parallel()
	for _, p := range platforms.All() {
		k := shapes.Default().KnownOf(p.Platform)
		if k.Account == (sources.AccountSelector{}) || p.Search != nil && k.Search.Query == "" {
			t.Errorf("%s: %+v", p.Name, k)
		}
	}
	if _, err := openShapes(t, "{}"); err != nil {
		t.Errorf("the shapes of the release: %v", err)
	}
	for name, text := range map[string]string{
		"item":    `{"video_site":{"known":{"item":"../../etc/passwd"}}}`,
		"account": `{"clip_site":{"known":{"account":"@a/b"}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := openShapes(t, text); err == nil {
				t.Error("the file is in use")
			}
		})
	}
}

func openShapes(t *testing.T, text string) (*shapes.File, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "shapes.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return shapes.Open(path, set, slog.New(slog.DiscardHandler))
}

// TestSimulatorPlaysEveryPlatform: each platform has links to try, which it recognises itself.
func TestSimulatorPlaysEveryPlatform(t *testing.T) {
	t.Parallel()
	samples := simulator.New().Samples()
	for i, p := range platforms.All() {
		if i >= len(samples) || samples[i].Platform != string(p.Name) {
			t.Fatalf("the simulator does not play %s in its place", p.Name)
		}
		for _, raw := range samples[i].Items {
			if l, problem := set.Recognize(raw); problem != nil || l.Platform != p.Name || l.Target != sources.TargetItem {
				t.Errorf("%s is %+v (%v)", raw, l, problem)
			}
		}
	}
}

// TestNotOfferedIsNeverRead holds what the descriptors declare about kinds: only kinds that the platform has, and no field
// that its route reads of the items that the simulator plays.
func TestNotOfferedIsNeverRead(t *testing.T) {
	t.Parallel()
	played := simulator.New()
	samples := map[string]simulator.Sample{}
	for _, s := range played.Samples() {
		samples[s.Platform] = s
	}
	client := sourcestest.Fetcher(t, played, platforms.All().Hosts()...)
	for _, p := range platforms.All() {
		for kind := range p.Items.NotOffered {
			if !slices.Contains(p.Items.Kinds, kind) {
				t.Errorf("%s has no items of kind %s", p.Name, kind)
			}
		}
		for _, address := range samples[string(p.Name)].Items[:8] {
			link, problem := platforms.All().Set().Recognize(address)
			if problem != nil {
				t.Fatal(problem)
			}
			item, err := p.Routes(client, platforms.Options{})[0].Item(t.Context(), sources.ItemRequest{Link: link, Transcript: p.Name != content.AdLibrary})
			if err != nil {
				t.Fatalf("%s: %v", address, err)
			}
			item.Finish(true)
			for _, field := range p.Items.NotOffered[item.Kind] {
				if !slices.Contains(item.UnavailableFields, field) {
					t.Errorf("%s is declared not to be offered on a %s, and read from %s", field, item.Kind, address)
				}
			}
		}
	}
}

// TestRoutesHaveNamesInWords: pages show no ids of routes.
func TestRoutesHaveNamesInWords(t *testing.T) {
	t.Parallel()
	set := platforms.All().Set()
	for id, want := range map[string]string{"video_site.web": "YouTube website", "ad_library.api": "Meta Ad Library official API", "clip_site.capture": "TikTok in a member’s browser",
		"clip_site.player": "TikTok player", "r": "r", "": ""} {
		if got := set.RouteTitle(id); got != want {
			t.Errorf("%q is called %q, want %q", id, got, want)
		}
	}
}
