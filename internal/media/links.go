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

// Disposition is how a browser treats what a link serves.
type Disposition string

// The dispositions.
const (
	Inline     Disposition = "inline"
	Attachment Disposition = "attachment"
)

// LinkPath is the path before the token of a signed link.
const LinkPath = "/media/"

// Link is the right to read one medium until a time. It names no person: who holds it may read.
type Link struct {
	MediaID     string // without a dot, as a UUID
	ExpiresAt   time.Time
	Disposition Disposition
	Share       string // "", or the id of the share whose page shows it: the link works below that page alone, as long as the share does
}

// LinkEnd is when a link of a life ends that is made now: never after the hold of its media (microseconds since the
// epoch; nil is no hold), in whole seconds.
func LinkEnd(now time.Time, life time.Duration, hold *int64) time.Time {
	ends := now.Add(life)
	if hold != nil && *hold < ends.UnixMicro() {
		ends = time.UnixMicro(*hold)
	}
	return ends.Truncate(time.Second)
}

// SteadyLinkEnd is LinkEnd for a link whose address stays the same for half of its life, so that a browser that shows a page again has the
// file already. It lives for half of the life at least, where no hold ends before.
func SteadyLinkEnd(now time.Time, life time.Duration, hold *int64) time.Time {
	return LinkEnd(now.Add(life).Truncate(life/2), 0, hold)
}

// The errors of Verify.
var (
	ErrLinkInvalid = errors.New("the link was not signed here")
	ErrLinkExpired = errors.New("the link's time is over")
)

// minKey is the length of the shortest key that is accepted, in bytes.
const minKey = 32

// Signer signs links and verifies them. It is safe for concurrent use.
type Signer struct{ keys [][]byte }

// NewSigner takes the keys of the installation: the first signs, all verify, so that a key can be replaced while links
// of the one before live on. Every key has at least 32 bytes.
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

// Sign returns the token of a link: letters, digits, "-", "_" and ".", fit for a path. Times count in whole seconds.
func (s *Signer) Sign(l Link) string {
	claim := strings.Join([]string{l.MediaID, strconv.FormatInt(l.ExpiresAt.Unix(), 36), string(l.Disposition)}, ".")
	return claim + "." + base64.RawURLEncoding.EncodeToString(mac(s.keys[0], l.Share, claim))
}

// Verify returns the link of a token that was signed for a share, or for none. It returns ErrLinkInvalid for a token that was not signed
// here, for another share, or was altered, and ErrLinkExpired for one whose time is over.
func (s *Signer) Verify(token, share string, now time.Time) (Link, error) {
	dot := strings.LastIndexByte(token, '.')
	if dot < 0 || strings.ContainsAny(token, "\r\n") { // which base64 skips
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
