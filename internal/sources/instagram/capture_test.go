package instagram

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
)

// TestCapturedPosts reads the post of the page, and nothing that is for few, kept for later or about another post.
func TestCapturedPosts(t *testing.T) {
	t.Parallel()
	post := func(more string) string { return `{"code":"` + someCode + `","media_type":1` + more + `}` }
	page := func(body string) string { return `{"xig_polaris_media":` + body + `}` }
	for name, tt := range map[string]struct {
		body string
		code apierror.Code // "" for a post
	}{
		"a post":                            {page(post("")), ""},
		"in the app's endpoint":             {`{"items":[` + post("") + `]}`, ""},
		"behind another":                    {`{"xig_polaris_media":{"code":"DeCOar9gqoX","media_type":1},"shortcode_media":` + post("") + `}`, ""},
		"for everybody":                     {page(post(`,"audience":"default","product_type":"feed"`)), ""},
		"for close friends":                 {page(post(`,"audience":"besties"`)), apierror.CodeUnavailablePrivate},
		"a story":                           {page(post(`,"product_type":"story"`)), apierror.CodeUnavailablePrivate},
		"a message":                         {page(post(`,"product_type":"direct"`)), apierror.CodeUnavailablePrivate},
		"for subscribers":                   {page(post(`,"subscription_media_visibility":"for_subscribers"`)), apierror.CodeUnavailablePrivate},
		"exclusive":                         {page(post(`,"is_exclusive_content":true`)), apierror.CodeUnavailablePrivate},
		"of a private account":              {page(post(`,"owner":{"pk":"1","is_private":true}`)), apierror.CodeUnavailablePrivate},
		"of a private account, in its gate": {page(`{"if_not_gated_logged_out":` + post(`,"user":{"pk":"1","is_private":true}`) + `}`), apierror.CodeUnavailablePrivate},
		"gated":                             {page(`{"if_not_gated_logged_out":null,"gating_ruling":{"title":"18"}}`), apierror.CodeUnavailableRestricted},
		"another post":                      {page(`{"code":"DeCOar9gqoX","media_type":1}`), "none"},
		"cut":                               {`{"items":[` + post("") + `]`, "none"},
	} {
		m, err := readCapture(link(someCode), &sources.Answer{Status: 200, Body: []byte(tt.body)})
		switch {
		case tt.code == "none":
			if !errors.Is(err, sources.ErrNotCovered) {
				t.Errorf("%s: %+v, %v", name, m, err)
			}
		default:
			want(t, name, err, tt.code)
		}
	}
	for length, code := range map[int]apierror.Code{privateShare: "", privateShare + 1: apierror.CodeUnavailablePrivate} {
		share := someCode + strings.Repeat("x", length-len(someCode))
		_, err := readCapture(link(share), &sources.Answer{Status: 200, Body: []byte(page(post("")))})
		want(t, "a code of "+strconv.Itoa(length), err, code)
	}
	for path, private := range map[string]bool{"/stories/a/1/": true, "/direct/inbox/": true, "/a/saved/": true, "/a/": false, "/p/" + someCode + "/": false} {
		if got := sources.NewPlatforms(Platform()).ShowsPrivate(origin + path); got != private {
			t.Errorf("%s: private %v", path, got)
		}
	}
}

// TestCapturedCommentsOfThePost reads the first list that has comments, and none beside another post.
func TestCapturedCommentsOfThePost(t *testing.T) {
	t.Parallel()
	const list = `"edge_media_to_parent_comment":{"edges":[{"node":{"id":"7"}}]}`
	for body, expect := range map[string]string{
		`{` + list + `}`: "7",
		`{"comments_connection":{"edges":[]},` + list + `}`:                                                            "7",
		`{"shortcode_media":{"code":"` + someCode + `"},` + list + `}`:                                                 "7",
		`{"shortcode_media":{"code":"DeCOar9gqoX"},` + list + `}`:                                                      "",
		`{"xig_polaris_media":{"code":"DeCOar9gqoX"},"shortcode_media":{"shortcode":"` + someCode + `"},` + list + `}`: "7",
		`{"xig_polaris_media":{"if_not_gated_logged_out":{"code":"` + someCode + `"}},"other":{},` + list + `}`:        "7",
		`{"other":{}}`: "",
	} {
		var ids []string
		for _, c := range capturedComments(link(someCode), &sources.Answer{Status: 200, Body: []byte(body)}) {
			ids = append(ids, c.ID)
		}
		if got := strings.Join(ids, " "); got != expect {
			t.Errorf("%s: %q", body, got)
		}
	}
}
