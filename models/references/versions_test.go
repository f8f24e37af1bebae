package references_test

import (
	"maps"
	"testing"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/internal/media/likeness"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestVersions: ads of one advertiser with one picture are versions of a creative; posts with an equal picture, and ads of others, are not.
func TestVersions(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		const look = likeness.Hash(0xf0e1d2c3b4a59687)
		const w = "w"
		modelstest.Run(t, s, "INSERT INTO workspaces (id, name, revision, balance, granted, spent, created_at) VALUES ('w', 'W', 1, 1000, 1000, 0, 0)")
		save := func(link, by string, picture likeness.Hash) string {
			in := modelstest.Saved{Link: link, SourceTitle: link, Media: []references.Media{{Role: references.PosterMedia, ContentType: "image/jpeg", BlobKey: link, SHA256: link}}}
			if by != "" {
				in.Channel = &content.AccountRef{ID: by}
			}
			id := modelstest.Save(t, s, w, in)
			modelstest.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error {
				return references.KeepHashes(tx, &references.Reference{ID: id, WorkspaceID: w}, []references.HashedFile{{MediaID: in.Media[0].ID, Picture: &picture}})
			}))
			return id
		}
		const own, other = "ad_library:page:1", "ad_library:page:2"
		first, second := save("ad_library:1", own, look), save("ad_library:2", own, flip(look, 3))
		stranger, different := save("ad_library:3", other, look), save("ad_library:4", own, ^look)
		nobody, nobody2 := save("ad_library:5", "", look), save("ad_library:6", "", look)
		post, post2 := save("video_site:7", "video_site:A", look), save("video_site:8", "video_site:A", look)
		got, err := s.References.Versions(t.Context(), w, []string{post, first, stranger, second, different, nobody, nobody2, post2})
		want := map[string]string{first: first, second: first, stranger: stranger, different: different}
		if err != nil || !maps.Equal(got, want) {
			t.Errorf("%v, %v; want %v", got, err, want)
		}
	})
}
