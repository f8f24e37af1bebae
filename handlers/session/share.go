package session

import (
	"net/http"
	"time"

	"socialdata/models/shares"
)

// ShareName is the cookie of a visitor who has entered the password of a share.
const ShareName = "social_share"

// shareLife is how long the password of a share is not required again.
const shareLife = 12 * time.Hour

// Share returns the cookie that opens a share with a password. Browsers send it only to the share's page and paths
// below it.
func (c *Cookies) Share(share *shares.Share, path string, now time.Time) (*http.Cookie, error) {
	value, err := c.seal.Seal(ShareName+":"+share.ID, now.Add(shareLife).Unix())
	if err != nil {
		return nil, err
	}
	cookie := c.plainCookie(ShareName, value, shareLife)
	cookie.Path = path
	return cookie, nil
}

// OpensShare reports whether a share needs no password, or a cookie's value was written for it and has not expired.
func (c *Cookies) OpensShare(share *shares.Share, value string, now time.Time) bool {
	var until int64
	return share.PasswordHash == "" || c.seal.Open(ShareName+":"+share.ID, value, &until) == nil && now.Unix() < until
}
