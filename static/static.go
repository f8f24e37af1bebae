// Package static embeds the style sheets, scripts and icons, and the browser extension. Their addresses contain a hash of their content, so that
// browsers can cache them forever. It may import no other package of this module.
package static

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed assets
var files embed.FS

// Asset is one file as it is served.
type Asset struct {
	Path string // /static/app.<hash>.css
	Type string // content type
	Body []byte
}

// contentType returns the content type of a file, by its extension.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	return "application/octet-stream"
}

// layers is the order of the CSS layers. Later layers take precedence, whichever file they are in.
const layers = "@layer tokens, base, frame, parts, pages, utilities, print;\n"

// byName returns all assets by their plain name. They are read once. The style sheets of assets/css form one asset,
// app.css.
var byName = sync.OnceValue(func() map[string]Asset {
	assets := map[string]Asset{"app.css": hashed("app.css", styles())}
	entries, _ := fs.ReadDir(files, "assets") // embedded: cannot fail
	for _, e := range entries {
		if !e.IsDir() {
			body, _ := fs.ReadFile(files, "assets/"+e.Name())
			assets[e.Name()] = hashed(e.Name(), body)
		}
	}
	return assets
})

// styles concatenates the style sheets.
func styles() []byte {
	all := []byte(layers)
	sheets, _ := fs.Glob(files, "assets/css/*.css")
	for _, name := range sheets {
		body, _ := fs.ReadFile(files, name)
		all = append(all, body...)
	}
	return all
}

// hashed returns an asset with the hash of its content in its address.
func hashed(name string, body []byte) Asset {
	sum, ext := sha256.Sum256(body), path.Ext(name)
	return Asset{Path: "/static/" + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:6]) + ext, Type: contentType(name), Body: body}
}

// Path returns the hashed address of an asset, or "" if there is no such asset.
func Path(name string) string { return byName()[name].Path }

// All returns every asset.
func All() []Asset {
	return slices.Collect(maps.Values(byName()))
}

// Icon returns the icon for clients that request /favicon.ico without reading a page.
func Icon() Asset { return byName()["icon.svg"] }

// Manifest makes the site installable and adds it to the share sheets of phones. Shared links open /import.
func Manifest() Asset {
	body, _ := json.Marshal(map[string]any{ // strings always marshal
		"name": "Social Data", "short_name": "Social Data", "id": "/", "start_url": "/", "scope": "/", "display": "standalone",
		"background_color": "#f8fcfd", "theme_color": "#0b5c5e",
		"icons":        []any{map[string]string{"src": Path("icon.svg"), "sizes": "any", "type": "image/svg+xml"}},
		"share_target": map[string]any{"action": "/import", "method": "GET", "params": map[string]string{"title": "title", "text": "text", "url": "url"}},
	})
	return Asset{Path: "/manifest.webmanifest", Type: "application/manifest+json", Body: body}
}

// Robots lets search engines read only the public pages.
func Robots() Asset {
	return Asset{Type: "text/plain; charset=utf-8", Body: []byte("User-agent: *\nAllow: /docs\nAllow: /status\nAllow: /extension\nAllow: /sign-in\nAllow: /static/\nDisallow: /\n")}
}
