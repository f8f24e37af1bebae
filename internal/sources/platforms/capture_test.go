package platforms_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/platforms"
	"socialdata/internal/sources/sourcestest"
)

// readCaptured reads what a browser received on a page.
func readCaptured(t testing.TB, pageURL string, bodies ...string) (*sources.Captured, error) {
	t.Helper()
	set := platforms.All().Set()
	link, problem := set.Recognize(pageURL)
	if problem != nil || !link.Supported() {
		t.Fatalf("%s: %v %s", pageURL, problem, link.Reason)
	}
	platform, _ := set.Find(link.Platform)
	var answers []*sources.Answer
	for _, body := range bodies {
		answers = append(answers, &sources.Answer{Status: 200, Body: []byte(body), URL: link.Canonical})
	}
	found, err := platform.ReadCapture(link, answers)
	return found, err
}

// TestCapturesAreReadByTheAdapters reads one post of each platform, from its page and from the answer of an endpoint.
func TestCapturesAreReadByTheAdapters(t *testing.T) {
	t.Parallel()
	for _, c := range sourcestest.Captures(4711) {
		for what, body := range map[string]string{"page": c.Page, "answer": c.JSON} {
			t.Run(string(c.Platform)+"/"+what, func(t *testing.T) {
				t.Parallel()
				found, err := readCaptured(t, c.PageURL, "<html>another page</html>", `{"some":"answer"}`, body)
				if err != nil {
					t.Fatal(err)
				}
				item := found.Item
				if item.ID != c.ID || item.Text == nil || *item.Text != c.Text || item.Author == nil {
					t.Errorf("read %+v", item)
				}
				if c.Views != 0 && (item.Stats.Views == nil || *item.Stats.Views != c.Views) {
					t.Errorf("views are %v", item.Stats.Views)
				}
			})
		}
	}
}

// TestCommentsAreReadBesideThePost reads comments on the post of the page, once each, and none on another post of the platform.
func TestCommentsAreReadBesideThePost(t *testing.T) {
	t.Parallel()
	for _, c := range sourcestest.Captures(1)[:3] {
		_, id, _ := strings.Cut(c.ID, ":")
		answer := sourcestest.CapturedComments(c.Platform, id)
		found, err := readCaptured(t, c.PageURL, answer, c.Page, answer, "{}")
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Comments) != 2 || found.Accepted != 2 || found.Item.ID != c.ID {
			t.Fatalf("%s: %d comments from %d answers", c.Platform, len(found.Comments), found.Accepted)
		}
		first, second := found.Comments[0], found.Comments[1]
		if first.Object != "comment" || first.ItemID != c.ID || *first.Text != "First comment" || *first.Likes != 3 || *first.Author.Handle != "first.fan" || !*second.ByItemAuthor ||
			(second.ParentID != nil) != (c.Platform == content.VideoSite) || second.ParentID != nil && *second.ParentID != first.ID {
			t.Errorf("%s: %+v, %+v", c.Platform, first, second)
		}
		if kept, _ := json.Marshal(found); strings.Contains(string(kept), sourcestest.Secret) {
			t.Errorf("%s: %s", c.Platform, kept)
		}
		other := sourcestest.CapturedComments(c.Platform, "anotherPost")
		if c.Platform == content.PhotoSite { // its comments name no post, those of a page do
			other = strings.Replace(other, `"data":{`, `"data":{"shortcode_media":{"shortcode":"anotherPost","id":"1"},`, 1)
		}
		if found, err := readCaptured(t, c.PageURL, c.Page, other); err != nil || len(found.Comments) != 0 || found.Accepted != 1 {
			t.Errorf("%s: comments on another post: %+v, %v", c.Platform, found, err)
		}
	}
}

// TestCommentsOfACaptureAreBounded hands over more comments than are kept.
func TestCommentsOfACaptureAreBounded(t *testing.T) {
	t.Parallel()
	clip := sourcestest.Captures(1)[1]
	rows := make([]string, sources.MaxCapturedComments+1)
	for n := range rows {
		rows[n] = fmt.Sprintf(`{"cid":"%d","aweme_id":"7311111111111111111","text":"more"}`, n+1)
	}
	found, err := readCaptured(t, clip.PageURL, clip.Page, `{"comments":[`+strings.Join(rows, ",")+`]}`)
	if err != nil || len(found.Comments) != sources.MaxCapturedComments {
		t.Errorf("%d comments, %v", len(found.Comments), err)
	}
}

