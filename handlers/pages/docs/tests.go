package docs

import (
	"socialdata/internal/apierror"
	"socialdata/internal/testlinks"
	"socialdata/views"
)

// testLinks returns the links that test keys ask, from the table by which they are played.
func testLinks() (t views.DocsTests) {
	for _, l := range testlinks.Links() {
		t.Links = append(t.Links, views.DocsTestLink{URL: l.URL, Way: l.Way.Words(), Does: l.Does, Code: string(l.Code), Stage: l.Stage})
	}
	elsewhere := testlinks.Elsewhere()
	for _, e := range apierror.Catalogue() {
		if how, ok := elsewhere[e.Code]; ok {
			t.Elsewhere = append(t.Elsewhere, views.DocsTestCode{Code: string(e.Code), How: how})
		}
	}
	for _, e := range testlinks.Endpoints() {
		t.Endpoints = append(t.Endpoints, views.DocsTestLink{URL: e.URL, Does: e.Does})
	}
	return t
}
