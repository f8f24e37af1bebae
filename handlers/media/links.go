package media

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/url"
	"strconv"
	"time"
)

// Links signs and checks the addresses under which media is served: who has one needs no credential. The first secret
// signs, every one verifies, so that secrets can be rotated.
type Links struct {
	origin string
	keys   [][]byte
}

// NewLinks derives a key of each secret. origin is the base of the addresses.
func NewLinks(origin string, secrets [][]byte) (*Links, error) {
	l := &Links{origin: origin}
	for _, secret := range secrets {
		key, err := hkdf.Key(sha256.New, secret, nil, "socialdata media links", sha256.Size)
		if err != nil {
			return nil, err
		}
		l.keys = append(l.keys, key)
	}
	if len(l.keys) == 0 {
		return nil, errors.New("media links need a secret")
	}
	return l, nil
}

// The dispositions of a link.
const (
	inline     = "inline"
	attachment = "attachment"
)

// URL is the address of a file until expires, in whole seconds.
func (l *Links) URL(mediaID string, expires time.Time, asAttachment bool) string {
	disposition := inline
	if asAttachment {
		disposition = attachment
	}
	until := strconv.FormatInt(expires.Unix(), 10)
	query := url.Values{"disposition": {disposition}, "expires": {until}, "signature": {sign(l.keys[0], mediaID, disposition, until)}}
	return l.origin + "/media/" + mediaID + "?" + query.Encode()
}

// check tells until when an address opens its file; false for one that was not written by URL. Every part is signed.
func (l *Links) check(mediaID, disposition, until, signature string) (time.Time, bool) {
	for _, key := range l.keys {
		if hmac.Equal([]byte(signature), []byte(sign(key, mediaID, disposition, until))) {
			seconds, err := strconv.ParseInt(until, 10, 64)
			return time.Unix(seconds, 0), err == nil
		}
	}
	return time.Time{}, false
}

// sign joins the parts by a byte that none of them holds.
func sign(key []byte, mediaID, disposition, until string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(mediaID + "\n" + disposition + "\n" + until))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
