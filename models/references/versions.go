package references

import (
	"context"

	"socialdata/internal/media/likeness"
	"socialdata/models/db"
)

// Versions groups references by their posters. It returns for each of ids whose poster has a hash the first of ids whose poster is a
// version of the same picture, which may be itself.
func (s *Store) Versions(ctx context.Context, workspaceID string, ids []string) (map[string]string, error) {
	var rows []PictureHash
	err := s.Read(ctx).Table("picture_hashes p").Select("p.reference_id, p.hash").
		Joins("JOIN saved_references r ON r.id = p.reference_id AND r.poster_media_id = p.media_id").
		Where("p.workspace_id = ? AND p.reference_id IN ? AND p.start_ms = ? AND p.hash IS NOT NULL", workspaceID, ids, wholeFile).Find(&rows).Error
	if err != nil {
		return nil, db.Error(err)
	}
	hashes := map[string]likeness.Hash{}
	for _, p := range rows {
		hashes[p.ReferenceID] = p.hash()
	}
	first := map[string]string{}
	for n, id := range ids {
		h, ok := hashes[id]
		if !ok {
			continue
		}
		first[id] = id
		for _, before := range ids[:n] {
			if other, ok := hashes[before]; ok && first[before] == before && h.Distance(other) <= likeness.Same {
				first[id] = before
				break
			}
		}
	}
	return first, nil
}
