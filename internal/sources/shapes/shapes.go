// Package shapes holds what the platforms change every few weeks: the versions of their own programs, the ids of their
// GraphQL documents, and the objects by which a route is checked. The values of this release are compiled in; an operator
// may override them with a file without a new release. Values are validated by kind: none can be a host, a path or a
// script, so a bad file can break a route but not redirect it. It may import internal/sources and internal/content only.
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
	"unicode/utf8"

	"socialdata/internal/sources"
)

//go:embed default.json
var compiledIn []byte

// Schema is the only schema version of a file that this release reads.
const Schema = 1

// Shapes holds all values.
type Shapes struct {
	Schema    int       `json:"schema"`
	AsOf      string    `json:"asOf"`      // yyyy-mm-dd: when the values of platforms without their own date were last seen to work
	UserAgent string    `json:"userAgent"` // of a visitor's browser
	VideoSite VideoSite `json:"video_site"`
	ClipSite  ClipSite  `json:"clip_site"`
	PhotoSite PhotoSite `json:"photo_site"`
	AdLibrary AdLibrary `json:"ad_library"`

	version string
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
	UserAgent   string `json:"userAgent,omitempty"` // "" means the visitor's browser
}

// VideoSite are the programs of video_site.
type VideoSite struct {
	AsOf     string `json:"asOf,omitempty"` // "" means Shapes.AsOf
	Web      Client `json:"web"`
	Android  Client `json:"android"`
	VisionOS Client `json:"visionos"`
	Known    Known  `json:"known"`

	VisionInBrowser Client `json:"visionosInBrowser"` // the same program on the page's host, used where the first one is refused
}

// ClipSite holds the values by which clip_site's web page identifies itself.
type ClipSite struct {
	AsOf       string `json:"asOf,omitempty"` // "" means Shapes.AsOf
	App        string `json:"app"`
	PhoneAgent string `json:"phoneAgent"` // of a phone's browser, with which items are requested
	Known      Known  `json:"known"`
}

// PhotoSite holds the documents that photo_site answers visitors.
type PhotoSite struct {
	AsOf         string       `json:"asOf,omitempty"` // "" means Shapes.AsOf
	App          string       `json:"app"`
	ASBD         string       `json:"asbd"`         // value of the X-ASBD-ID header; "" leaves the header out
	GraphVersion string       `json:"graphVersion"` // of the official API
	Documents    PhotoQueries `json:"documents"`    // ids of documents, the newest first: if one is stale, the next is tried
	Variables    PhotoQueries `json:"variables"`    // further variables that a document requires; each is sent as false
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

// AdLibrary holds the documents of the library's pages and the version of the official API.
type AdLibrary struct {
	AsOf         string      `json:"asOf,omitempty"` // "" means Shapes.AsOf
	GraphVersion string      `json:"graphVersion"`
	Documents    AdDocuments `json:"documents"`
	Known        Known       `json:"known"`
}

// AdDocuments are ids of GraphQL documents, the newest first.
type AdDocuments struct {
	Search  []string `json:"search"`
	Details []string `json:"details"`
}

// Known holds local ids of objects that the platform has had for years, each "" if there is none.
type Known struct {
	Item    string `json:"item"`
	Account string `json:"account"` // an id, or "@" and a handle
	Query   string `json:"query"`

	Captions bool     `json:"captions"` // the item has captions
	Others   []string `json:"others"`   // items of other kinds
	// Missing is an id that cannot exist: one that is no number of the platform's, or one whose time of creation is decades away.
	Missing string `json:"missing"`
}

// Source returns the shapes in use now; nil stands for those of this release. Callers must not change them.
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
	s, err := Overlay(&Shapes{}, compiledIn, sources.Platforms{}) // a test checks the compiled-in file's known ids
	if err != nil {
		panic(err) // unreachable: a test parses the compiled-in file
	}
	return s
})

// Overlay returns a copy of base with the values in raw, JSON as in a file of shapes. A text with any mistake is refused as a whole; the
// error names every mistake.
func Overlay(base *Shapes, raw []byte, platforms sources.Platforms) (*Shapes, error) {
	s := base.clone()
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, fmt.Errorf("not a file of shapes%s: %w", placeOf(err, raw), err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not a file of shapes: something follows the value")
	}
	s.named()
	return s, s.check(platforms)
}

// placeOf says where in a text of JSON an error is, such as " (line 3, column 5)"; "" if the error does not say it.
func placeOf(err error, raw []byte) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	offset := int64(len(raw)) + 1 // the text ends too early
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	case !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF):
		return ""
	}
	before := raw[:min(max(offset-1, 0), int64(len(raw)))] // the last byte that was read is what is wrong
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	return fmt.Sprintf(" (line %d, column %d)", bytes.Count(before, []byte("\n"))+1, utf8.RuneCount(line)+1)
}

// clone copies the lists as well, because decoding writes into them.
func (s *Shapes) clone() *Shapes {
	c := *s
	for _, list := range slices.Concat(c.documents(), c.variables()) {
		*list.values = slices.Clone(*list.values)
	}
	for _, known := range []*Known{&c.VideoSite.Known, &c.ClipSite.Known, &c.PhotoSite.Known, &c.AdLibrary.Known} {
		known.Others = slices.Clone(known.Others)
	}
	return &c
}
