package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/caarlos0/env/v11"
)

// TestExampleNamesEverySetting holds .env.example against the settings: same names, order and defaults.
func TestExampleNamesEverySetting(t *testing.T) {
	params, err := env.GetFieldParams(&config{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("# Every setting with its default; docs/settings.md says what each means.\n")
	for _, p := range params {
		fmt.Fprintf(&b, "SOCIALDATA_%s=%s\n", p.Key, p.DefaultValue)
	}
	got, err := os.ReadFile("../../.env.example")
	if err != nil || string(got) != b.String() {
		t.Errorf(".env.example should read (%v):\n%s", err, b.String())
	}
}

func TestListSettingsAllowBlanks(t *testing.T) {
	t.Setenv("SOCIALDATA_TRUSTED_PROXIES", "10.0.0.0/8, 192.0.2.1")
	t.Setenv("SOCIALDATA_ROUTES_DISABLED", "a.web, b.web ")
	t.Setenv("SOCIALDATA_POLICY_BLOCK", "www.tiktok.com, video_site:aaaaaaaaaaa,")
	c, err := readConfig()
	if err != nil || c.TrustedProxies[1] != "192.0.2.1" || c.RoutesDisabled[1] != "b.web" || len(c.PolicyBlock) != 2 || c.PolicyBlock[1] != "video_site:aaaaaaaaaaa" {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestConfigReportsAllProblemsAtOnce(t *testing.T) {
	secretValue := "c2VjcmV0"
	for name, value := range map[string]string{"LISTEN": "nowhere", "ORIGIN": "http://a.example/path", "RATE_READ": "many", "SOURCE_TIMEOUT": "soon",
		"TRUSTED_PROXIES": "10.0.0.0/99", "SECRET_KEYS": secretValue, "LOG_FORMAT": "xml", "UPSTREAM": "ftp://x", "C2PA_TRUST": "config_test.go", "MEDIA_MAX_HEIGHT": "2160", "WATCH_WORKERS": "1000", "SMTP_URL": "smtp://u:" + secretValue + "@h", "POLICY_BLOCK": "https://a.example/x", "AD_LIBRARY_ORDER": "api", "PHOTO_SITE_ACCOUNT": "me"} {
		t.Setenv("SOCIALDATA_"+name, value)
	}
	_, err := readConfig()
	if err == nil {
		t.Fatal("bad settings were taken")
	}
	for _, name := range []string{"LISTEN", "ORIGIN", "RATE_READ", "SOURCE_TIMEOUT", "TRUSTED_PROXIES", "SECRET_KEYS", "LOG_FORMAT", "UPSTREAM", "C2PA_TRUST", "MEDIA_MAX_HEIGHT", "POLICY_BLOCK", "WATCH_WORKERS", "SMTP_URL", "AD_LIBRARY_ORDER", "PHOTO_SITE_ACCOUNT", "PHOTO_SITE_TOKEN"} {
		if !strings.Contains(err.Error(), "SOCIALDATA_"+name) {
			t.Errorf("%s is not named in: %v", name, err)
		}
	}
	if strings.Contains(err.Error(), secretValue) {
		t.Error("a secret is in the message")
	}
}

func TestSecretsDoNotFormat(t *testing.T) {
	c := config{SecretKeys: "hush", DatabaseURL: "postgres://u:hush@h/d", SetupToken: "hush"}
	if s := fmt.Sprintf("%v %+v %s", c, c, c.SecretKeys); strings.Contains(s, "hush") {
		t.Errorf("a secret was printed: %s", s)
	}
}

func TestSecretKeysAreGeneratedOnce(t *testing.T) {
	c := &config{DataDir: t.TempDir()}
	first, err := c.secretKeys()
	if err != nil {
		t.Fatal(err)
	}
	again, err := c.secretKeys()
	if err != nil || string(first[0]) != string(again[0]) {
		t.Errorf("the keys changed: %v", err)
	}
	info, err := os.Stat(filepath.Join(c.DataDir, "secret.keys"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	left, _ := filepath.Glob(filepath.Join(c.DataDir, ".secret*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if err := os.WriteFile(filepath.Join(c.DataDir, "secret.keys"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := c.secretKeys(); err == nil {
		t.Error("a damaged file was taken")
	}
	rotated := &config{SecretKeys: secret(base64.StdEncoding.EncodeToString(make([]byte, 32)) + "," + base64.StdEncoding.EncodeToString(first[0]))}
	if keys, err := rotated.secretKeys(); err != nil || len(keys) != 2 {
		t.Errorf("%d keys, %v", len(keys), err)
	}
}

// TestStartFailsOnUnusableDataFolder covers a folder that cannot be made, and a file in its place.
func TestStartFailsOnUnusableDataFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		cfg := &config{DataDir: dir, LogFormat: "text", SourceTimeout: time.Second}
		if p, err := build(t.Context(), cfg); err == nil {
			_ = p.close()
			t.Errorf("%s was taken as the data folder", dir)
		}
	}
}