// TestPrivateContentIsNotRead refuses what a platform marks as not for everybody, whoever handed it over.
func TestPrivateContentIsNotRead(t *testing.T) {
	t.Parallel()
	const clip, post = "7311111111111111111", "Cq8zR1aLm0x"
	private := map[string]sourcestest.Captured{}
	for name, more := range map[string]map[string]any{
		"a clip for its author": {"privateItem": true}, "a clip for friends": {"forFriend": true}, "a clip of a private account": {"author": map[string]any{"id": "1", "uniqueId": "a", "privateAccount": true}},
		"a secret clip": {"secret": true},
	} {
		private[name] = sourcestest.CapturedClip(clip, 1, more)
	}
	for name, more := range map[string]map[string]any{
		"a post of a private account": {"user": map[string]any{"pk": "1", "username": "a", "is_private": true}}, "a post for close friends": {"audience": "besties"}, "a story": {"product_type": "story"},
		"a post for subscribers": {"subscription_media_visibility": "for_subscribers"},
	} {
		private[name] = sourcestest.CapturedPost(post, 1, more)
	}
	video := sourcestest.Captures(1)[0]
	video.JSON = strings.Replace(video.JSON, `"videoId"`, `"isPrivate":true,"videoId"`, 1)
	private["a private video"] = video
	for name, c := range private {
		if found, err := readCaptured(t, c.PageURL, c.JSON); !apierror.Is(err, apierror.CodeUnavailablePrivate) {
			t.Errorf("%s: %+v, %v", name, found, err)
		}
	}
}

// TestOtherPostsOfAPageAreNotRead hands over answers about another post than the page's.
func TestOtherPostsOfAPageAreNotRead(t *testing.T) {
	t.Parallel()
	all := sourcestest.Captures(1)
	for n, c := range all {
		other := all[(n+1)%len(all)]
		for _, body := range []string{other.Page, other.JSON, "", "{}", "<html></html>", `{"data":null}`, "[[[[", strings.Repeat("[", 200_000), c.Page[:len(c.Page)/2]} {
			if found, err := readCaptured(t, c.PageURL, body); !apierror.Is(err, apierror.CodeSourceChanged) {
				t.Errorf("%s: %+v, %v from %.40s", c.Platform, found, err, body)
			}
		}
	}
}

// TestPagesOfMessagesAndStoriesArePrivate names pages that are refused before anything of them is read.
func TestPagesOfMessagesAndStoriesArePrivate(t *testing.T) {
	t.Parallel()
	set := platforms.All().Set()
	for address, want := range map[string]bool{
		"https://www.instagram.com/stories/lamp.lea/123/": true, "https://www.instagram.com/direct/t/1/": true, "https://www.tiktok.com/messages": true, "https://www.facebook.com/messages/t/1": true,
		"https://www.instagram.com/p/Cq8zR1aLm0x/": false, "https://www.youtube.com/watch?v=kEtTl3s1nGs": false, "https://example.com/messages": false, "messages": false,
	} {
		if got := set.ShowsPrivate(address); got != want {
			t.Errorf("%s: private %v, want %v", address, got, want)
		}
	}
}

// mutate changes one thing of a page: it moves a private value to another member, repeats a part, cuts or damages it.
func mutate(random *rand.Rand, body string) string {
	at := random.IntN(len(body))
	to := min(len(body), at+1+random.IntN(400))
	switch random.IntN(6) {
	case 0:
		return body[:at] + body[to:]
	case 1:
		return body[:at] + body[at:to] + body[at:to] + body[to:]
	case 2:
		return body[:at] + string(rune(' '+random.IntN(94))) + body[at:]
	case 3:
		return body[:at]
	case 4:
		words := strings.Split(body, `"`)
		a, b := random.IntN(len(words)), random.IntN(len(words))
		if strings.Contains(words[a], sourcestest.Secret) || strings.Contains(words[b], sourcestest.Secret) { // what is in a public member is public
			return body
		}
		words[a], words[b] = words[b], words[a]
		return strings.Join(words, `"`)
	}
	return strings.Replace(body, `"viewer"`, fmt.Sprintf("%q", []string{"items", "user_info", "node", "extra", "data"}[random.IntN(5)]), 1+random.IntN(3))
}

// TestNothingPrivateIsRead reads a thousand damaged pages: not one value about the viewer is in what was read, nor in an error.
func TestNothingPrivateIsRead(t *testing.T) {
	t.Parallel()
	random, read := rand.New(rand.NewPCG(7, 11)), 0
	for n := range 1000 {
		c := sourcestest.Captures(int64(n))[n%4]
		body := c.Page
		if n%8 > 3 {
			body = c.JSON
		}
		_, id, _ := strings.Cut(c.ID, ":")
		comments := sourcestest.CapturedComments(c.Platform, id)
		for range 1 + random.IntN(4) {
			if body != "" {
				body = mutate(random, body)
			}
			if comments != "" {
				comments = mutate(random, comments)
			}
		}
		found, err := readCaptured(t, c.PageURL, body, comments)
		if err == nil {
			read++
			kept, _ := json.Marshal(found)
			if strings.Contains(string(kept), sourcestest.Secret) {
				t.Errorf("mutation %d of %s: %s", n, c.Platform, kept)
			}
		} else if strings.Contains(fmt.Sprintf("%+v %v", err, apierror.From(err).Details), sourcestest.Secret) {
			t.Errorf("mutation %d of %s: %v", n, c.Platform, err)
		}
	}
	if read < 200 || read == 1000 {
		t.Errorf("%d of 1000 damaged pages were read: the test proves nothing", read)
	}
}
