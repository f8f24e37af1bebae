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
	isQuery    = regexp.MustCompile(`^[A-Za-z ]{0,40}$`).MatchString
)

// maxDocuments bounds the ids of one document.
const maxDocuments = 8

// check returns everything that is wrong, in the same order each time. The ids of known objects are checked by the rules of platforms.
func (s *Shapes) check(platforms sources.Platforms) error {
	var problems []error
	want := func(ok bool, name, kind string) {
		if !ok {
			problems = append(problems, fmt.Errorf("%s: want %s", name, kind))
		}
	}
	want(s.Schema == Schema, "schema", fmt.Sprint(Schema))
	_, err := time.Parse(time.DateOnly, s.AsOf)
	want(err == nil, "asOf", "yyyy-mm-dd")
	want(isAgent(s.UserAgent), "userAgent", "up to 256 printable characters")
	for name, c := range map[string]Client{"video_site.web": s.VideoSite.Web, "video_site.android": s.VideoSite.Android, "video_site.visionos": s.VideoSite.VisionOS} {
		want(isName(c.Name) && isNumber(c.Number) && isVersion(c.Version), name, "a name in capitals, a number and a version of digits and dots")
		want(isWords(c.OSName) && isWords(c.OSVersion) && isWords(c.DeviceMake) && isWords(c.DeviceModel) && c.SDK >= 0, name, "a device in up to 64 printable characters each")
		want(c.UserAgent == "" || isAgent(c.UserAgent), name+".userAgent", "up to 256 printable characters")
	}
	want(isNumber(s.ClipSite.App), "clip_site.app", "digits")
	want(isNumber(s.PhotoSite.App), "photo_site.app", "digits")
	want(isGraph(s.AdLibrary.GraphVersion), "ad_library.graphVersion", "v and a version")
	for _, list := range s.documents() {
		want(len(*list.ids) > 0 && len(*list.ids) <= maxDocuments, list.name, "1 to 8 ids")
		for _, id := range *list.ids {
			want(isDocument(id), list.name, "ids of 6 to 25 digits")
		}
	}
	for name, k := range s.known() {
		p, ok := platforms.Find(name)
		want(isQuery(k.Query) && (!ok || k.fits(p)), string(name)+".known", "local ids of the platform and a search in letters")
	}
	slices.SortFunc(problems, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(problems...)
}

// fits reports whether the known ids can be ids of the platform.
func (k Known) fits(p sources.Platform) bool {
	handle, named := strings.CutPrefix(k.Account, "@")
	account := k.Account == "" || named && p.IsHandle(handle) || !named && p.Accounts.IsID(k.Account)
	return account && (k.Item == "" || p.Items.IsID(k.Item))
}

// documentList is one list of ids by its name in the file.
type documentList struct {
	name string
	ids  *[]string
}

func (s *Shapes) documents() []documentList {
	p, a := &s.PhotoSite.Documents, &s.AdLibrary.Documents
	return []documentList{
		{"photo_site.documents.post", &p.Post}, {"photo_site.documents.profile", &p.Profile}, {"photo_site.documents.posts", &p.Posts},
		{"photo_site.documents.reels", &p.Reels}, {"photo_site.documents.comments", &p.Comments},
		{"ad_library.documents.search", &a.Search}, {"ad_library.documents.details", &a.Details},
	}
}

func (s *Shapes) known() map[content.Platform]Known {
	return map[content.Platform]Known{content.VideoSite: s.VideoSite.Known, content.ClipSite: s.ClipSite.Known,
		content.PhotoSite: s.PhotoSite.Known, content.AdLibrary: s.AdLibrary.Known}
}

// KnownOf returns the known objects of a platform as a route asks for them.
func (s *Shapes) KnownOf(p sources.Platform) sources.Known {
	k := s.known()[p.Name]
	return p.Known(k.Item, k.Account, k.Query)
}
