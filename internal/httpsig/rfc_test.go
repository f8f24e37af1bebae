package httpsig

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"math/big"
	"net/http"
	"strings"
	"testing"

	"github.com/dunglas/httpsfv"
)

// The messages and keys of RFC 9421, appendix B.
const (
	rfcTarget         = "https://example.com/foo?param=Value&Pet=dog"
	rfcEd25519Public  = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=\n-----END PUBLIC KEY-----\n"
	rfcEd25519Private = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF\n-----END PRIVATE KEY-----\n"
	rfcP256Public     = "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf\nw0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==\n-----END PUBLIC KEY-----\n"
	rfcShared         = "uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ=="
	requestDigest     = "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:"
	answerDigest      = "sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:"
)

func rfcRequest() Exchange {
	return Exchange{Method: "POST", Target: rfcTarget, Header: http.Header{"Host": {"example.com"}, "Date": {"Tue, 20 Apr 2021 02:07:55 GMT"}, "Content-Type": {"application/json"},
		"Content-Digest": {requestDigest}, "Content-Length": {"18"}}}
}

func rfcAnswer(status int) Exchange {
	x := rfcRequest()
	x.Status, x.Asked = status, x.Header
	x.Header = http.Header{"Date": {"Tue, 20 Apr 2021 02:07:56 GMT"}, "Content-Type": {"application/json"}, "Content-Digest": {answerDigest}, "Content-Length": {"23"}}
	return x
}

// vector is a signature of the RFC, with the base that it prints; the last line is the input itself.
type vector struct {
	message   Exchange
	input     string
	lines     []string
	signature string
}

func vectors() map[string]vector {
	return map[string]vector{
		"B.2.1": {rfcRequest(), `();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd"`, nil, ""},
		"B.2.3": {rfcRequest(), `("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-rsa-pss"`,
			[]string{`"date": Tue, 20 Apr 2021 02:07:55 GMT`, `"@method": POST`, `"@path": /foo`, `"@query": ?param=Value&Pet=dog`, `"@authority": example.com`,
				`"content-type": application/json`, `"content-digest": ` + requestDigest, `"content-length": 18`}, ""},
		"B.2.4": {rfcAnswer(200), `("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"`,
			[]string{`"@status": 200`, `"content-type": application/json`, `"content-digest": ` + answerDigest, `"content-length": 23`},
			"wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw=="},
		"B.2.5": {rfcRequest(), `("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"`,
			[]string{`"date": Tue, 20 Apr 2021 02:07:55 GMT`, `"@authority": example.com`, `"content-type": application/json`}, "pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8="},
		"B.2.6": {rfcRequest(), `("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"`,
			[]string{`"date": Tue, 20 Apr 2021 02:07:55 GMT`, `"@method": POST`, `"@path": /foo`, `"@authority": example.com`, `"content-type": application/json`, `"content-length": 18`},
			"wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw=="},
		"2.4, its components that are known here": {rfcAnswer(503), `("@status" "content-length" "content-type" "@authority";req "@method";req);created=1618884479;keyid="test-key-ecc-p256"`,
			[]string{`"@status": 503`, `"content-length": 23`, `"content-type": application/json`, `"@authority";req: example.com`, `"@method";req: POST`}, ""},
	}
}

func listOf(t *testing.T, input string) httpsfv.InnerList {
	t.Helper()
	d, err := httpsfv.UnmarshalDictionary([]string{"sig=" + input})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := d.Get("sig")
	return m.(httpsfv.InnerList)
}

// TestBasesOfTheRFC builds the text that is signed, line by line as the RFC prints it.
func TestBasesOfTheRFC(t *testing.T) {
	for name, v := range vectors() {
		got, _, err := v.message.base(listOf(t, v.input))
		want := strings.Join(append(v.lines, `"@signature-params": `+v.input), "\n")
		if err != nil || got != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, want)
		}
	}
}

func keyIn[K any](t *testing.T, text string, parse func([]byte) (any, error)) K {
	t.Helper()
	block, _ := pem.Decode([]byte(text))
	k, err := parse(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	return k.(K)
}

// TestSignaturesOfTheRFC verifies the RFC's signatures over our bases, and makes the one of Ed25519, which has no randomness.
func TestSignaturesOfTheRFC(t *testing.T) {
	shared, _ := base64.StdEncoding.DecodeString(rfcShared)
	public := keyIn[ed25519.PublicKey](t, rfcEd25519Public, x509.ParsePKIXPublicKey)
	holds := map[string]func(base, signed []byte) bool{
		"B.2.4": func(base, signed []byte) bool {
			sum := sha256.Sum256(base)
			r, s := new(big.Int).SetBytes(signed[:32]), new(big.Int).SetBytes(signed[32:])
			return ecdsa.Verify(keyIn[*ecdsa.PublicKey](t, rfcP256Public, x509.ParsePKIXPublicKey), sum[:], r, s)
		},
		"B.2.5": func(base, signed []byte) bool {
			mac := hmac.New(sha256.New, shared)
			mac.Write(base)
			return hmac.Equal(mac.Sum(nil), signed)
		},
		"B.2.6": func(base, signed []byte) bool {
			private := keyIn[ed25519.PrivateKey](t, rfcEd25519Private, x509.ParsePKCS8PrivateKey)
			return ed25519.Verify(public, base, signed) && string(ed25519.Sign(private, base)) == string(signed)
		},
	}
	for name, check := range holds {
		v := vectors()[name]
		base, _, err := v.message.base(listOf(t, v.input))
		signed, _ := base64.StdEncoding.DecodeString(v.signature)
		if err != nil || !check([]byte(base), signed) {
			t.Errorf("%s does not hold: %v", name, err)
		}
	}
	x := rfcRequest()
	v := vectors()["B.2.6"]
	x.Header.Set(FieldInput, "sig-b26="+v.input)
	x.Header.Set(FieldSignature, "sig-b26=:"+v.signature+":")
	list, err := x.Signatures([]Key{{ID: "test-key-ed25519", Key: public}})
	if err != nil || len(list) != 1 || list[0].Created.Unix() != 1618884473 {
		t.Errorf("%v %v", list, err)
	}
	x.Method = "GET"
	if list, err := x.Signatures([]Key{{ID: "test-key-ed25519", Key: public}}); err == nil {
		t.Errorf("another method: %v", list)
	}
}
