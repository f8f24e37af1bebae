package pages

import (
	"testing"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/valyala/fasthttp"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/imports"
	"socialdata/models/support"
	"socialdata/views"
)

// asked is the context of a GET of an address.
func asked(t *testing.T, at string) *fiber.Ctx {
	t.Helper()
	app, request := fiber.New(), &fasthttp.RequestCtx{}
	request.Request.SetRequestURI(at)
	c := app.AcquireCtx(request)
	t.Cleanup(func() { app.ReleaseCtx(c) })
	return c
}

func TestQueriesHoldTextOnly(t *testing.T) {
	t.Parallel()
	f := readQuery(asked(t, "/a?q=%20a%0D%0Ab%20&bad=x%FFy%00z&tag=1&tag=2"))
	got := []string{f.text("q"), f.text("bad"), f.text("none")}
	if diff := cmp.Diff([]string{"a\nb", "x\uFFFDy\uFFFDz", ""}, append(got, f.values["none"]...)); diff != "" {
		t.Errorf("values (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{"1", "2"}, f.values["tag"]); diff != "" {
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
			older, newest := pageLinks(asked(t, tt.at), tt.next)
			if older != tt.older || newest != tt.newest {
				t.Errorf("pageLinks = %q, %q, want %q, %q", older, newest, tt.older, tt.newest)
			}
		})
	}
}

func TestFiltersOfAListBeginAtItsFirstPage(t *testing.T) {
	t.Parallel()
	at := "/r?cursor=c&tag=a&tag=+b+&view=table"
	for want, got := range map[string]string{
		"/r?tag=a&tag=+b+&view=x": with(asked(t, at), "view", "x"),
		"/r?tag=a&tag=+b+":        with(asked(t, at), "view", ""),
		"/r?tag=a&view=table":     without(asked(t, at), "tag", "b"),
		"/r?tag=+b+&view=table":   without(asked(t, at), "tag", "a"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestFiltersOfFailures(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	tests := map[string]struct {
		at, link string
		filtered bool
		want     support.FailureFilter
	}{
		"none": {"/support", "/support?range=24h", false, support.FailureFilter{Since: now.AddDate(0, 0, -1)}},
		"a week": {"/support?range=7d", "/support?range=7d", false,
			support.FailureFilter{Since: now.AddDate(0, 0, -7)}},
		"an odd period": {"/support?range=9y", "/support?range=24h", false,
			support.FailureFilter{Since: now.AddDate(0, 0, -1)}},
		"all": {"/support?code=not_found&platform=clip_site&route=r&workspace=w&range=1h",
			"/support?code=not_found&platform=clip_site&range=1h&route=r&workspace=w", true,
			support.FailureFilter{Code: "not_found", Platform: content.ClipSite, RouteID: "r", WorkspaceID: "w",
				Since: now.Add(-time.Hour)}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := readFailureQuery(asked(t, tt.at))
			if q.at() != tt.link || q.filtered() != tt.filtered {
				t.Errorf("at %q, filtered %t", q.at(), q.filtered())
			}
			if diff := cmp.Diff(tt.want, q.filter(now)); diff != "" {
				t.Errorf("filter (-want +got)\n%s", diff)
			}
		})
	}
}

func TestFiltersOfImports(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		form *form
		want imports.Filter
	}{
		"none":        {formOf(), imports.Filter{}},
		"in flight":   {formOf("state", "in_flight"), imports.Filter{InFlight: true}},
		"failed":      {formOf("state", "failed"), imports.Filter{State: imports.Failed}},
		"no such one": {formOf("state", "running", "platform", "radio", "code", "rate_limited"), imports.Filter{}},
		"all together": {formOf("state", "failed", "platform", "clip_site", "code", "not_found"), imports.Filter{
			State: imports.Failed, Platform: content.ClipSite, Code: apierror.CodeNotFound}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := views.Imports{}
			if diff := cmp.Diff(tt.want, allPlatforms().importFilter(tt.form, &v)); diff != "" {
				t.Errorf("filter (-want +got)\n%s", diff)
			}
			if v.Filtered != (!tt.want.IsZero()) {
				t.Errorf("filtered: %t", v.Filtered)
			}
		})
	}
}
