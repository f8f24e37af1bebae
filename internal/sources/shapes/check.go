package shapes

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

var (
	isVersion  = regexp.MustCompile(`^[0-9][0-9.]{0,31}$`).MatchString
	isNumber   = regexp.MustCompile(`^[0-9]{1,20}$`).MatchString
	isDocument = regexp.MustCompile(`^[0-9]{6,25}$`).MatchString
	isName     = regexp.MustCompile(`^[A-Z_]{1,32}$`).MatchString
	isWords    = regexp.MustCompile(`^[ -~]{0,64}$`).MatchString
	isAgent    = regexp.MustCompile(`^[ -~]{1,256}$`).MatchString
	isGraph    = regexp.MustCompile(`^v[0-9]{1,3}\.[0-9]{1,2}$`).MatchString
	isVariable = regexp.MustCompile(`^__relay_internal__pv__[A-Za-z0-9_]{1,96}relayprovider$`).MatchString
	isQuery    = regexp.MustCompile(`^[A-Za-z ]{0,40}$`).MatchString
)

// maxDocuments bounds the ids of one document.
const maxDocuments = 8

// maxVariables bounds the variables of one document.
const maxVariables = 16

// check returns every problem in s, in a stable order. The ids of known objects are checked by the rules of platforms.
func (s *Shapes) check(platforms sources.Platforms) error {
	var problems []error
	want := func(ok bool, name, kind string) {
		if !ok {
			problems = append(problems, fmt.Errorf("%s: want %s", name, kind))
		}
	}
	want(s.Schema == Schema, "schema", fmt.Sprint(Schema))
	want(isDate(s.AsOf), "asOf", "yyyy-mm-dd")
	for name, asOf := range s.dates() {
		want(asOf == "" || isDate(asOf), string(name)+".asOf", "yyyy-mm-dd")
	}
	want(isAgent(s.UserAgent), "userAgent", "up to 256 printable characters")
	for name, c := range s.VideoSite.clients() {
		want(isName(c.Name) && isNumber(c.Number) && isVersion(c.Version), name, "a name in capitals, a number and a version of digits and dots")
		want(isWords(c.OSName) && isWords(c.OSVersion) && isWords(c.DeviceMake) && isWords(c.DeviceModel) && c.SDK >= 0, name, "a device in up to 64 printable characters each")
		want(c.UserAgent == "" || isAgent(c.UserAgent), name+".userAgent", "up to 256 printable characters")
	}
	want(isNumber(s.ClipSite.App), "clip_site.app", "digits")
	want(isAgent(s.ClipSite.PhoneAgent), "clip_site.phoneAgent", "up to 256 printable characters")
	want(isNumber(s.PhotoSite.App), "photo_site.app", "digits")
	want(s.PhotoSite.ASBD == "" || isNumber(s.PhotoSite.ASBD), "photo_site.asbd", "digits")
	want(isGraph(s.PhotoSite.GraphVersion), "photo_site.graphVersion", "v and a version")
	want(isGraph(s.AdLibrary.GraphVersion), "ad_library.graphVersion", "v and a version")
	for _, list := range s.documents() {
		want(len(*list.values) > 0 && len(*list.values) <= maxDocuments, list.name, "1 to 8 ids")
		for _, id := range *list.values {
			want(isDocument(id), list.name, "ids of 6 to 25 digits")
		}
	}
	for _, list := range s.variables() {
		want(len(*list.values) <= maxVariables, list.name, "at most 16 names")
		for _, name := range *list.values {
			want(IsVariable(name), list.name, "names of relay providers")
		}
	}
	for name, k := range s.known() {
		p, ok := platforms.Find(name)
		want(isQuery(k.Query) && (!ok || k.fits(p)), string(name)+".known", "local ids of the platform and a search in letters")
	}
	slices.SortFunc(problems, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(problems...)
}

// clients returns the programs by their names in the file.
func (v VideoSite) clients() map[string]Client {
	return map[string]Client{"video_site.web": v.Web, "video_site.android": v.Android, "video_site.visionos": v.VisionOS,
		"video_site.visionosInBrowser": v.VisionInBrowser}
}

// mostOthers is the maximum number of further known items of a platform: each is one more call of every check.
const mostOthers = 8

// fits reports whether the known ids are valid ids of the platform.
func (k Known) fits(p sources.Platform) bool {
	handle, named := strings.CutPrefix(k.Account, "@")
	account := k.Account == "" || named && p.IsHandle(handle) || !named && p.Accounts.IsID(k.Account)
	for _, id := range append([]string{k.Item, k.Missing}, k.Others...) {
		if id != "" && !p.Items.IsID(id) {
			return false
		}
	}
	return account && len(k.Others) <= mostOthers
}

// list is one list of the file, with its name there.
type list struct {
	name   string
	values *[]string
}

func (s *Shapes) documents() []list {
	a := &s.AdLibrary.Documents
	return append(s.PhotoSite.Documents.lists("photo_site.documents"),
		list{"ad_library.documents.search", &a.Search}, list{"ad_library.documents.details", &a.Details})
}

func (s *Shapes) variables() []list { return s.PhotoSite.Variables.lists("photo_site.variables") }

func (q *PhotoQueries) lists(under string) []list {
	return []list{
		{under + ".post", &q.Post}, {under + ".profile", &q.Profile}, {under + ".posts", &q.Posts}, {under + ".reels", &q.Reels},
		{under + ".comments", &q.Comments}, {under + ".account", &q.Account}, {under + ".search", &q.Search},
	}
}

// IsVariable reports whether a name is one of a relay provider, which a document may require as a variable.
func IsVariable(name string) bool { return isVariable(name) }

func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

func (s *Shapes) known() map[content.Platform]Known {
	return map[content.Platform]Known{content.VideoSite: s.VideoSite.Known, content.ClipSite: s.ClipSite.Known,
		content.PhotoSite: s.PhotoSite.Known, content.AdLibrary: s.AdLibrary.Known}
}

// KnownOf returns the known objects of a platform in the form that a route uses.
func (s *Shapes) KnownOf(p sources.Platform) sources.Known {
	k := s.known()[p.Name]
	known := p.Known(k.Item, k.Account, k.Query)
	known.Captions = k.Captions
	for _, id := range k.Others {
		known.Others = append(known.Others, p.Items.Link(id))
	}
	if k.Missing != "" {
		missing := p.Items.Link(k.Missing)
		known.Missing = &missing
	}
	return known
}
