package web_test

import (
	"strings"
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

// TestAPresetOfAKeyKeepsWhatWasTyped: its button is one of the form, and only the scopes and the budget a day are those of the preset.
func TestAPresetOfAKeyKeepsWhatWasTyped(t *testing.T) {
	s := embedded(t, webtest.Options{})
	at := "/w/" + s.Workspace + "/keys"
	body := string(s.Do("GET", at+"?preset=read-only&name=ware%20house&monthly=77&days=9&networks=203.0.113.0%2F24&test=yes&daily=5&scopes=ingestions%3Awrite", nil, s.AsOwner()).Body)
	_, form, _ := strings.Cut(body, `<form method="post" class="narrow"`)
	form, _, _ = strings.Cut(form, "</form>")
	for _, want := range []string{`value="ware house"`, `name="monthly" type="text" value="77"`, `name="days" type="number" value="9"`, `value="203.0.113.0/24"`, `name="daily" type="text" value="0"`, `value="references:read" data-presets="everything read-only imports" checked`,
		`formmethod="get" formnovalidate name="preset" value="read-only" data-preset="read-only"`, `formnovalidate name="preset" value="lookups"`} {
		if !strings.Contains(form, want) {
			t.Errorf("the form lacks %s", want)
		}
	}
	if strings.Contains(form, `value="ingestions:write" data-presets="everything imports" checked`) || strings.Index(form, "<button") != strings.Index(form, `<button type="submit" hidden>`) {
		t.Error("a scope is left from before, or the Enter key presses a preset")
	}
}
