package adlibrary

import (
	"socialdata/internal/apierror"
	"socialdata/internal/sources"
)

// readCapture reads an ad from the page of its link, or from an answer of the endpoint that the library's pages call. The
// library shows everybody the same, so nothing in it is private.
func readCapture(link sources.Link, a *sources.Answer) (*sources.Media, error) {
	one, err := capturedAdvert(link.LocalID, a)
	if err != nil {
		return nil, err
	}
	if one.gated {
		return nil, apierror.New(apierror.CodeUnavailableRestricted)
	}
	one.ad.DeeplinkID = new(link.LocalID)
	item := one.item()
	return &sources.Media{Item: item, Files: filesOf(item.Ad.Creatives)}, nil
}

func capturedAdvert(id string, a *sources.Answer) (*advert, error) {
	if a.IsMarkup() {
		return readLinked(a, id)
	}
	found, err := readContinuation(a.Body)
	if err != nil {
		return nil, err
	}
	for _, one := range found.adverts {
		if one.ad.ArchiveID == id {
			return one, nil
		}
	}
	return nil, sources.ErrNotCovered
}

// isPrivatePage reports whether a page is another one than the library's: the platform shows those to people who are signed in.
func isPrivatePage(a sources.Address) bool {
	switch a.Segment(0) {
	case "messages", "stories", "notifications", "groups", "friends", "me":
		return true
	}
	return false
}
