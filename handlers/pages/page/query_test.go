package page

import (
	"testing"

	"socialdata/handlers/pages/pagetest"

	"github.com/google/go-cmp/cmp"
)

func TestQueriesHoldTextOnly(t *testing.T) {
	t.Parallel()
	f := ReadQuery(pagetest.Asked(t, "/a?q=%20a%0D%0Ab%20&bad=x%FFy%00z&tag=1&tag=2"))
	got := []string{f.Text("q"), f.Text("bad"), f.Text("none")}
	if diff := cmp.Diff([]string{"a\nb", "x\uFFFDy\uFFFDz", ""}, append(got, f.Values["none"]...)); diff != "" {
		t.Errorf("values (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{"1", "2"}, f.Values["tag"]); diff != "" {
		t.Errorf("tags (-want +got)\n%s", diff)
	}
}

func TestLinksToOlderAndNewestRows(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ at, next, older, newest string }{
		"one page":   {"/a?q=x", "", "", ""},
		"the first":  {"/a?q=x", "n", "/a?cursor=n&q=x", ""},
		"a middle":   {"/a?cursor=m&q=x", "n", "/a?cursor=n&q=x", "/a?q=x"},
		"the last":   {"/a?cursor=m&q=x", "", "", "/a?q=x"},
		"no filters": {"/a", "n&o", "/a?cursor=n%26o", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			older, newest := PageLinks(pagetest.Asked(t, tt.at), tt.next)
			if older != tt.older || newest != tt.newest {
				t.Errorf("pageLinks = %q, %q, want %q, %q", older, newest, tt.older, tt.newest)
			}
		})
	}
}
