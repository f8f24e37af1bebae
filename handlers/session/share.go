package session

import (
	"net/http"
	"time"

	"socialdata/models/shares"
)

// ShareName is the cookie of a stranger who gave the password of a share.
const ShareName = "social_share"

// shareLife is how long the password of a share is not asked for again.
const shareLife = 12 * time.Hour

// Share makes the cookie that opens a share with a password, sent to its page and what is below it alone.
func (c *Cookies) Share(share *shares.Share, path string, now time.Time) (*http.Cookie, error) {
	value, err := c.seal.Seal(ShareName+":"+share.ID, now.Add(shareLife).Unix())
	if err != nil {
		return nil, err
	}
	cookie := c.plainCookie(ShareName, value, shareLife)
	cookie.Path = path
	return cookie, nil
}

// OpensShare reports whether a share needs no password, or a cookie's value was written for that share and still counts.
func (c *Cookies) OpensShare(share *shares.Share, value string, now time.Time) bool {
	var until int64
	return share.PasswordHash == "" || c.seal.Open(ShareName+":"+share.ID, value, &until) == nil && now.Unix() < until
}
