package jobs_test

import (
	"log/slog"
	"testing"
	"time"

	"socialdata/internal/media"
	"socialdata/jobs"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// TestImportsAreHashed holds that an import stores the hashes of what it keeps, that housekeeping computes the same ones of files
// without any, and that it looks at each file once.
func TestImportsAreHashed(t *testing.T) {
	b := wholeBench(t)
	if media.NewEngine().Name() != "ffmpeg" {
		t.Skip("ffmpeg is not installed")
	}
	for _, sample := range b.platforms.Samples() {
		b.link = sample.Items[0]
		b.referenceOf(t, b.run(t, b.accept(t, imports.ProfileFull, false)))
	}
	before := b.hashes(t)
	if len(before) < len(b.platforms.Samples()) {
		t.Fatalf("hashes of %d files", len(before))
	}
	looks := 0
	for _, p := range before {
		if p.Hash != nil {
			looks++
		}
	}
	t.Logf("%d rows, %d with a hash", len(before), looks)
	if looks == 0 {
		t.Error("no picture has a hash")
	}
	if err := b.Store.Write(t.Context()).Exec("DELETE FROM picture_hashes").Error; err != nil {
		t.Fatal(err)
	}
	r := &jobs.Repair{Store: b.Store, Media: b.Media, Folder: t.TempDir(), Log: slog.New(slog.DiscardHandler)}
	if more, err := r.HashMissing(t.Context()); more || err != nil {
		t.Fatalf("%v, %v", more, err)
	}
	after := b.hashes(t)
	if len(after) != len(before) {
		t.Fatalf("%d rows, %d before", len(after), len(before))
	}
	for n := range after {
		if a, b := after[n], before[n]; a.MediaID != b.MediaID || a.StartMs != b.StartMs || a.SHA256 != b.SHA256 || (a.Hash == nil) != (b.Hash == nil) || a.Hash != nil && *a.Hash != *b.Hash {
			t.Errorf("%+v, at the import %+v", a, b)
		}
	}
	if err := b.Store.Write(t.Context()).Exec("DELETE FROM picture_hashes").Error; err != nil {
		t.Fatal(err)
	}
	b.clock.Add(48 * time.Hour)
	if _, err := r.HashMissing(t.Context()); err != nil {
		t.Fatal(err)
	}
	if again := b.hashes(t); len(again) != len(before) {
		t.Errorf("a pass that begins a day before the last one finds %d of %d", len(again), len(before))
	}
	if err := b.Store.Write(t.Context()).Exec("DELETE FROM picture_hashes").Error; err != nil {
		t.Fatal(err)
	}
	if _, err := r.HashMissing(t.Context()); err != nil {
		t.Fatal(err)
	}
	if again := b.hashes(t); len(again) != 0 {
		t.Errorf("files of two days ago are looked at again: %d", len(again))
	}
	if more, err := (&jobs.Repair{Store: b.Store, Media: b.Media, Folder: t.TempDir(), Log: r.Log}).HashMissing(t.Context()); more || err != nil {
		t.Fatalf("another process: %v, %v", more, err)
	}
	list, next, err := b.Store.References.Unhashed(t.Context(), "")
	if len(list) > 0 || next != "" || err != nil {
		t.Errorf("left: %d, %q, %v", len(list), next, err)
	}
}

func (b *bench) hashes(t *testing.T) (rows []references.PictureHash) {
	t.Helper()
	if err := b.Store.Read(t.Context()).Order("media_id, start_ms").Find(&rows).Error; err != nil {
		t.Fatal(err)
	}
	return rows
}
