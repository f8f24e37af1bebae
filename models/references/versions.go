package references

import (
	"context"

	"socialdata/internal/content"
	"socialdata/internal/media/likeness"
	"socialdata/models/db"
)

// Versions groups ads that are versions of one creative. It returns for each such ad of ids the first of ids that is a version of the same
// creative, which may be itself. This is the only place that decides what a version is: an ad of the same advertiser with the same
// picture. Posts and videos are versions of nothing, because many of them show an equal picture, such as a series with one cover.
func (s *Store) Versions(ctx context.Context, workspaceID string, ids []string) (map[string]string, error) {
	var rows []struct {
		PictureHash
		ChannelID string
	}
	err := s.Read(ctx).Table("picture_hashes p").Select("p.reference_id, p.hash, r.channel_id").
		Joins("JOIN saved_references r ON r.id = p.reference_id AND r.poster_media_id = p.media_id").
		Where("p.workspace_id = ? AND p.reference_id IN ? AND p.start_ms = ? AND p.hash IS NOT NULL", workspaceID, ids, wholeFile).
		Where("r.platform = ? AND r.channel_id <> ''", content.AdLibrary).Find(&rows).Error
	if err != nil {
		return nil, db.Error(err)
	}
	type ad struct {
		advertiser string
		picture    likeness.Hash
	}
	ads := map[string]ad{}
	for _, p := range rows {
		ads[p.ReferenceID] = ad{p.ChannelID, p.hash()}
	}
	first := map[string]string{}
	for n, id := range ids {
		one, ok := ads[id]
		if !ok {
			continue
		}
		first[id] = id
		for _, before := range ids[:n] {
			other, ok := ads[before]
			if ok && first[before] == before && one.advertiser == other.advertiser && one.picture.Distance(other.picture) <= likeness.Same {
				first[id] = before
				break
			}
		}
	}
	return first, nil
}
