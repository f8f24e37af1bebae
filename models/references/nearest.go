package references

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/vectors"
	"socialdata/models/db"
)

// MostNear is how many references a search by meaning finds.
const MostNear = 100

// Bounds of the vectors in memory.
const (
	mostVectorBytes = 256 << 20 // of all workspaces; that of the last search stays even if it is larger
	vectorLookBack  = time.Minute
)

// nearSet holds the vectors of one workspace and model.
type nearSet struct {
	sync.Mutex

	set   *vectors.Set
	seen  map[string]int64 // when the vectors that it holds were made
	until int64            // the latest of them
	used  int64            // number of the search that used it last
}

// nearSets holds the vectors of the workspaces that searched last, by workspace and model.
type nearSets struct {
	sync.Mutex

	sets     map[[2]string]*nearSet
	searches int64
}

// of returns the set of a workspace, and forgets those that were not used for longest if all are too large.
func (n *nearSets) of(workspaceID, model string) *nearSet {
	n.Lock()
	defer n.Unlock()
	if n.sets == nil {
		n.sets = map[[2]string]*nearSet{}
	}
	n.searches++
	key := [2]string{workspaceID, model}
	if n.sets[key] == nil {
		n.sets[key] = &nearSet{}
	}
	n.sets[key].used = n.searches
	n.shrink(mostVectorBytes)
	return n.sets[key]
}

// shrink forgets sets until the rest is within a bound or one is left. A set that is searched right now counts nothing.
func (n *nearSets) shrink(most int64) {
	type sized struct {
		key   [2]string
		used  int64
		bytes int64
	}
	var list []sized
	total := int64(0)
	for key, set := range n.sets {
		one := sized{key: key, used: set.used}
		if set.TryLock() {
			if set.set != nil {
				one.bytes = set.set.Bytes()
			}
			set.Unlock()
		}
		total += one.bytes
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b sized) int { return cmp.Compare(a.used, b.used) })
	for _, one := range list[:max(0, len(list)-1)] {
		if total <= most {
			return
		}
		total -= one.bytes
		delete(n.sets, one.key)
	}
}

// near is a reference that a search by meaning found.
type near struct {
	id     string
	cosine float32
}

// place returns its position: the nearest first.
func (n near) place() db.Position { return db.After(int64(float64(n.cosine)*1e9), n.id) }

// NearestPage is one page of a search by meaning.
type NearestPage struct {
	*db.RecordPage[Reference]

	moments map[string]Passage // what is said that is meant, by reference
}

// AddMoments adds, to the places where the references of the page have the words themselves, the moment in which they say what is meant,
// if no other place has a time. Places that are nil stay unknown.
func (p *NearestPage) AddMoments(found [][]TextMatch) {
	for n := range found {
		said, ok := p.moments[p.Items[n].ID]
		timed := slices.ContainsFunc(found[n], func(m TextMatch) bool { return m.StartMs != nil })
		if ok && !timed && found[n] != nil {
			found[n] = append(found[n], TextMatch{Field: InTranscript, Snippet: Snippet{Text: said.Text, Marks: []Mark{}}, MediaID: p.Items[n].KeptVideo(), StartMs: &said.StartMs})
		}
	}
}

// Nearest reads one page of the MostNear references of a workspace whose vectors of a model are nearest to one, the nearest first. scope
// ties cursors to the words that were searched for.
func (s *Store) Nearest(ctx context.Context, workspaceID, model string, v vectors.Vector, scope string, p db.PageRequest) (*NearestPage, error) {
	var list []near
	err := s.Search(ctx, workspaceID, func(ctx context.Context) (err error) {
		list, err = s.nearest(ctx, workspaceID, model, v)
		return err
	})
	if err != nil {
		return nil, err
	}
	list, next, err := db.PageOf(s.DB, list, "meaning\x00"+workspaceID+"\x00"+scope, p, near.place)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for n, one := range list {
		ids[n] = one.id
	}
	page, err := s.pageInOrder(ctx, workspaceID, ids, next)
	if err != nil {
		return nil, err
	}
	moments, err := s.momentsMeant(ctx, workspaceID, model, v, list)
	return &NearestPage{page, moments}, err
}

