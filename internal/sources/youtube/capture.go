package youtube

import (
	"regexp"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// readCapture reads a video from its own page, or from the answers of the endpoints that the page calls. The addresses of
// its streams need signatures that only the page's program makes, so it names no files.
func readCapture(link sources.Link, a *sources.Answer) (*sources.Media, error) {
	v := capturedResponses(a)
	id := link.LocalID
	if v.page.details.Get("videoId").String() != id {
		return nil, sources.ErrNotCovered
	}
	if err := sources.PublicOnly(v.page.details.Get("isPrivate").Bool()); err != nil {
		return nil, err
	}
	problem := v.page.problem()
	if problem != nil && (!apierror.Is(problem, apierror.CodeUnavailableRestricted) || !v.findRestriction()) {
		return nil, problem
	}
	item, err := v.item(id, link.Kind)
	if err != nil {
		return nil, err
	}
	return &sources.Media{Item: item}, nil
}

// capturedResponses reads the answer of the player, alone or in a page, which also has what is shown around the video.
func capturedResponses(a *sources.Answer) (v responses) {
	if !a.IsMarkup() {
		doc, _ := readAnswer(scan.StringOf(a.Body))
		v.page = readPlayer(doc)
		return v
	}
	doc, _ := readAnswer(scan.Assigned(a.Body, "ytInitialPlayerResponse").Raw)
	around, _ := readAnswer(scan.Assigned(a.Body, "ytInitialData").Raw)
	v.page = readPlayer(doc)
	if around.top["currentVideoEndpoint"].Get("watchEndpoint.videoId").String() == v.page.details.Get("videoId").String() {
		v.next = readNext(around)
	}
	return v
}

// capturedComments reads the answer of the endpoint of comments and replies. A comment of the video is one whose own address,
// to which its time leads, names it.
func capturedComments(link sources.Link, a *sources.Answer) (rows []content.Comment) {
	if a.IsMarkup() {
		return nil
	}
	doc, whole := readAnswer(scan.StringOf(a.Body))
	if !whole {
		return nil
	}
	page := &sources.Page[content.Comment]{Item: &sources.ItemRef{ID: content.NaturalID(content.VideoSite, link.LocalID)}}
	if err := readComments(page, doc, ""); err != nil {
		return nil
	}
	own := commentAddresses(link.LocalID, a.Body)
	for _, c := range page.Rows {
		if !own[c.ID] {
			continue
		}
		if parent, _, isReply := strings.Cut(c.ID, "."); isReply { // the id of a reply begins with that of its comment
			c.ParentID, c.Replies = &parent, nil
		}
		rows = append(rows, c)
	}
	return rows
}

// commentAddresses returns the ids of the comments whose addresses on the video an answer has.
func commentAddresses(video string, body []byte) map[string]bool {
	ids := map[string]bool{}
	for _, m := range commentAddress.FindAllSubmatch(body, -1) {
		if string(m[1]) == video {
			ids[string(m[2])] = true
		}
	}
	return ids
}

// commentAddress matches the address of a comment as JSON writes it: of its video, and of itself.
var commentAddress = regexp.MustCompile(`"/watch\?v=([\w-]+)(?:&|\\u0026)lc=([\w.-]+)`)
