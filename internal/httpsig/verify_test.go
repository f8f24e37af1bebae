package httpsig

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"
)

type signer struct{ key ed25519.PrivateKey }

func (s signer) KeyID() string           { return "present" }
func (s signer) Sign(text []byte) []byte { return ed25519.Sign(s.key, text) }
func (s signer) public() Key             { return Key{ID: s.KeyID(), Key: s.key.Public().(ed25519.PublicKey)} }

var (
	made = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	body = []byte(`{"id":"video_site:abc","title":"Grün <&>","observedAt":"2026-11-01T11:59:59Z"}`)
)

func newSigner(seed byte) signer {
	return signer{ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))}
}

// answer returns an answer that is signed as it is asked for.
func answer(t *testing.T, accept string, by signer) *Saved {
	t.Helper()
	wanted, err := ParseAccept([]string{accept}, by.KeyID())
	if err != nil {
		t.Fatal(err)
	}
	x := Exchange{Method: "GET", Target: "https://social.example/v1/items/lookup?url=https%3A%2F%2Fone.test%2F1", Status: 200,
		Header: http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"r1"}}}
	fields, err := Sign(x, body, wanted, by, made)
	if err != nil {
		t.Fatal(err)
	}
	for name := range fields {
		x.Header.Set(name, fields.Get(name))
	}
	saved, err := Save(x.Method, x.Target, x.Status, x.Header, body)
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

