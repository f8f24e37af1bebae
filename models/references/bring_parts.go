package references

import (
	"cmp"
	"encoding/json"
	"slices"
)

// maxFormerParts is how many parts a reference keeps that its post no longer has.
const maxFormerParts = MaxParts

// Brought is how rows of media change when the parts of an import are merged into the existing ones.
type Brought struct {
	Replaced []string         // ids of media that newer bytes of the same part replace
	Moved    map[string]int64 // new indexes of media that stay, by id
	Places   map[int64]int64  // the new index of every part that the reference still has, by the index before
}

// BringParts merges the parts of an import into the existing ones. It never deletes: a part that this import could not
// keep is unchanged, and a part that the post no longer has moves to the end.
func (r *Reference) BringParts(now *Parts) (b Brought, err error) {
	was, merged := r.PartList(), &Parts{Total: now.Total, Media: slices.Clone(now.Media), Names: make([]string, len(now.Media))}
	copy(merged.Names, now.Names)
	b.Moved, b.Places = map[string]int64{}, map[int64]int64{}
	for i, old := range was.Media {
		n := was.placeIn(now, i)
		if n >= 0 {
			b.Places[int64(i)] = int64(n)
		}
		switch {
		case n < 0 && old.State != PartKept:
			continue
		case n < 0 && len(merged.Media) >= len(now.Media)+maxFormerParts, n >= 0 && merged.Media[n].State == PartKept:
			if old.State == PartKept {
				b.Replaced = append(b.Replaced, *old.MediaID)
			}
			continue
		case n < 0:
			n = len(merged.Media)
			b.Places[int64(i)] = int64(n)
			merged.Media, merged.Names = append(merged.Media, old), append(merged.Names, was.name(i))
		case old.State == PartKept, old.State == PartExpired && merged.Media[n].State == PartSkipped:
			merged.Media[n] = old
			merged.Names[n] = cmp.Or(merged.Names[n], was.name(i))
		default:
			continue
		}
		if merged.Media[n].Index = int64(n); old.MediaID != nil && old.Index != int64(n) {
			b.Moved[*old.MediaID] = int64(n)
		}
	}
	r.PrimaryMediaID = nil
	if first := slices.IndexFunc(merged.Media, func(p Part) bool { return p.State == PartKept }); first >= 0 {
		r.PrimaryMediaID = merged.Media[first].MediaID
	}
	if !slices.ContainsFunc(merged.Names, func(name string) bool { return name != "" }) {
		merged.Names = nil
	}
	r.Parts, err = json.Marshal(merged)
	return b, err
}

// placeIn returns the index in now of part i: by the platform's name of it, because carousels lose parts; -1 if the post
// no longer has it. If either list has no names, the index is assumed to be the same: platforms without names do not
// allow changes to a published post, and addresses and bytes of a picture differ from fetch to fetch.
func (p *Parts) placeIn(now *Parts, i int) int {
	name, named := p.name(i), len(now.Names) == len(now.Media) && !slices.Contains(now.Names, "")
	switch {
	case name != "" && named:
		return slices.Index(now.Names, name)
	case i < len(now.Media):
		return i
	}
	return -1
}

func (p *Parts) name(i int) string {
	if i < len(p.Names) {
		return p.Names[i]
	}
	return ""
}
