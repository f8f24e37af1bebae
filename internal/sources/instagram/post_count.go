package instagram

import (
	"context"
	"net/url"
	"regexp"
	"strings"

	"socialdata/internal/sources/scan"
)

// postCount returns the number of an account's posts, which visitors only see on its embed page; nil if it is not there.
// A failure says nothing about the account.
func (s *site) postCount(ctx context.Context, handle string) *int64 {
	a, err := s.visit(ctx, "/"+url.PathEscape(handle)+"/embed/")
	if err != nil || a.Status >= 400 {
		return nil
	}
	return readPostCount(a.Body, handle)
}

// embeddedPosts matches the number in the page's markup, which is not shortened.
var embeddedPosts = regexp.MustCompile(`>\s*([\d,]{1,20}) posts?\b`)

// readPostCount reads the number from the page's script, else from its markup; nil if the page is of another account.
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
