package references_test

import (
	"math/rand/v2"
	"testing"

	"gorm.io/gorm"

	"socialdata/internal/media/likeness"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// library is a workspace with references that have hashes and no files.
type library struct {
	*models.Store
	workspace string
}

func (l library) add(t *testing.T, id string, files ...references.HashedFile) {
	t.Helper()
	r := references.Reference{ID: id, WorkspaceID: l.workspace, ContentID: id, Platform: "clip_site", State: references.Ready, Tags: "[]"}
	modelstest.Must(t, l.Write(t.Context()).Exec("INSERT INTO contents (id, subject) VALUES (?, ?)", id, id).Error)
	modelstest.Must(t, l.Write(t.Context()).Create(&r).Error)
	modelstest.Must(t, l.Tx(t.Context(), func(tx *gorm.DB) error { return references.KeepHashes(tx, &r, files) }))
}

func (l library) similar(t *testing.T, id string) []references.Similar {
	t.Helper()
	list, err := l.References.FindSimilar(t.Context(), l.workspace, id, references.MaxSimilar)
	modelstest.Must(t, err)
	if !list.Complete {
		t.Error("not complete")
	}
	return list.Items
}

// flip changes n bits of a hash, spread over its bands.
func flip(h likeness.Hash, n int) likeness.Hash {
	for i := range n {
		h ^= 1 << (i*16%64 + i/4)
	}
	return h
}

func TestSimilar(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		l, other := library{s, "w"}, library{s, "v"}
		for _, w := range []string{"w", "v"} {
			modelstest.Run(t, s, "INSERT INTO workspaces (id, name, revision, balance, granted, spent, created_at) VALUES ('"+w+"', 'W', 1, 0, 0, 0, 0)")
		}
		const look, scene = likeness.Hash(0xf0e1d2c3b4a59687), likeness.Hash(0x00ff00ff00ff00ff)
		picture := func(id string, h likeness.Hash) references.HashedFile {
			return references.HashedFile{MediaID: id, Picture: &h}
		}
		l.add(t, "own", picture("own-poster", look), references.HashedFile{MediaID: "own-file", SHA256: "sum", Shots: []references.ShotHash{{StartMs: 2000, Hash: scene}}})
		l.add(t, "scene", picture("scene-poster", scene))
		l.add(t, "near", picture("near-poster", flip(look, likeness.Near)))
		l.add(t, "far", picture("far-poster", flip(look, likeness.Near+1)))
		l.add(t, "video", references.HashedFile{MediaID: "video-file", SHA256: "another", Shots: []references.ShotHash{{StartMs: 0, Hash: ^look}, {StartMs: 4200, Hash: flip(look, 3)}}})
		l.add(t, "copy", references.HashedFile{MediaID: "copy-file", SHA256: "sum"})
		l.add(t, "plain", references.HashedFile{MediaID: "plain-poster"})
		l.add(t, "blank", references.HashedFile{MediaID: "blank-poster"})
		other.add(t, "theirs", picture("their-poster", look), references.HashedFile{MediaID: "their-file", SHA256: "sum"})
		modelstest.Run(t, s, `INSERT INTO media (id, workspace_id, reference_id, import_id, role, part, state, blob_key, content_type, bytes, sha256, filename, created_at)
			VALUES ('video-file', 'w', 'video', 'i', 'primary', 0, 'ready', 'k', 'video/mp4', 1, 'another', 'f', 0),
			('own-file', 'w', 'own', 'i', 'primary', 0, 'ready', 'k', 'video/mp4', 1, 'sum', 'f', 0)`)
		got := l.similar(t, "own")
		if len(got) != 4 || got[0].ReferenceID != "copy" || got[1].ReferenceID != "scene" || got[2].ReferenceID != "video" || got[3].ReferenceID != "near" {
			t.Fatalf("%+v", got)
		}
		if got[0].Kind != references.SameFile || got[0].Score != 1 || got[0].At.StartMs != nil {
			t.Errorf("the copy: %+v", got[0])
		}
		if own := got[1].Own; own.StartMs == nil || *own.StartMs != 2000 || own.MediaID == nil || *own.MediaID != "own-file" {
			t.Errorf("the scene looks like %+v, not like the shot at its second 2", own)
		}
		if v := got[2]; v.Kind != references.SimilarLooks || v.Score != 1-3.0/64 || v.At.StartMs == nil || *v.At.StartMs != 4200 || v.At.MediaID == nil || *v.At.MediaID != "video-file" {
			t.Errorf("the video: %+v", v)
		}
		if own := got[2].Own; own.StartMs != nil || own.MediaID != nil {
			t.Errorf("the video looks like %+v, not like the poster that is not kept any more", own)
		}
		if v := got[3]; v.At.StartMs != nil || v.At.MediaID != nil {
			t.Errorf("the poster that is not kept any more: %+v", v.At)
		}
		if list := l.similar(t, "plain"); len(list) > 0 {
			t.Errorf("a plain picture looks like %+v", list)
		}
		_, err := s.References.FindSimilar(t.Context(), "w", "theirs", 10)
		modelstest.WantCode(t, err, "not_found")
		modelstest.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error { return references.ForgetHashes(tx, []string{"near-poster"}) }))
		modelstest.Run(t, s, "DELETE FROM saved_references WHERE id = 'copy'")
		if got := l.similar(t, "own"); len(got) != 2 {
			t.Errorf("after a replacement and a deletion: %+v", got)
		}
	})
}

// TestSimilarFindsAllThatIsNear compares the search over bands with one that compares everything.
func TestSimilarFindsAllThatIsNear(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		modelstest.Run(t, s, "INSERT INTO workspaces (id, name, revision, balance, granted, spent, created_at) VALUES ('w', 'W', 1, 0, 0, 0, 0)")
		l, r, want := library{s, "w"}, rand.New(rand.NewPCG(5, 6)), 0
		const look = likeness.Hash(0x0123456789abcdef)
		own := look
		l.add(t, "own", references.HashedFile{MediaID: "own", Picture: &own})
		for n := range 40 {
			h := look
			for _, bit := range r.Perm(64)[:n%16] {
				h ^= 1 << bit
			}
			if h.Distance(look) <= likeness.Near {
				want++
			}
			id := string(rune('A'+n%26)) + string(rune('a'+n/26))
			l.add(t, id, references.HashedFile{MediaID: id, Picture: &h})
		}
		if got := l.similar(t, "own"); len(got) != want {
			t.Errorf("%d found, %d are near", len(got), want)
		}
	})
}
