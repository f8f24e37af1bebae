package imports_test

import (
	"encoding/json"
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestAReadyReferenceIsToldWhateverItsImportsDo imports what is kept already, and fails or cancels that: what was told last of
// the reference is always where it stands.
func TestAReadyReferenceIsToldWhateverItsImportsDo(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		r := in.Begin(t, in.Accept(t, "first"), "w")
		in.FinishStages(t, r)
		modelstest.Must(t, s.Imports.Commit(t.Context(), r, modelstest.OneCredit()))
		for n, end := range []imports.Outcome{{Code: "network_timeout", Retryable: false}, {Cancelled: true}} {
			clock.Add(time.Second)
			again := in.Begin(t, in.Accept(t, string(end.Code)+"again", func(n *imports.NewImport) { n.MediaProfile = imports.ProfileFull }), "w")
			in.FinishStages(t, again)
			isTold(t, in, *again.Import.ReferenceID, 2*n+1)
			modelstest.Must(t, s.Imports.EndRun(t.Context(), again, end))
			isTold(t, in, *again.Import.ReferenceID, 2*n+2)
		}
	})
}

// isTold wants so many events of a reference, the last of which says where it stands.
func isTold(t *testing.T, in modelstest.Installed, id string, times int) {
	t.Helper()
	p, err := in.Events.List(t.Context(), in.Workspace, events.Filter{Types: []events.Type{events.ReferenceUpdated}}, db.PageRequest{Limit: 100})
	modelstest.Must(t, err)
	if len(p.Items) != times {
		t.Fatalf("it was told %d times, want %d", len(p.Items), times)
	}
	var last references.ReferenceNow
	modelstest.Must(t, json.Unmarshal([]byte(p.Items[0].Data), &last))
	ref, err := in.References.Find(t.Context(), in.Workspace, id)
	modelstest.Must(t, err)
	if last.ID != id || last.Revision != ref.Revision || last.MediaAvailability != ref.MediaAvailability {
		t.Errorf("%+v was told, it stands at revision %d, %s", last, ref.Revision, ref.MediaAvailability)
	}
}
