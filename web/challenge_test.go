package web_test

import (
	"net/url"
	"strings"
	"testing"

	"socialdata/web/webtest"
)

// TestAChallengeSaysWhatHelps: the caller reads why the library does not answer and what its operator could do.
func TestAChallengeSaysWhatHelps(t *testing.T) {
	each(t, webtest.Options{}, challenged)
}

func challenged(t *testing.T, s *webtest.Site) {
	if err := s.Platforms.Raise("ad_library.challenge"); err != nil {
		t.Fatal(err)
	}
	r := s.Do("GET", "/v1/items/lookup?maxAge=0&url="+url.QueryEscape("https://www.facebook.com/ads/library/?id=1799999999999999"), nil,
		map[string]string{"Authorization": "Bearer " + s.Key})
	if r.Code() != "route_degraded" || !strings.Contains(string(r.Body), "ookies of its operator") || r.Header.Get("Retry-After") == "" {
		t.Errorf("%d %s", r.Status, r.Body)
	}
}
