package main

import (
	"strings"
	"testing"

	"github.com/caarlos0/env/v11"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
)

// TestSettingsOfAnIssuer refuses those with which nobody could sign in, or that are not safe.
func TestSettingsOfAnIssuer(t *testing.T) {
	t.Parallel()
	const workspace = "01a21700-ddde-7dfd-a783-06ca92c1bcfb"
	for name, c := range map[string]struct {
		set     map[string]string
		refused string
	}{
		"none":                 {map[string]string{}, ""},
		"an issuer":            {map[string]string{"OIDC_ISSUER": "https://id.example.com/realms/a", "OIDC_CLIENT_ID": "c", "OIDC_AUTO_JOIN": workspace + ":editor", "PASSWORDS": "false"}, ""},
		"without a client":     {map[string]string{"OIDC_ISSUER": "https://id.example.com"}, "OIDC_ISSUER"},
		"in clear":             {map[string]string{"OIDC_ISSUER": "http://id.example.com", "OIDC_CLIENT_ID": "c"}, "OIDC_ISSUER"},
		"nobody could sign in": {map[string]string{"PASSWORDS": "false"}, "PASSWORDS"},
		"no role":              {map[string]string{"OIDC_AUTO_JOIN": workspace}, "OIDC_AUTO_JOIN"},
		"another role":         {map[string]string{"OIDC_AUTO_JOIN": workspace + ":king"}, "OIDC_AUTO_JOIN"},
		"no workspace":         {map[string]string{"OIDC_AUTO_JOIN": "first:member"}, "OIDC_AUTO_JOIN"},
	} {
		cfg := &config{}
		testkit.Must(t, env.ParseWithOptions(cfg, env.Options{Prefix: "SOCIALDATA_", Environment: prefixed(c.set)}))
		var problems []string
		for _, err := range cfg.check() {
			problems = append(problems, err.Error())
		}
		if all := strings.Join(problems, "; "); (all == "") != (c.refused == "") || !strings.Contains(all, c.refused) {
			t.Errorf("%s: %q, want %q", name, all, c.refused)
		}
	}
	cfg := config{OIDCAutoJoin: workspace + ":owner"}
	if join, err := cfg.autoJoin(); err != nil || *join != (accounts.AutoJoin{WorkspaceID: workspace, Role: accounts.Owner}) {
		t.Errorf("%+v, %v", join, err)
	}
}

func prefixed(set map[string]string) map[string]string {
	all := map[string]string{}
	for name, value := range set {
		all["SOCIALDATA_"+name] = value
	}
	return all
}
