// Package static holds the stylesheet, the script and the icons, embedded and under addresses that hold their content's
// hash, so that browsers keep them for ever. It may import nothing of ours.
package static

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
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

// byName are all assets by their plain name; read once.
var byName = sync.OnceValue(func() map[string]Asset {
	assets := map[string]Asset{}
	entries, _ := fs.ReadDir(files, "assets") // embedded: cannot fail
	for _, e := range entries {
		body, _ := fs.ReadFile(files, "assets/"+e.Name())
		sum := sha256.Sum256(body)
		ext := path.Ext(e.Name())
		assets[e.Name()] = Asset{
			Path: "/static/" + strings.TrimSuffix(e.Name(), ext) + "." + hex.EncodeToString(sum[:6]) + ext,
			Type: contentType(e.Name()),
			Body: body,
		}
	}
	return assets
})

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

// Robots lets search engines read the public pages alone.
func Robots() Asset {
	return Asset{Type: "text/plain; charset=utf-8", Body: []byte("User-agent: *\nAllow: /docs\nAllow: /status\nAllow: /sign-in\nAllow: /static/\nDisallow: /\n")}
}
