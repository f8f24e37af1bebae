package web_test

import (
	"testing"

	"socialdata/models/accounts"
	"socialdata/web/webtest"
)

// TestAKeyMayHaveEveryScope makes a key that may do everything: a new scope needs no place beside the list of them.
func TestAKeyMayHaveEveryScope(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		r := s.Do("POST", "/v1/workspaces/"+s.Workspace+"/api-keys", map[string]any{"name": "all", "scopes": accounts.Scopes()}, s.AsOwner())
		if r.Status != 201 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	})
}
