package boards

import (
	"context"

	"socialdata/models/db"
)

// MostCovers is of how many pictures the cover of a board is made.
const MostCovers = 4

// Covers returns, by board id, the media ids of the posters of a manual board's first references, at most MostCovers per board.
func (s *Store) Covers(ctx context.Context, ids []string) (map[string][]string, error) {
	var rows []struct{ BoardID, PosterMediaID string }
	err := s.Read(ctx).Raw(`SELECT board_id, poster_media_id FROM (
			SELECT b.board_id, r.poster_media_id, ROW_NUMBER() OVER (PARTITION BY b.board_id ORDER BY b.place) AS n
			FROM board_references b JOIN saved_references r ON r.id = b.reference_id
			WHERE b.board_id IN ? AND r.poster_media_id IS NOT NULL) AS posters
		WHERE n <= ? ORDER BY board_id, n`, ids, MostCovers).Scan(&rows).Error
	covers := map[string][]string{}
	for _, r := range rows {
		covers[r.BoardID] = append(covers[r.BoardID], r.PosterMediaID)
	}
	return covers, db.Error(err)
}
