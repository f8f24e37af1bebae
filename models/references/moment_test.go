package references_test

import (
	"sync"
	"testing"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestMomentIsOne lets the files of a reference go while it is read, between one statement and the next.
func TestMomentIsOne(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		id := modelstest.Save(t, s, in.Workspace, modelstest.Saved{Media: []references.Media{
			{Role: references.PrimaryMedia, ContentType: "video/mp4", BlobKey: "kept", Filename: "a.mp4"}}})
		var once sync.Once
		modelstest.Must(t, s.Read(t.Context()).Callback().Query().After("gorm:query").Register("meanwhile", func(tx *gorm.DB) {
			if tx.Statement.Table == "saved_references" {
				once.Do(func() { modelstest.Run(t, s, "UPDATE media SET state = 'deleting'") })
			}
		}))
		m, err := s.References.ReadMoment(t.Context(), in.Workspace, id)
		if err != nil || m.PrimaryMediaID == nil || len(m.Files) != 1 || m.Files[0].ID != *m.PrimaryMediaID {
			t.Errorf("reference and files disagree: %+v, %v", m, err)
		}
		if m, err = s.References.ReadMoment(t.Context(), in.Workspace, id); err != nil || len(m.Files) != 0 {
			t.Errorf("a moment later: %+v, %v", m.Files, err)
		}
		_, err = s.References.ReadMoment(t.Context(), db.NewID(), id)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
	})
}
