package instagram

import (
	"context"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

// play is the route, led to a simulated platform.
func play(t testing.TB) (sources.Route, *simulator.Simulator) {
	t.Helper()
	sim := simulator.New()
	return Routes(sourcestest.Fetcher(t, sim, Hosts()...), Options{})[0], sim
}

func link(code string) sources.Link {
	return sources.Link{Platform: content.PhotoSite, Target: sources.TargetItem, LocalID: code}
}

// code is the shortcode of a simulated account's post, counted from the newest.
func code(t testing.TB, r sources.Route, handle string, at int) string {
	t.Helper()
	page, err := r.Items(context.Background(), sources.ListRequest{Account: sources.AccountSelector{Handle: handle}})
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(page.Rows[at].ID, "photo_site:")
}

func TestItem(t *testing.T) {
	r, _ := play(t)
	for name, post := range map[string]struct {
		handle string
		at     int
	}{
		"reel": {"lumen.harbor", 0}, "image": {"lumen.harbor", 1}, "carousel": {"lumen.harbor", 2}, "video": {"lumen.harbor", 3},
		"without-text": {"lumen.harbor", 8}, "hidden-likes": {"paper.kites", 1},
	} {
		t.Run(name, func(t *testing.T) {
			item, err := r.Item(context.Background(), sources.ItemRequest{Link: link(code(t, r, post.handle, post.at)), Transcript: true})
			if err != nil {
				t.Fatal(err)
			}
			sourcestest.CheckItem(t, content.PhotoSite, item)
			sourcestest.Golden(t, "item-"+name, item)
		})
	}
}

func TestItemByOtherWays(t *testing.T) {
	r, _ := play(t)
	for _, code := range []string{simulator.PhotoSecondWay, simulator.PhotoInWords} {
		item, err := r.Item(context.Background(), sources.ItemRequest{Link: link(code)})
		if err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		sourcestest.CheckItem(t, content.PhotoSite, item)
		sourcestest.Golden(t, "item-"+code, item)
	}
}

func TestItemRefused(t *testing.T) {
	r, _ := play(t)
	for code, want := range map[string]apierror.Code{
		simulator.PhotoGated: apierror.CodeUnavailableRestricted, simulator.PhotoHeldBack: apierror.CodeRouteDegraded, "NoSuchPost1": apierror.CodeNotFound,
	} {
		if _, err := r.Item(context.Background(), sources.ItemRequest{Link: link(code)}); !apierror.Is(err, want) {
			t.Errorf("item %s: %v, want %s", code, err, want)
		}
	}
}

func TestShortcode(t *testing.T) {
	for code, pk := range map[string]string{"B": "1", "BA": "64", "DeCOar9gqof": "3999822825618844191", "___________": "73786976294838206463"} {
		if got := mediaPK(code); got != pk {
			t.Errorf("pk of %s: %s, want %s", code, got, pk)
		}
		if got := shortcode(pk); got != code {
			t.Errorf("code of %s: %s, want %s", pk, got, code)
		}
	}
	if long := mediaPK("DeCOar9gqofAndTheKeyOfAPrivateShare"); long != "3999822825618844191" {
		t.Errorf("a private share's code: %s", long)
	}
	for _, bad := range []string{"", "A", "é", "a b"} {
		if pk := mediaPK(bad); pk != "" {
			t.Errorf("pk of %q: %s", bad, pk)
		}
	}
}

func TestGraphShape(t *testing.T) {
	const post = `{"__typename":"XDTGraphSidecar","id":"3999822825618844191","shortcode":"DeCOar9gqof","taken_at_timestamp":1600000000,"owner":{"id":"42","username":"gran.loom"},"edge_media_preview_like":{"count":-1},"edge_media_to_parent_comment":{"count":7},"edge_media_to_caption":{"edges":[]},"display_resources":[{"src":"https://scontent.cdninstagram.com/a.jpg?oe=677834EB","config_width":640,"config_height":640}]}`
	m, ok := readMedia(scan.Read([]byte(post)))
	switch {
	case !ok, m.kind != content.KindCarousel, *m.text != "", *m.stats.Comments != 7, m.author.ID != "photo_site:42":
		t.Errorf("%+v", m)
	case m.stats.Likes != nil:
		t.Errorf("likes %d, want unknown: they are hidden", *m.stats.Likes)
	case m.thumbnails[0].ExpiresAt == nil || m.thumbnails[0].ExpiresAt.String() != "2025-01-03T19:05:15.000Z":
		t.Errorf("expiry %v", m.thumbnails[0].ExpiresAt)
	}
}

func TestRefusals(t *testing.T) {
	for body, want := range map[string]apierror.Code{
		`{"message":"Please wait a few minutes before you try again.","require_login":true,"status":"fail"}`:                        apierror.CodeRouteDegraded,
		`{"message":"checkpoint_required","checkpoint_url":"https://x","status":"fail"}`:                                            apierror.CodeRouteDegraded,
		`{"errors":{"error":["Sorry, there was a problem with your request."]},"status":"ok","error_type":"generic_request_error"}`: apierror.CodeNetworkTransport,
		`{"message":"useragent mismatch","status":"fail"}`:                                                                          apierror.CodeSourceChanged,
		`{"errors":[{"message":"execution error"}],"data":null}`:                                                                    apierror.CodeRouteDegraded,
		`{"errors":[{"message":"Rate limit exceeded","code":1675004}],"extensions":{"is_final":true}}`:                              apierror.CodeRouteDegraded,
		`{"errors":[{"message":"missing_required_variable_value"}]}`:                                                                apierror.CodeSourceChanged,
		`{"errors":[{"message":"The GraphQL document with ID 1 was not found."}]}`:                                                  apierror.CodeSourceChanged,
		`{"message":"Unauthorized logged out query","status":"fail"}`:                                                               apierror.CodeSourceChanged,
		`{"message":"Media not found or unavailable","status":"fail"}`:                                                              apierror.CodeNotFound,
		`{"data":{"xig_polaris_media":null}}`:                                                                                       apierror.CodeRouteDegraded,
		`{"data":{"xig_polaris_media":null},"errors":[{"message":"A server error field_exception occured."}]}`:                      apierror.CodeRouteDegraded,
		`{"data":{"another":null}}`:      apierror.CodeSourceChanged,
		`<!DOCTYPE html><html></html>`:   apierror.CodeRouteDegraded,
		``:                               apierror.CodeRouteDegraded,
		`{"data":{"xig_polaris_media":{`: apierror.CodeSourceChanged,
	} {
		if _, err := postQuery.parse(&sources.Answer{Status: 200, Body: []byte(body)}, "1"); !apierror.Is(err, want) {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
	const beside = `{"data":{"xig_polaris_media":{"caption":{"text":"login_required"}}},"errors":[{"message":"execution error"}]}`
	if _, err := postQuery.parse(&sources.Answer{Status: 200, Body: []byte(beside)}, "1"); err != nil {
		t.Errorf("an answer beside an error: %v", err)
	}
}

// TestADeepAnswerEndsNothing nests what a reader follows about as deep as the client lets an answer be.
func TestADeepAnswerEndsNothing(t *testing.T) {
	for _, level := range []string{`{"if_not_gated_logged_out":`, `{"user":`, `{"carousel_media":[`, `{"edge_sidecar_to_children":{"edges":[{"node":`, `[`} {
		deep := strings.Repeat(level, 50_000)
		if _, ok := readMedia(scan.Read([]byte(deep))); ok {
			t.Errorf("%s again and again is a post", level)
		}
		if scan.Member([]byte(`"x":`+deep), "x").Exists() {
			t.Errorf("%s is whole", level)
		}
	}
}