func encoded(t *testing.T, s *Saved) []byte {
	t.Helper()
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// TestEveryFlippedBitIsNoticed flips each bit of a saved answer: either it no longer holds, or it still says the very same.
func TestEveryFlippedBitIsNoticed(t *testing.T) {
	for _, accept := range []string{`sig1=();tag="x"`, `sig1=("@status" "content-digest" "content-type" "x-request-id" "@method";req "@target-uri";req);nonce="n"`} {
		flipEveryBit(t, accept)
	}
}

func flipEveryBit(t *testing.T, accept string) {
	by := newSigner(1)
	whole := answer(t, accept, by)
	want, err := whole.Verify([]Key{by.public()})
	if err != nil || len(want) != 1 || want[0].Tag+want[0].Nonce == "" || !want[0].Created.Equal(made) {
		t.Fatalf("%v %v", want, err)
	}
	raw := encoded(t, whole)
	same := 0
	for n := range len(raw) * 8 {
		flipped := bytes.Clone(raw)
		flipped[n/8] ^= 1 << (n % 8)
		s, err := ReadSaved(flipped)
		if err != nil {
			continue
		}
		got, err := s.Verify([]Key{by.public()})
		if err != nil {
			continue
		}
		if same++; !reflect.DeepEqual(got, want) || s.Response.Status != 200 || s.Response.Body != string(body) || s.Question() != whole.Question() {
			t.Errorf("bit %d, of %q, is not noticed: %s", n, raw[n/8], flipped)
		}
	}
	if same > 400 { // names of JSON and of fields in another case, and the host where it is not covered
		t.Errorf("%d flips change nothing", same)
	}
}

// TestWhatDoesNotHold changes an answer, its keys or what its signature covers.
func TestWhatDoesNotHold(t *testing.T) {
	by, other := newSigner(1), newSigner(2)
	later := by.public()
	later.Until = made.Add(-time.Second)
	inTime := by.public()
	inTime.Until = made
	for name, c := range map[string]struct {
		accept string
		change func(*Saved)
		keys   []Key
		want   string // "" holds
	}{
		"whole":                       {"s=()", func(*Saved) {}, []Key{by.public()}, ""},
		"beside a key that it is not": {"s=()", func(*Saved) {}, []Key{{ID: "another", Key: other.public().Key}, by.public()}, ""},
		"by a key that ended after":   {"s=()", func(*Saved) {}, []Key{inTime}, ""},
		"by a key that had ended":     {"s=()", func(*Saved) {}, []Key{later}, "signed until"},
		"by nobody who is trusted":    {"s=()", func(*Saved) {}, []Key{{ID: "another", Key: other.public().Key}}, ErrUnsigned.Error()},
		"by another key of that id":   {"s=()", func(*Saved) {}, []Key{other.public()}, "does not hold"},
		"of another question":         {"s=()", func(s *Saved) { s.Request.Target += "&include=transcript" }, []Key{by.public()}, "does not hold"},
		"to another host alone":       {"s=()", func(s *Saved) { s.Request.Target = strings.Replace(s.Request.Target, "social", "other", 1) }, []Key{by.public()}, ""},
		"of another status":           {"s=()", func(s *Saved) { s.Response.Status = 410 }, []Key{by.public()}, "does not hold"},
		"of another body":             {"s=()", func(s *Saved) { s.Response.Body += " " }, []Key{by.public()}, ErrDigest.Error()},
		"of another body and digest": {"s=()", func(s *Saved) {
			s.Response.Body += " "
			s.Response.Headers[FieldDigest] = Digest([]byte(s.Response.Body))
		}, []Key{by.public()}, "does not hold"},
		"without its digest":           {"s=()", func(s *Saved) { delete(s.Response.Headers, FieldDigest) }, []Key{by.public()}, ErrDigest.Error()},
		"covering no question":         {`s=("@status" "content-digest" "@method";req)`, func(*Saved) {}, []Key{by.public()}, ErrPartial.Error()},
		"covering no body":             {`s=("@status" "@method";req "@target-uri";req)`, func(*Saved) {}, []Key{by.public()}, ErrPartial.Error()},
		"covering half of the address": {`s=("@status" "content-digest" "@method";req "@path";req)`, func(*Saved) {}, []Key{by.public()}, ErrPartial.Error()},
	} {
		s := answer(t, c.accept, by)
		c.change(s)
		_, err := s.Verify(c.keys)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := Save("GET", "https://one.test/", 200, http.Header{}, nil); err == nil {
		t.Error("an answer without a signature is saved")
	}
}

// TestAcceptSignature asks for signatures in many ways.
func TestAcceptSignature(t *testing.T) {
	many := make([]string, 5)
	for n := range many {
		many[n] = fmt.Sprintf("s%d=()", n)
	}
	for header, ok := range map[string]bool{
		`sig1=()`: true, `sig1=();created`: true, `sig1=();alg="ed25519";keyid="present";created;nonce="a";tag="b"`: true,
		`sig1=("@status" "content-digest")`: true, `sig1=("@method";req), sig2=()`: true,
		``: false, `sig1`: false, `sig1="text"`: false, `=()`: false, `sig1=(`: false, `sig1=();expires`: false, `sig1=();alg="rsa-pss-sha512"`: false,
		`sig1=();keyid="another"`: false, `sig1=();created=1`: false, `sig1=();nonce`: false, `sig1=();nonce="` + strings.Repeat("n", 257) + `"`: false,
		`sig1=("@status";req)`: false, `sig1=("@method")`: false, `sig1=("set-cookie")`: false, `sig1=("authorization";req)`: false, `sig1=("@status" "@status")`: false,
		`sig1=("@query-param";req;name="url")`: false, `sig1=("Content-Type")`: false, `sig1=(1)`: false, strings.Join(many, ", "): false,
		`sig1=();nonce="` + strings.Repeat("n", MaxAccept) + `"`: false,
	} {
		if _, err := ParseAccept([]string{header}, "present"); (err == nil) != ok {
			t.Errorf("%s: %v, want ok %t", header, err, ok)
		}
	}
}

// TestSavedFilesAreStrict reads what is no saved answer.
func TestSavedFilesAreStrict(t *testing.T) {
	whole := string(encoded(t, answer(t, "s=()", newSigner(1))))
	for _, file := range []string{"", "{}", "[]", whole + whole, strings.Replace(whole, `"request"`, `"more":1,"request"`, 1), strings.Replace(whole, ObjectSaved, "item", 1)} {
		if s, err := ReadSaved([]byte(file)); err == nil {
			t.Errorf("%s is read: %v", file, s)
		}
	}
	if !IsSaved([]byte(whole)) || IsSaved([]byte("PK")) || IsSaved([]byte(`{"object":"signing_keys"}`)) {
		t.Error("what a file holds is not recognized")
	}
	_, err := (&Saved{}).Verify(nil)
	if !errors.Is(err, ErrDigest) {
		t.Errorf("%v", err)
	}
}
