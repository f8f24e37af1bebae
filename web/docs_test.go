package web_test

import (
	"regexp"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/web/webtest"
)

var (
	anchors = regexp.MustCompile(`href="#([^"]+)"`)
	names   = regexp.MustCompile(` id="([^"]+)"`)
)

// TestTheReferenceIsWhole holds that the page names every operation, parameter and error of the contract, that its links
// lead somewhere, and that nothing is named twice.
func TestTheReferenceIsWhole(t *testing.T) {
	s := embedded(t, webtest.Options{})
	r := s.Do("GET", "/docs", nil, nil)
	page := string(r.Body)
	if r.Status != 200 {
		t.Fatalf("%d", r.Status)
	}
	ids := map[string]bool{}
	for _, m := range names.FindAllStringSubmatch(page, -1) {
		if ids[m[1]] {
			t.Errorf("two things are named %s", m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range anchors.FindAllStringSubmatch(page, -1) {
		if !ids[m[1]] {
			t.Errorf("a link leads to %s, which is not there", m[1])
		}
	}
	for _, op := range contract(t, s) {
		if !ids[op.OperationID] {
			t.Errorf("%s is missing", op.OperationID)
		}
		_, section, _ := strings.Cut(page, `id="`+op.OperationID+`"`)
		section, _, _ = strings.Cut(section, "</article>")
		for _, p := range op.Parameters {
			if !strings.Contains(section, "<code>"+p.Name+"</code>") {
				t.Errorf("%s does not name %s", op.OperationID, p.Name)
			}
		}
		if !strings.Contains(section, "curl") || !strings.Contains(section, "Credential") || !strings.Contains(section, "minute") {
			t.Errorf("%s lacks its example, credential or limit", op.OperationID)
		}
	}
	for _, e := range apierror.Catalogue() {
		if !ids["error-"+string(e.Code)] {
			t.Errorf("%s is not explained", e.Code)
		}
	}
}
