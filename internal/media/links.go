package media

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"
)

// Disposition is whether a browser shows or saves a file.
type Disposition string

// The dispositions.
const (
	Inline     Disposition = "inline"
	Attachment Disposition = "attachment"
)

// LinkPath is the path before the token of a signed link.
const LinkPath = "/media/"

// Link grants access to one medium until a time. It is not tied to a person: whoever has it may read.
type Link struct {
	MediaID     string // without a dot, as a UUID
	ExpiresAt   time.Time
	Disposition Disposition
	Share       string // "", or the id of the share whose page shows it: the link works below that page alone, as long as the share does
}

// LinkEnd returns when a link with a lifetime ends that is created now, in whole seconds: never after the hold of its
// media (microseconds since 1970; nil is no hold).
func LinkEnd(now time.Time, life time.Duration, hold *int64) time.Time {
	ends := now.Add(life)
	if hold != nil && *hold < ends.UnixMicro() {
		ends = time.UnixMicro(*hold)
	}
	return ends.Truncate(time.Second)
}

// SteadyLinkEnd is LinkEnd for a link that stays the same for half of its lifetime, so that a browser that shows a page
// again can use its cache. The link is valid for at least half of the lifetime, unless the hold ends earlier.
func SteadyLinkEnd(now time.Time, life time.Duration, hold *int64) time.Time {
	return LinkEnd(now.Add(life).Truncate(life/2), 0, hold)
}

// The errors of Verify.
var (
	ErrLinkInvalid = errors.New("the link was not signed here")
	ErrLinkExpired = errors.New("the link's time is over")
)

// minKey is the minimum length of a key, in bytes.
const minKey = 32

// Signer signs links and verifies them. It is safe for concurrent use.
type Signer struct{ keys [][]byte }

// NewSigner returns a Signer with the keys of the installation: the first signs, all verify, so that a key can be
// replaced while older links are still valid. Every key must have at least 32 bytes.
func NewSigner(keys ...[]byte) (*Signer, error) {
	if len(keys) == 0 {
		return nil, errors.New("a key to sign media links is needed")
	}
	for _, k := range keys {
		if len(k) < minKey {
			return nil, errors.New("a key to sign media links has fewer than 32 bytes")
		}
	}
	return &Signer{keys: keys}, nil
}

// Sign returns the token of a link: letters, digits, "-", "_" and ".", valid in a path. Times have a resolution of a second.
func (s *Signer) Sign(l Link) string {
	claim := strings.Join([]string{l.MediaID, strconv.FormatInt(l.ExpiresAt.Unix(), 36), string(l.Disposition)}, ".")
	return claim + "." + base64.RawURLEncoding.EncodeToString(mac(s.keys[0], l.Share, claim))
}

// Verify returns the link of a token that was signed for a share, or for none. It returns ErrLinkInvalid for a token that was not signed
// here, for another share, or was altered, and ErrLinkExpired for one whose time is over.
func (s *Signer) Verify(token, share string, now time.Time) (Link, error) {
	dot := strings.LastIndexByte(token, '.')
	if dot < 0 || strings.ContainsAny(token, "\r\n") { // base64 ignores line breaks
		return Link{}, ErrLinkInvalid
	}
	claim := token[:dot]
	given, err := base64.RawURLEncoding.Strict().DecodeString(token[dot+1:])
	if err != nil || !s.signed(share, claim, given) {
		return Link{}, ErrLinkInvalid
	}
	parts := strings.Split(claim, ".")
	if len(parts) != 3 {
		return Link{}, ErrLinkInvalid
	}
	expires, err := strconv.ParseInt(parts[1], 36, 64)
	if err != nil {
		return Link{}, ErrLinkInvalid
	}
	l := Link{MediaID: parts[0], ExpiresAt: time.Unix(expires, 0).UTC(), Disposition: Disposition(parts[2]), Share: share}
	if !now.Before(l.ExpiresAt) {
		return Link{}, ErrLinkExpired
	}
	return l, nil
}

// signed compares with every key in constant time.
func (s *Signer) signed(share, claim string, given []byte) bool {
	ok := false
	for _, key := range s.keys {
		ok = hmac.Equal(mac(key, share, claim), given) || ok
	}
	return ok
}

// mac names its purpose, so that a signature made for something else under the same key is worth nothing here.
func mac(key []byte, share, claim string) []byte {
	purpose := "media-link.v1\n"
	if share != "" {
		purpose = "shared-media-link.v1\n" + share + "\n"
	}
	h := hmac.New(sha256.New, key)
	h.Write([]byte(purpose + claim))
	return h.Sum(nil)
}
