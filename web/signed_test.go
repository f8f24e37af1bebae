package web_test

import (
	"crypto/ed25519"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"socialdata/internal/bundle"
	"socialdata/internal/httpsig"
	"socialdata/internal/testkit"
	"socialdata/web/webtest"
)

// testedAt is where requests of tests go: the scheme of the service, and the host that httptest names.
var testedAt = strings.SplitAfter(webtest.Origin, "://")[0] + "example.com"

// answerKeys reads the published keys as answers are verified by them.
func answerKeys(t *testing.T, s *webtest.Site) (keys []httpsig.Key) {
	t.Helper()
	var published struct{ Keys []bundle.PublicKey }
	testkit.Must(t, json.Unmarshal(s.Do("GET", "/.well-known/socialdata-signing-key", nil, nil).Body, &published))
	for _, k := range published.Keys {
		keys = append(keys, httpsig.Key{ID: k.ID, Key: ed25519.PublicKey(k.Key)})
	}
	return keys
}

// asking returns the headers of a key that asks for signed answers.
func asking(s *webtest.Site, accept string) map[string]string {
	h := map[string]string{"Authorization": "Bearer " + s.Key, "Accept-Encoding": "gzip"}
	if accept != "" {
		h["Accept-Signature"] = accept
	}
	return h
}

// TestSignedAnswers asks for signatures of answers and errors, live, stored and earlier ones, and verifies them as sd does.
func TestSignedAnswers(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		sample := s.Platforms.Samples()[0]
		item := url.QueryEscape(sample.Items[0])
		keys := answerKeys(t, s)
		for path, status := range map[string]int{
			"/v1/items/lookup?maxAge=0&url=" + item: 200, "/v1/items/lookup?url=" + item: 200, "/v1/accounts/lookup?" + accountQuery(sample.Accounts[0]): 200,
			"/v1/items/lookup?url=" + item + "&asOf=" + url.QueryEscape(time.Now().UTC().Format(time.RFC3339)): 404,
			"/v1/items/lookup?url=x": 400, "/v1/items/lookup": 400,
		} {
			r := s.Do("GET", path, nil, asking(s, `sig1=("@status" "content-digest" "content-type" "x-request-id" "@method";req "@target-uri";req), two=();nonce="n"`))
			if strings.Contains(path, "asOf") && r.Status == 200 {
				status = 200 // the order of a map: it was served before
			}
			saved, err := httpsig.Save("GET", testedAt+path, r.Status, r.Header, r.Body)
			testkit.Must(t, err)
			list, err := saved.Verify(keys)
			if err != nil || r.Status != status || len(list) != 2 || list[1].Nonce != "n" || time.Since(list[0].Created).Abs() > time.Minute {
				t.Errorf("%s: %d %v %v", path, r.Status, list, err)
			}
			if r.Header.Get("Content-Encoding") != "" || !strings.Contains(r.Header.Get("Cache-Control"), "no-transform") {
				t.Errorf("%s may be changed on its way: %v", path, r.Header)
			}
			saved.Request.Target += "&x"
			if _, err := saved.Verify(keys); err == nil {
				t.Errorf("%s holds as the answer to another question", path)
			}
		}
	})
}

// TestUnsignedAnswers: without Accept-Signature nothing is signed, what cannot be signed costs nothing, and what is no lookup is
// not signed.
func TestUnsignedAnswers(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		path := "/v1/items/lookup?url=" + url.QueryEscape(s.Platforms.Samples()[0].Items[0])
		if r := s.Do("GET", path, nil, asking(s, `sig1=("@status" "set-cookie")`)); r.Status != http.StatusBadRequest || r.Code() != "invalid_input" || !strings.Contains(string(r.Body), `"Accept-Signature"`) {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if n := s.Calls.Load(); n != 0 {
			t.Errorf("%d calls for an answer that cannot be signed", n)
		}
		for _, path := range []string{path, "/v1/references", "/v1/me"} {
			accept := "sig1=()"
			if strings.HasPrefix(path, "/v1/items") {
				accept = ""
			}
			r := s.Do("GET", path, nil, asking(s, accept))
			if r.Status != http.StatusOK || r.Header.Get("Signature") != "" || r.Header.Get("Content-Digest") != "" {
				t.Errorf("%s: %d %v", path, r.Status, r.Header)
			}
		}
	})
}
