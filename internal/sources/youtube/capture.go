package youtube

import (
	"socialdata/internal/apierror"
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
	if problem := v.page.problem(); problem != nil {
		if problem.Code != apierror.CodeUnavailableRestricted || !v.findRestriction() {
			return nil, problem
		}
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
