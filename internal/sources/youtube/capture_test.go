package youtube

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// TestCapturedVideos reads the video of the page, and nothing that is private or about another one.
func TestCapturedVideos(t *testing.T) {
	t.Parallel()
	said := func(status, reason, details string) string {
		return `{"playabilityStatus":{"status":"` + status + `","reason":"` + reason + `"},` + details + `}`
	}
	page := func(around string) string {
		return `<html><script>var ytInitialPlayerResponse = ` + visible + `;</script><script>var ytInitialData = {"currentVideoEndpoint":{"watchEndpoint":{"videoId":"` + around + `"}},` +
			`"contents":{"videoPrimaryInfoRenderer":{"likeButtonViewModel":{"accessibilityText":"like this video along with 5 other people"}}}};</script></html>`
	}
	for name, tt := range map[string]struct {
		body, likes string
		kind        content.RestrictionKind
		code        apierror.Code
	}{
		"its answer":                {visible, "-", "", ""},
		"its page":                  {page(someVideo), "5", "", ""},
		"its page, moved on":        {page("bInvented02"), "-", "", ""},
		"for members":               {said("UNPLAYABLE", "Available to this channel's members", described), "-", content.RestrictedMembers, ""},
		"restricted without a word": {said("UNPLAYABLE", "No.", described), "", "", apierror.CodeUnavailableRestricted},
		"removed":                   {said("ERROR", "Removed by the uploader", described), "", "", apierror.CodeUnavailableRemoved},
		"private":                   {strings.Replace(visible, `"title"`, `"isPrivate":true,"title"`, 1), "", "", apierror.CodeUnavailablePrivate},
		"without a title":           {strings.Replace(visible, `"title":"Lamps",`, "", 1), "", "", apierror.CodeSourceChanged},
		"another video":             {strings.Replace(visible, someVideo, "bInvented02", 1), "", "", apierror.CodeSourceChanged},
	} {
		m, err := readCapture(named(someVideo).Link, &sources.Answer{Status: 200, Body: []byte(tt.body)})
		if name == "another video" {
			if !errors.Is(err, sources.ErrNotCovered) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		want(t, name, err, tt.code)
		if err != nil {
			continue
		}
		kind := content.RestrictionKind("")
		if m.Item.Restriction != nil {
			kind = m.Item.Restriction.Kind
		}
		if number(m.Item.Stats.Likes) != tt.likes || kind != tt.kind {
			t.Errorf("%s: likes %s, restriction %q", name, number(m.Item.Stats.Likes), kind)
		}
	}
}

// TestCapturedCommentsOfTheVideo are those that lead to it, whichever stand before them.
func TestCapturedCommentsOfTheVideo(t *testing.T) {
	t.Parallel()
	leads := func(video, comment string) string { return `{"url":"/watch?v=` + video + `&lc=` + comment + `"}` }
	three := commentPage(threadOf("1", "") + "," + threadOf("2", "") + "," + threadOf("3", ""))
	body := strings.TrimSuffix(three, "}") + `,"times":[` + leads("bInvented02", "c1") + `,` + leads(someVideo, "c2") + `,` + leads(someVideo, "c3") + `]}`
	for name, tt := range map[string]struct {
		body string
		want []string
	}{
		"among others": {body, []string{"c2", "c3"}}, "a page": {"<html>" + body, nil}, "cut": {body[:len(body)-1], nil}, "another answer": {`{"times":[]}`, nil},
	} {
		var ids []string
		for _, c := range capturedComments(named(someVideo).Link, &sources.Answer{Status: 200, Body: []byte(tt.body)}) {
			ids = append(ids, c.ID)
		}
		if diff := cmp.Diff(tt.want, ids); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
