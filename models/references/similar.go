package references

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"socialdata/internal/media/likeness"
	"socialdata/models/db"
)

// Bounds of one search for similar references.
const (
	MaxSimilar    = 50
	mostAsked     = 8      // pictures of the reference that are searched for
	mostOwnHashes = 500    // hashes of the reference that they are chosen from
	mostCompared  = 50_000 // pictures that one band may bring
)

// SimilarKind is why a reference is similar.
type SimilarKind string

// A reference is the same if it keeps a file with the same SHA-256, and similar if a picture of it looks alike.
const (
	SameFile     SimilarKind = "same"
	SimilarLooks SimilarKind = "similar"
)

// SimilarKinds lists every SimilarKind once.
func SimilarKinds() []SimilarKind { return []SimilarKind{SameFile, SimilarLooks} }

// SimilarPlace is where in a reference a picture was found.
type SimilarPlace struct {
	MediaID *string `json:"mediaId" doc:"The file; null unless it is kept now"`
	StartMs *int64  `json:"startMs" doc:"When the shot starts; null for a picture, a poster and a whole file"`
}

// Similar is a reference that has the same file, or a picture that looks alike.
type Similar struct {
	ReferenceID string       `json:"referenceId"`
	Score       float64      `json:"score" minimum:"0" maximum:"1" doc:"How alike the two most similar pictures are; 1 is no difference"`
	Kind        SimilarKind  `json:"kind" doc:"same: a file with the same SHA-256; similar: a picture, poster or shot that looks alike"`
	At          SimilarPlace `json:"at" doc:"Where in that reference"`
	Own         SimilarPlace `json:"own" doc:"Where in the reference that was asked about"`

	hash     int64
	distance int
}

// SimilarList is the result of a search. It is not complete if so many pictures share parts of a hash that not all were compared.
type SimilarList struct {
	Items    []Similar
	Complete bool
}

// FindSimilar lists the references of a workspace that have the same file as a reference, or a picture that looks alike, the most
// similar first. It finds every picture within likeness.Near of the mostAsked pictures that it asks for, unless the list is not complete.
func (s *Store) FindSimilar(ctx context.Context, workspaceID, id string, limit int) (*SimilarList, error) {
	if _, err := s.Find(ctx, workspaceID, id); err != nil {
		return nil, err
	}
	list := &SimilarList{Items: []Similar{}, Complete: true}
	err := s.Search(ctx, workspaceID, func(ctx context.Context) error {
		var own []PictureHash
		if err := s.Read(ctx).Where("reference_id = ?", id).Order("start_ms, media_id").Limit(mostOwnHashes).Find(&own).Error; err != nil {
			return db.Error(err)
		}
		best := map[string]Similar{}
		complete, err := s.lookAlikes(ctx, workspaceID, id, asked(own), best)
		if err != nil {
			return err
		}
		list.Complete = complete
		if err := s.sameFiles(ctx, workspaceID, id, own, best); err != nil {
			return err
		}
		list.Items = slices.AppendSeq(list.Items, maps.Values(best))
		slices.SortFunc(list.Items, bySimilarity)
		list.Items = list.Items[:min(len(list.Items), limit)]
		return s.locate(ctx, list.Items, own)
	})
	return list, err
}

func bySimilarity(a, b Similar) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.distance, b.distance), cmp.Compare(b.ReferenceID, a.ReferenceID))
}

// asked chooses the hashes to search for: each look once, spread evenly over the reference.
func asked(own []PictureHash) (list []likeness.Hash) {
	for n := range own {
		if own[n].Hash == nil {
			continue
		}
		h := own[n].hash()
		if !slices.ContainsFunc(list, func(other likeness.Hash) bool { return h.Distance(other) <= likeness.Same }) {
			list = append(list, h)
		}
	}
	if len(list) <= mostAsked {
		return list
	}
	spread := make([]likeness.Hash, mostAsked)
	for n := range spread {
		spread[n] = list[n*len(list)/mostAsked]
	}
	return spread
}
