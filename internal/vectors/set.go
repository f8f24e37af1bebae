package vectors

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
)

// block is how many vectors are compared by one goroutine without a pause.
const block = 4096

// Set holds vectors of one length by the ids of what they belong to. It is not safe for concurrent use while it is changed.
type Set struct {
	dimensions int
	data       []int8 // one after another
	inverse    []float32
	ids        []string
	at         map[string]int
}

// NewSet makes an empty Set of vectors of a length.
func NewSet(dimensions int) *Set { return &Set{dimensions: dimensions, at: map[string]int{}} }

// Dimensions returns the length of its vectors.
func (s *Set) Dimensions() int { return s.dimensions }

// Len returns how many vectors it holds.
func (s *Set) Len() int { return len(s.ids) }

// Bytes estimates what it occupies.
func (s *Set) Bytes() int64 { return int64(len(s.ids)) * int64(s.dimensions+perVector) }

// perVector estimates what a vector occupies beside its components: two ids and their places.
const perVector = 120

// Put adds a vector, or replaces that of an id. It ignores one of another length.
func (s *Set) Put(id string, v Vector) {
	if len(v) != s.dimensions {
		return
	}
	n, known := s.at[id]
	if !known {
		n = len(s.ids)
		s.at[id], s.ids = n, append(s.ids, id)
		s.data, s.inverse = append(s.data, v...), append(s.inverse, 0)
	}
	copy(s.data[n*s.dimensions:], v)
	s.inverse[n] = v.inverse()
}

// Remove forgets the vector of an id, if it has one.
func (s *Set) Remove(id string) {
	n, known := s.at[id]
	if !known {
		return
	}
	last := len(s.ids) - 1
	copy(s.data[n*s.dimensions:(n+1)*s.dimensions], s.data[last*s.dimensions:])
	s.inverse[n], s.ids[n] = s.inverse[last], s.ids[last]
	s.at[s.ids[n]] = n
	delete(s.at, id)
	s.data, s.inverse, s.ids = s.data[:last*s.dimensions], s.inverse[:last], s.ids[:last]
}

// Near is a vector that was found, with the cosine between it and the one that was asked for.
type Near struct {
	ID     string
	Cosine float32
}

// Nearest returns the vectors nearest to one, the nearest first; equal ones by their ids. It returns none for a vector of another length.
func (s *Set) Nearest(v Vector, most int) []Near {
	if len(v) != s.dimensions || most < 1 {
		return nil
	}
	blocks := (len(s.ids) + block - 1) / block
	found := make([][]Near, blocks)
	next := make(chan int, blocks)
	for n := range blocks {
		next <- n
	}
	close(next)
	var g sync.WaitGroup
	for range min(blocks, runtime.GOMAXPROCS(0)) {
		g.Go(func() {
			for n := range next {
				found[n] = s.nearestOf(n*block, min(len(s.ids), (n+1)*block), v, most)
			}
		})
	}
	g.Wait()
	return cut(slices.Concat(found...), most)
}

// nearestOf returns the nearest vectors of a range. It sorts whenever twice as many as wanted have gathered, and then skips what is
// farther than the last of those.
func (s *Set) nearestOf(from, to int, v Vector, most int) []Near {
	length, least := v.inverse(), float32(-2)
	list := make([]Near, 0, 2*most)
	for n := from; n < to; n++ {
		cosine := float32(dot(v, s.data[n*s.dimensions:(n+1)*s.dimensions])) * s.inverse[n] * length
		if cosine < least {
			continue
		}
		if list = append(list, Near{s.ids[n], cosine}); len(list) == 2*most {
			list = cut(list, most)
			least = list[most-1].Cosine
		}
	}
	return cut(list, most)
}

func cut(list []Near, most int) []Near {
	slices.SortFunc(list, func(a, b Near) int { return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(b.ID, a.ID)) })
	return list[:min(len(list), most)]
}
