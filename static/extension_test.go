package static_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/static"
)

// manifest is what browsers read of an extension's manifest.json, as far as it matters here.
type manifest struct {
	Version      int               `json:"manifest_version"`
	Icons        map[string]string `json:"icons"`
	Permissions  []string          `json:"permissions"`
	Hosts        []string          `json:"host_permissions"`
	OptionalHost []string          `json:"optional_host_permissions"`
	Background   *struct {
		Scripts []string `json:"scripts"`
		Worker  string   `json:"service_worker"`
	} `json:"background"`
	Action struct {
		Popup string `json:"default_popup"`
	} `json:"action"`
	Options struct {
		Page string `json:"page"`
	} `json:"options_ui"`
	Policy struct {
		Pages string `json:"extension_pages"`
	} `json:"content_security_policy"`
	Settings struct {
		Gecko struct {
			ID      string `json:"id"`
			Least   string `json:"strict_min_version"`
			Collect struct {
				Required []string `json:"required"`
			} `json:"data_collection_permissions"`
		} `json:"gecko"`
	} `json:"browser_specific_settings"`
}

// packed returns the files that the service at an address offers.
func packed(t *testing.T, origin string) (files map[string]string, m manifest) {
	t.Helper()
	asset := static.Extension(origin)
	z, err := zip.NewReader(bytes.NewReader(asset.Body), int64(len(asset.Body)))
	testkit.Must(t, err)
	files = map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		testkit.Must(t, err)
		body, err := io.ReadAll(r)
		testkit.Must(t, err)
		files[f.Name] = string(body)
	}
	testkit.Must(t, json.Unmarshal([]byte(files["manifest.json"]), &m))
	return files, m
}

// TestTheExtensionMayReadTheFourPlatformsAlone holds what the browser shows at the installation.
func TestTheExtensionMayReadTheFourPlatformsAlone(t *testing.T) {
	t.Parallel()
	_, m := packed(t, "https://data.example.com:8443")
	hosts := []string{"https://www.youtube.com/*", "https://m.youtube.com/*", "https://www.tiktok.com/*", "https://www.instagram.com/*", "https://www.facebook.com/*", "https://data.example.com/*"}
	if !slices.Equal(m.Hosts, hosts) || m.OptionalHost != nil || !slices.Equal(m.Permissions, []string{"scripting", "storage"}) || m.Background != nil {
		t.Errorf("it may reach %v and %v, may %v, and runs %v in the background", m.Hosts, m.OptionalHost, m.Permissions, m.Background)
	}
	if m.Version != 3 || !strings.HasPrefix(m.Policy.Pages, "default-src 'none'; script-src 'self';") {
		t.Errorf("version %d, policy %s", m.Version, m.Policy.Pages)
	}
}

// TestFirefoxTakesTheManifest holds the documented requirements of Firefox, which these tests do not run: an id is required in
// version 3, hosts are granted at the installation from version 127, and a background worker would need scripts beside it.
func TestFirefoxTakesTheManifest(t *testing.T) {
	t.Parallel()
	_, m := packed(t, "https://data.example.com")
	gecko := m.Settings.Gecko
	if !regexp.MustCompile(`^[A-Za-z0-9._-]+@[A-Za-z0-9._-]+$`).MatchString(gecko.ID) {
		t.Errorf("its id is %q", gecko.ID)
	}
	major, _, _ := strings.Cut(gecko.Least, ".")
	if n, err := strconv.Atoi(major); err != nil || n < 127 {
		t.Errorf("it wants Firefox %q", gecko.Least)
	}
	if !slices.Equal(gecko.Collect.Required, []string{"websiteContent"}) {
		t.Errorf("it says that it collects %v", gecko.Collect.Required)
	}
	if m.Background != nil && (m.Background.Worker == "" || len(m.Background.Scripts) == 0) {
		t.Errorf("Firefox runs scripts, Chromium a worker: %+v", m.Background)
	}
	for _, host := range m.Hosts {
		if regexp.MustCompile(`:\d+/`).MatchString(host) {
			t.Errorf("Firefox takes no port in %s", host)
		}
	}
}

var (
	imported = regexp.MustCompile(`from "\./([\w.]+)"`)
	linked   = regexp.MustCompile(`(?:src|href)="([^"#]+)"`)
	remote   = regexp.MustCompile(`\beval\(|new Function|import\(|importScripts|innerHTML|document\.cookie|(?:src|href)="(?:https?:)?//`)
)

// TestTheExtensionIsWhole follows every file that another names, and looks for code from elsewhere and for cookies.
func TestTheExtensionIsWhole(t *testing.T) {
	t.Parallel()
	files, m := packed(t, "https://data.example.com")
	named := []string{m.Action.Popup, m.Options.Page}
	for _, icon := range m.Icons {
		named = append(named, icon)
	}
	for name, body := range files {
		for _, found := range append(imported.FindAllStringSubmatch(body, -1), linked.FindAllStringSubmatch(body, -1)...) {
			named = append(named, found[1])
		}
		if at := remote.FindString(body); at != "" && (path.Ext(name) == ".js" || path.Ext(name) == ".html") {
			t.Errorf("%s has %s", name, at)
		}
		if strings.Contains(body, "<script") && path.Ext(name) == ".html" && strings.Count(body, "<script") != strings.Count(body, `<script type="module" src=`) {
			t.Errorf("%s has a script within", name)
		}
	}
	for _, name := range named {
		if files[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
	if len(named) < 10 || files["service.json"] != `{"address":"https://data.example.com"}` {
		t.Errorf("%d names, the service is %s", len(named), files["service.json"])
	}
}
