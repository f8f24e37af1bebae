package main

import (
	"testing"
	"time"

	"socialdata/models/support"
)

func TestReplayGroupIsNamedAsOnThePage(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	f, err := replayCmd{Group: map[string]string{"code": "source_changed", "reason": "none", "platform": "video_site", "route": "video_site.web", "workspace": "w"}, Since: time.Hour}.filter(now)
	want := support.FailureFilter{Code: "source_changed", Reason: "none", Platform: "video_site", RouteID: "video_site.web", WorkspaceID: "w", Since: now.Add(-time.Hour)}
	if err != nil || f != want {
		t.Errorf("%+v, %v", f, err)
	}
	if _, err := (replayCmd{Group: map[string]string{"rout": "video_site.web"}}).filter(now); err == nil {
		t.Error("a misspelt name is no error")
	}
}
