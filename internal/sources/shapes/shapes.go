// Package shapes holds what the platforms change every few weeks: the versions of their own programs, the ids of their
// GraphQL documents, and the objects by which a route is checked. The values of this release are compiled in; an
// operator may replace them by a file without a new release. Values are checked by kind: none can name a host, a path
// or a script, so a bad file can break a route but lead it nowhere. It may import internal/sources and internal/content
// only.
package shapes

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"socialdata/internal/sources"
)

//go:embed default.json
var compiledIn []byte

// Schema is the only schema of a file that this release reads.
const Schema = 1

// Shapes are all values.
type Shapes struct {
	Schema    int       `json:"schema"`
	AsOf      string    `json:"asOf"`      // yyyy-mm-dd: when the values of platforms without a date of their own were seen to work
	UserAgent string    `json:"userAgent"` // of a visitor's browser
	VideoSite VideoSite `json:"video_site"`
	ClipSite  ClipSite  `json:"clip_site"`
	PhotoSite PhotoSite `json:"photo_site"`
	AdLibrary AdLibrary `json:"ad_library"`
}

// Client is one of the platform's own programs, as it names itself in its requests.
type Client struct {
	Name        string `json:"name"`
	Number      string `json:"number"`
	Version     string `json:"version"`
	OSName      string `json:"osName,omitempty"`
	OSVersion   string `json:"osVersion,omitempty"`
	SDK         int    `json:"sdk,omitempty"`
	DeviceMake  string `json:"deviceMake,omitempty"`
	DeviceModel string `json:"deviceModel,omitempty"`
	UserAgent   string `json:"userAgent,omitempty"` // "" is a visitor's browser
}

// VideoSite are the programs of video_site.
type VideoSite struct {
	AsOf     string `json:"asOf,omitempty"` // "" is that of all
	Web      Client `json:"web"`
	Android  Client `json:"android"`
	VisionOS Client `json:"visionos"`
	Known    Known  `json:"known"`

	VisionInBrowser Client `json:"visionosInBrowser"` // the same program on the page's host, where the first is turned away
}

// ClipSite holds the values by which clip_site's web page identifies itself.
type ClipSite struct {
	AsOf       string `json:"asOf,omitempty"` // "" is that of all
	App        string `json:"app"`
	PhoneAgent string `json:"phoneAgent"` // of a phone's browser, as which items are asked for
	Known      Known  `json:"known"`
}

// PhotoSite are the documents that photo_site answers guests.
type PhotoSite struct {
	AsOf         string       `json:"asOf,omitempty"` // "" is that of all
	App          string       `json:"app"`
	ASBD         string       `json:"asbd"`         // what a browser sends as X-ASBD-ID; "" leaves the header out
	GraphVersion string       `json:"graphVersion"` // of the official API
	Documents    PhotoQueries `json:"documents"`    // ids of documents, the newest first: a stale one is answered by the next
	Variables    PhotoQueries `json:"variables"`    // names of variables that a document wants beside ours; each is sent as false
	Known        Known        `json:"known"`
}

// PhotoQueries holds a list for each GraphQL query.
type PhotoQueries struct {
	Post     []string `json:"post"`
	Profile  []string `json:"profile"`
	Posts    []string `json:"posts"`
	Reels    []string `json:"reels"`
	Comments []string `json:"comments"`
	Account  []string `json:"account"` // by number
	Search   []string `json:"search"`
}

// AdLibrary are the documents of the library's pages and the version of the official API.
type AdLibrary struct {
	AsOf         string      `json:"asOf,omitempty"` // "" is that of all
	GraphVersion string      `json:"graphVersion"`
	Documents    AdDocuments `json:"documents"`
	Known        Known       `json:"known"`
}

// AdDocuments are ids of GraphQL documents, the newest first.
type AdDocuments struct {
	Search  []string `json:"search"`
	Details []string `json:"details"`
}

// Known are local ids of objects that the platform has had for years. "" is none.
type Known struct {
	Item    string `json:"item"`
	Account string `json:"account"` // an id, or "@" and a handle
	Query   string `json:"query"`

	Captions bool `json:"captions"` // the item has captions
}

// Source gives the shapes in use now; nil gives those of this release. They must not be changed.
type Source func() *Shapes

// Now returns the shapes in use.
func (s Source) Now() *Shapes {
	if s == nil {
		return Default()
	}
	return s()
}

// Default returns the shapes of this release.
var Default = sync.OnceValue(func() *Shapes {
	s, err := overlay(&Shapes{}, compiledIn, sources.Platforms{}) // a test checks its known ids
	if err != nil {
		panic(err) // a test holds the file against this
	}
	return s
})

// overlay replaces in a copy of base what raw names. A file with anything wrong is refused whole.
func overlay(base *Shapes, raw []byte, platforms sources.Platforms) (*Shapes, error) {
	s := base.clone()
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, fmt.Errorf("not a file of shapes: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not a file of shapes: something follows the value")
	}
	return s, s.check(platforms)
}

// clone copies the lists, too: decoding writes into them.
func (s *Shapes) clone() *Shapes {
	c := *s
	for _, list := range slices.Concat(c.documents(), c.variables()) {
		*list.values = slices.Clone(*list.values)
	}
	return &c
}
