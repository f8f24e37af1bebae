package web_test

import (
	"net/http"
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/web/webtest"
)

// TestAKeyWorksFromItsNetworksAlone uses a limited key from inside and outside, through the fast path of lookups, the
// slow one and MCP, while its networks change.
func TestAKeyWorksFromItsNetworksAlone(t *testing.T) {
	each(t, webtest.Options{Proxies: []string{"0.0.0.0/0"}}, func(t *testing.T, s *webtest.Site) {
		keys := "/v1/workspaces/" + s.Workspace + "/api-keys"
		for _, wrong := range []string{`["x"]`, `["10.0.0.0/33"]`, `["10.0.0.1:80"]`, `[""]`, `["fe80::1%eth0"]`, `["` + strings.Repeat("10.0.0.1\",\"", 20) + `10.0.0.2"]`, `"10.0.0.0/8"`} {
			if r := s.Do("POST", keys, `{"name":"n","scopes":[],"allowedNetworks":`+wrong+`}`, s.AsOwner()); r.Status != http.StatusBadRequest {
				t.Errorf("%s: %d %s", wrong, r.Status, r.Body)
			}
		}
		made := s.Do("POST", keys, `{"name":"n","scopes":["references:read"],"allowedNetworks":["203.0.113.77/24","2001:db8::1","203.0.113.0/24"]}`, s.AsOwner()).JSON(t)
		if list, _ := made["allowedNetworks"].([]any); len(list) != 2 || list[0] != "203.0.113.0/24" || list[1] != "2001:db8::1/128" {
			t.Fatalf("%v", made)
		}
		asked := func(path, from string) int {
			return s.Do("GET", path, nil, map[string]string{"Authorization": "Bearer " + made["key"].(string), "X-Forwarded-For": from}).Status
		}
		lookup := "/v1/items/lookup?maxAge=1d&url=https://www.youtube.com/watch?v=aaaaaaaaaaa"
		s.Do("GET", lookup, nil, s.AsKey()) // stored for the fast path, if it can be read
		for from, inside := range map[string]bool{"203.0.113.9": true, "2001:db8::1": true, "::ffff:203.0.113.9": true, "203.0.114.9": false, "2001:db8::2": false} {
			for _, path := range []string{"/v1/me", "/v1/references", lookup} {
				if got := asked(path, from); (got == http.StatusForbidden) == inside {
					t.Errorf("%s from %s: %d", path, from, got)
				}
			}
		}
		r := s.Do("GET", "/v1/me", nil, map[string]string{"Authorization": "Bearer " + made["key"].(string), "X-Forwarded-For": "198.51.100.1"})
		if r.Code() != "forbidden" || !strings.Contains(string(r.Body), `"reason":"network"`) || strings.Contains(string(r.Body), "203.0.113") {
			t.Errorf("%s", r.Body)
		}
		change := func(body string) {
			t.Helper()
			if r := s.Do("PATCH", keys+"/"+made["id"].(string), body, s.AsOwner()); r.Status != http.StatusOK {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
		}
		change(`{"name":"renamed"}`)
		if asked("/v1/me", "198.51.100.1") != http.StatusForbidden {
			t.Error("a new name lifted the limit")
		}
		change(`{"allowedNetworks":[]}`)
		if asked("/v1/me", "198.51.100.1") != http.StatusOK {
			t.Error("the limit was not lifted")
		}
		var n int64
		testkit.Must(t, s.Store.Read(t.Context()).Table("api_keys").Where("allowed_networks <> ''").Count(&n).Error)
		if n != 0 {
			t.Errorf("%d limited keys", n)
		}
	})
}
