// Package static holds the style sheets, the script and the icons, embedded and under addresses that hold their content's
// hash, so that browsers keep them for ever. It may import nothing of ours.
package static

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"path"
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

// contentType knows the kinds of files that we have.
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

// layers is the order of the style sheets' layers: what stands later wins, whichever file it is in.
const layers = "@layer tokens, base, frame, parts, pages, utilities, print;\n"

// byName are all assets by their plain name; read once. The style sheets of assets/css are one asset, app.css.
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

// styles joins the style sheets, one for each part of a page.
func styles() []byte {
	all := []byte(layers)
	sheets, _ := fs.Glob(files, "assets/css/*.css")
	for _, name := range sheets {
		body, _ := fs.ReadFile(files, name)
		all = append(all, body...)
	}
	return all
}

// hashed gives an asset its address.
func hashed(name string, body []byte) Asset {
	sum, ext := sha256.Sum256(body), path.Ext(name)
	return Asset{Path: "/static/" + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:6]) + ext, Type: contentType(name), Body: body}
}

// Path is the hashed address of an asset; "" for a name that does not exist.
func Path(name string) string { return byName()[name].Path }

// All lists every asset.
func All() []Asset {
	list := make([]Asset, 0, len(byName()))
	for _, a := range byName() {
		list = append(list, a)
	}
	return list
}

// Icon is the icon for what asks for /favicon.ico without reading a page.
func Icon() Asset { return byName()["icon.svg"] }

// Manifest makes the site installable, and puts it into the share sheets of phones: what is shared opens /import.
func Manifest() Asset {
	body, _ := json.Marshal(map[string]any{ // texts can always be written
		"name": "Social Data", "short_name": "Social Data", "id": "/", "start_url": "/", "scope": "/", "display": "standalone",
		"background_color": "#f8fcfd", "theme_color": "#0b5c5e",
		"icons":        []any{map[string]string{"src": Path("icon.svg"), "sizes": "any", "type": "image/svg+xml"}},
		"share_target": map[string]any{"action": "/import", "method": "GET", "params": map[string]string{"title": "title", "text": "text", "url": "url"}},
	})
	return Asset{Path: "/manifest.webmanifest", Type: "application/manifest+json", Body: body}
}

// Robots lets search engines read the public pages alone.
func Robots() Asset {
	return Asset{Type: "text/plain; charset=utf-8", Body: []byte("User-agent: *\nAllow: /docs\nAllow: /status\nAllow: /sign-in\nAllow: /static/\nDisallow: /\n")}
}
