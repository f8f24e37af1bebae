package instagram

import (
	"context"
	"net/url"
	"regexp"
	"strings"

	"socialdata/internal/sources/scan"
)

// postCount returns the number of an account's posts, which visitors find on its page for embedding alone; nil if that does not
// say. Nothing else is read there, so a refusal says nothing of the account.
func (s *site) postCount(ctx context.Context, handle string) *int64 {
	a, err := s.visit(ctx, "/"+url.PathEscape(handle)+"/embed/")
	if err != nil || a.Status >= 400 {
		return nil
	}
	return readPostCount(a.Body, handle)
}

// embeddedPosts matches the number in the page's markup, where it is written in full.
var embeddedPosts = regexp.MustCompile(`>\s*([\d,]{1,20}) posts?\b`)

// readPostCount reads the number from the script of the page, else from its markup. A page of another account says nothing.
func readPostCount(page []byte, handle string) *int64 {
	v, _ := scan.Object([]byte(scan.Member(page, "contextJSON").String()))
	c := v.Get("context")
	if name := c.Get("username").String(); name != "" && !strings.EqualFold(name, handle) {
		return nil
	}
	if n := scan.Int(c.Get("posts_count")); n != nil {
		return n
	}
	if found := embeddedPosts.FindSubmatch(page); found != nil {
		return exact(string(found[1]))
	}
	return nil
}
