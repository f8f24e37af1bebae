package shown

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/pages/page"
	"socialdata/models/support"
	"socialdata/views"
)

func TestActsOfSupportInWords(t *testing.T) {
	t.Parallel()
	for action, want := range map[support.Action]string{
		support.ActionImportRerun:    "Ran an import again",
		support.ActionCreditsGranted: "Granted credits",
		support.ActionRouteDisabled:  "Switched off a route",
		support.ActionRouteEnabled:   "Switched on a route",
		"something_new":              "something_new",
	} {
		if got := ActionWord(action); got != want {
			t.Errorf("actionWord(%s) = %q, want %q", action, got, want)
		}
	}
}

func TestActsLeadToWhatTheyConcern(t *testing.T) {
	t.Parallel()
	act := func(a support.Action, subject string, workspace *string) support.AuditView {
		return support.AuditView{AuditEntry: support.AuditEntry{Action: a, Subject: subject, WorkspaceID: workspace}}
	}
	tests := map[string]struct {
		act        support.AuditView
		forSupport bool
		href, home string // home is where the workspace is
	}{
		"support sees an import": {act(support.ActionImportRerun, "i", new("w")), true, "/support/imports/i",
			"/support/workspaces/w"},
		"an owner sees an import":  {act(support.ActionImportRerun, "i", new("w")), false, "/w/w/imports/i", ""},
		"an import of nobody":      {act(support.ActionImportRerun, "i", nil), false, "", ""},
		"support sees a route":     {act(support.ActionRouteDisabled, "r", nil), true, "/support/routes/r", ""},
		"a route that is on again": {act(support.ActionRouteEnabled, "r", nil), true, "/support/routes/r", ""},
		"an owner sees a route":    {act(support.ActionRouteEnabled, "r", nil), false, "", ""},
		"credits":                  {act(support.ActionCreditsGranted, "5", new("w")), true, "", "/support/workspaces/w"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := AuditRows(&page.Base{}, []support.AuditView{tt.act}, tt.forSupport)
			want := []views.Act{{Did: ActionWord(tt.act.Action), Subject: tt.act.Subject, Href: tt.href, WorkspaceHref: tt.home}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("auditRows (-want +got)\n%s", diff)
			}
		})
	}
}
