package references

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"socialdata/internal/media/likeness"
	"socialdata/models/db"
)

// lookAlikes adds to best the references with a picture that is near one of the hashes. Each band is one statement over an index that
// has all it reads; the distance is computed here. It reports whether everything was compared.
func (s *Store) lookAlikes(ctx context.Context, workspaceID, id string, hashes []likeness.Hash, best map[string]Similar) (complete bool, err error) {
	complete = true
	for band := range likeness.Bands {
		if len(hashes) == 0 {
			break
		}
		var found []struct {
			Hash        int64
			ReferenceID string
		}
		err := s.Read(ctx).Table("picture_hashes").Select("hash, reference_id").
			Where(fmt.Sprintf("workspace_id = ? AND hash IS NOT NULL AND band%d %s", band, s.among()), workspaceID, s.numberList(probes(hashes, band))).
			Limit(mostCompared).Scan(&found).Error
		if err != nil {
			return false, db.Error(err)
		}
		complete = complete && len(found) < mostCompared
		for _, f := range found {
			distance := nearest(hashes, likeness.Hash(f.Hash)) //nolint:gosec // see PictureHash.set
			if was, ok := best[f.ReferenceID]; f.ReferenceID == id || distance > likeness.Near || ok && was.distance <= distance {
				continue
			}
			best[f.ReferenceID] = Similar{ReferenceID: f.ReferenceID, Kind: SimilarLooks, Score: likeness.Score(distance), hash: f.Hash, distance: distance}
		}
	}
	return complete, nil
}

// probes lists the values of a band that the neighbours of any of the hashes may have, each once.
func probes(hashes []likeness.Hash, band int) (list []int64) {
	for _, h := range hashes {
		list = append(list, h.Probes(band)...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// furthest is the distance of a picture from its negative.
const furthest = 64

func nearest(hashes []likeness.Hash, h likeness.Hash) int {
	distance := furthest
	for _, own := range hashes {
		distance = min(distance, own.Distance(h))
	}
	return distance
}

// among is the condition that a number is one of a list of any length, so that the statement has one text.
func (s *Store) among() string {
	if s.Postgres {
		return "= ANY (CAST(? AS BIGINT[]))"
	}
	return "IN (SELECT value FROM json_each(?))"
}

func (s *Store) numberList(list []int64) string {
	if s.Postgres {
		return "{" + strings.Trim(db.JSON(list), "[]") + "}"
	}
	return db.JSON(list)
}

// sameFiles adds to best the references that keep a file with the same SHA-256.
func (s *Store) sameFiles(ctx context.Context, workspaceID, id string, own []PictureHash, best map[string]Similar) error {
	var sums []string
	for _, p := range own {
		if p.SHA256 != "" {
			sums = append(sums, p.SHA256)
		}
	}
	if len(sums) == 0 {
		return nil
	}
	var rows []PictureHash
	err := s.Read(ctx).Where("workspace_id = ? AND sha256 IN ? AND sha256 <> '' AND reference_id <> ?", workspaceID, sums, id).
		Order("reference_id DESC").Limit(2 * MaxSimilar).Find(&rows).Error
	for _, p := range rows {
		mine := own[slices.IndexFunc(own, func(o PictureHash) bool { return o.SHA256 == p.SHA256 })]
		best[p.ReferenceID] = Similar{ReferenceID: p.ReferenceID, Kind: SameFile, Score: 1, At: SimilarPlace{MediaID: &p.MediaID}, Own: SimilarPlace{MediaID: &mine.MediaID}}
	}
	return db.Error(err)
}

// locate says where each picture was found, and where its nearest among own is.
func (s *Store) locate(ctx context.Context, list []Similar, own []PictureHash) error {
	var ids, files []string
	var hashes []int64
	for _, one := range list {
		ids = append(ids, one.ReferenceID)
		hashes = append(hashes, one.hash)
	}
	if len(ids) == 0 {
		return nil
	}
	var rows []PictureHash
	err := s.Read(ctx).Where("reference_id IN ? AND hash IN ?", ids, hashes).Order("start_ms DESC").Limit(10 * MaxSimilar).Find(&rows).Error
	if err == nil {
		err = s.Read(ctx).Model(&Media{}).Where("reference_id IN ? AND state = ?", append(ids, own[0].ReferenceID), MediaStored).
			Limit((MaxSimilar+1)*(MaxParts+2)).Pluck("id", &files).Error
	}
	for n := range list {
		one := &list[n]
		if one.Kind == SameFile {
			one.At, one.Own = one.At.among(files), one.Own.among(files)
			continue
		}
		if i := slices.IndexFunc(rows, func(p PictureHash) bool { return p.ReferenceID == one.ReferenceID && *p.Hash == one.hash }); i >= 0 {
			one.At = rows[i].place().among(files)
		}
		one.Own = nearestOf(own, likeness.Hash(one.hash)).place().among(files) //nolint:gosec // see PictureHash.set
	}
	return db.Error(err)
}

// nearestOf is the picture that is nearest to a hash, the first of several. At least one has a hash.
func nearestOf(own []PictureHash, h likeness.Hash) PictureHash {
	return slices.MinFunc(own, func(a, b PictureHash) int { return cmp.Compare(a.distance(h), b.distance(h)) })
}

// distance is how far a picture is from a hash; more than any if it has none.
func (p *PictureHash) distance(h likeness.Hash) int {
	if p.Hash == nil {
		return furthest + 1
	}
	return p.hash().Distance(h)
}

// place is where a picture was found.
func (p PictureHash) place() (at SimilarPlace) {
	at.MediaID = &p.MediaID
	if p.StartMs != wholeFile {
		at.StartMs = &p.StartMs
	}
	return at
}

// among drops the id of the file unless it is kept.
func (at SimilarPlace) among(kept []string) SimilarPlace {
	if at.MediaID != nil && !slices.Contains(kept, *at.MediaID) {
		at.MediaID = nil
	}
	return at
}
