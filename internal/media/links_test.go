package media

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestLinks(t *testing.T) {
	first, second := bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)
	signer, err := NewSigner(first)
	if err != nil {
		t.Fatal(err)
	}
	rotated, err := NewSigner(second, first)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := NewSigner(second)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2031, 5, 6, 7, 8, 9, 0, time.UTC)
	link := Link{MediaID: "0190f2d4-0000-7000-8000-000000000001", ExpiresAt: now.Add(time.Minute), Disposition: Attachment}
	token := signer.Sign(link)
	for name, c := range map[string]struct {
		signer *Signer
		token  string
		now    time.Time
		err    error
	}{
		"good":            {signer, token, now, nil},
		"key replaced":    {rotated, token, now, nil},
		"foreign key":     {foreign, token, now, ErrLinkInvalid},
		"just over":       {signer, token, link.ExpiresAt, ErrLinkExpired},
		"other medium":    {signer, strings.Replace(token, "0001", "0002", 1), now, ErrLinkInvalid},
		"longer life":     {signer, strings.Replace(token, ".", ".z", 1), now, ErrLinkInvalid},
		"other use":       {signer, strings.Replace(token, "attachment", "inline", 1), now, ErrLinkInvalid},
		"without a mac":   {signer, token[:strings.LastIndexByte(token, '.')+1], now, ErrLinkInvalid},
		"empty":           {signer, "", now, ErrLinkInvalid},
		"nothing but dot": {signer, ".", now, ErrLinkInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.signer.Verify(c.token, "", c.now)
			if !errors.Is(err, c.err) || err == nil && got != link {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// TestLinksOfSharesWorkForThemAlone verifies the link of a share as that of another one and as a link of none, and the other way round.
func TestLinksOfSharesWorkForThemAlone(t *testing.T) {
	signer, err := NewSigner(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2031, 5, 6, 7, 8, 9, 0, time.UTC)
	for _, signed := range []string{"", "one", "two"} {
		token := signer.Sign(Link{MediaID: "m", ExpiresAt: now.Add(time.Minute), Disposition: Inline, Share: signed})
		for _, share := range []string{"", "one", "two"} {
			if _, err := signer.Verify(token, share, now); (err == nil) != (share == signed) {
				t.Errorf("signed for %q, verified for %q: %v", signed, share, err)
			}
		}
	}
}

// TestAddressesOfShownFilesAreSteady holds that a page which is shown again within half an hour names its files alike, and that no
// link of it ends sooner than that, but with its hold.
func TestAddressesOfShownFilesAreSteady(t *testing.T) {
	const life = time.Hour
	at := func(clock string) time.Time {
		v, err := time.Parse(time.TimeOnly, clock)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	hold := at("12:10:00").UnixMicro()
	for _, c := range []struct {
		now  string
		hold *int64
		want string
	}{
		{"12:00:00", nil, "13:00:00"}, {"12:29:59", nil, "13:00:00"}, {"12:30:00", nil, "13:30:00"}, {"12:00:00", &hold, "12:10:00"},
	} {
		if got := SteadyLinkEnd(at(c.now), life, c.hold); !got.Equal(at(c.want)) {
			t.Errorf("at %s a link ends at %s, want %s", c.now, got.Format(time.TimeOnly), c.want)
		}
	}
}

func TestSignerWantsKeys(t *testing.T) {
	if _, err := NewSigner(); err == nil {
		t.Error("no key is accepted")
	}
	if _, err := NewSigner(make([]byte, 32), make([]byte, 31)); err == nil {
		t.Error("a short key is accepted")
	}
}