// nearest searches the vectors in memory, after it has read what is new. References that are deleted meanwhile leave them, and the search
// is made again without them.
func (s *Store) nearest(ctx context.Context, workspaceID, model string, v vectors.Vector) ([]near, error) {
	held := s.near.of(workspaceID, model)
	held.Lock()
	defer held.Unlock()
	if err := held.refresh(ctx, s, workspaceID, model, len(v)); err != nil {
		return nil, err
	}
	for {
		var list []near
		var ids []string
		for _, one := range held.set.Nearest(v, MostNear) {
			list, ids = append(list, near{one.ID, one.Cosine}), append(ids, one.ID)
		}
		there, err := s.withVectors(ctx, workspaceID, ids)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(ids, func(id string) bool { return !there[id] }) {
			return list, nil
		}
		for _, id := range ids {
			if !there[id] {
				held.set.Remove(id)
				delete(held.seen, id)
			}
		}
	}
}

// withVectors returns which references of a workspace still have a vector. It asks by their ids alone, as FindReferences does.
func (s *Store) withVectors(ctx context.Context, workspaceID string, ids []string) (map[string]bool, error) {
	there := map[string]bool{}
	if len(ids) == 0 {
		return there, nil
	}
	var rows []Meaning
	err := s.Read(ctx).Select("reference_id, workspace_id").Where("reference_id IN ? AND vector IS NOT NULL", ids).Find(&rows).Error
	for _, m := range rows {
		there[m.ReferenceID] = m.WorkspaceID == workspaceID
	}
	return there, db.Error(err)
}

// refresh reads the vectors that are new since the last search. It looks back for a while, because they are not committed in the order
// of their times, and skips those that it has.
func (n *nearSet) refresh(ctx context.Context, s *Store, workspaceID, model string, dimensions int) error {
	if n.set == nil || n.set.Dimensions() != dimensions {
		n.set, n.seen, n.until = vectors.NewSet(dimensions), map[string]int64{}, 0
	}
	from := max(0, n.until-vectorLookBack.Microseconds())
	var changed []Meaning
	err := s.Read(ctx).Select("reference_id, updated_at").Where("workspace_id = ? AND model = ? AND updated_at >= ? AND vector IS NOT NULL", workspaceID, model, from).
		Order("updated_at, reference_id").Find(&changed).Error
	if err != nil {
		return db.Error(err)
	}
	var ids []string
	for _, m := range changed {
		if at, has := n.seen[m.ReferenceID]; !has || at != m.UpdatedAt {
			ids = append(ids, m.ReferenceID)
		}
	}
	for ids := range slices.Chunk(ids, meaningStep) {
		if err := n.load(s.Read(ctx), workspaceID, model, ids); err != nil {
			return db.Error(err)
		}
	}
	return nil
}

// load reads vectors by their ids alone, see withVectors. Callers pass the oldest first, so that a load that was interrupted is gone on with.
func (n *nearSet) load(q *gorm.DB, workspaceID, model string, ids []string) error {
	var rows []Meaning
	if err := q.Where("reference_id IN ? AND vector IS NOT NULL", ids).Find(&rows).Error; err != nil {
		return err
	}
	for _, m := range rows {
		if m.WorkspaceID != workspaceID || m.Model != model {
			continue // made by another model meanwhile
		}
		n.set.Remove(m.ReferenceID) // should the new one have another length
		n.set.Put(m.ReferenceID, vectors.Stored(m.Vector))
		n.seen[m.ReferenceID], n.until = m.UpdatedAt, max(n.until, m.UpdatedAt)
	}
	return nil
}
