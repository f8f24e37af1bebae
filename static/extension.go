package static

import (
	"archive/zip"
	"bytes"
	"embed"
	"encoding/json"
	"net/url"
	"slices"
)

// ExtensionPath is the address of the browser extension.
const ExtensionPath = "/extension/social-data.zip"

//go:embed extension
var extension embed.FS

// Extension returns the browser extension for a service at origin as a zip file. Unlike the files of the repository, it may ask
// no other service. The same origin gives the same bytes.
func Extension(origin string) Asset {
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	entries, _ := extension.ReadDir("extension") // embedded: cannot fail, and sorted by name
	for _, e := range entries {
		body, _ := extension.ReadFile("extension/" + e.Name())
		switch e.Name() {
		case "manifest.json":
			body = manifestFor(origin, body)
		case "service.json":
			body, _ = json.Marshal(map[string]string{"address": origin})
		}
		w, _ := z.Create(e.Name()) // without a time; writing into memory cannot fail
		_, _ = w.Write(body)
	}
	_ = z.Close()
	return Asset{Path: ExtensionPath, Type: "application/zip", Body: packed.Bytes()}
}

// manifestFor replaces the services that the extension may ask to reach by the one at origin.
func manifestFor(origin string, manifest []byte) []byte {
	var m map[string]json.RawMessage
	_ = json.Unmarshal(manifest, &m) // embedded: valid
	at, err := url.Parse(origin)
	if err != nil {
		return manifest // cannot happen: the settings were checked
	}
	var hosts []string
	_ = json.Unmarshal(m["host_permissions"], &hosts)
	delete(m, "optional_host_permissions")
	m["host_permissions"], _ = json.Marshal(slices.Concat(hosts, []string{at.Scheme + "://" + at.Hostname() + "/*"})) // Firefox allows no ports
	body, _ := json.MarshalIndent(m, "", "  ")
	return body
}
