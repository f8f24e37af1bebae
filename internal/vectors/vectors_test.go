package vectors

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func random(r *rand.Rand, dimensions int) Vector {
	components := make([]float32, dimensions)
	for n := range components {
		components[n] = float32(r.NormFloat64())
	}
	v, err := From(components)
	if err != nil {
		panic(err)
	}
	return v
}

// slowly computes the cosine between two vectors by its definition.
func slowly(a, b Vector) float64 {
	var ab, aa, bb float64
	for n := range a {
		ab += float64(a[n]) * float64(b[n])
		aa += float64(a[n]) * float64(a[n])
		bb += float64(b[n]) * float64(b[n])
	}
	return ab / math.Sqrt(aa) / math.Sqrt(bb)
}

// TestNearestIsExact compares the search, over several blocks, with the cosines of all vectors, sorted; some were replaced and some removed.
func TestNearestIsExact(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for _, dimensions := range []int{3, 13, 64, 384} {
		set, all := NewSet(dimensions), map[string]Vector{}
		for n := range 3*block + 7 {
			id := fmt.Sprint(n % (2*block + 11))
			all[id] = random(r, dimensions)
			set.Put(id, all[id])
		}
		for n := 0; n < 2*block; n += 3 {
			set.Remove(fmt.Sprint(n))
			set.Remove("unknown")
			delete(all, fmt.Sprint(n))
		}
		asked := random(r, dimensions)
		want := []string{}
		for id := range all {
			want = append(want, id)
		}
		slices.SortFunc(want, func(a, b string) int {
			return cmp.Or(cmp.Compare(float32(slowly(all[b], asked)), float32(slowly(all[a], asked))), cmp.Compare(b, a))
		})
		got := set.Nearest(asked, 100)
		if len(got) != 100 || set.Len() != len(all) {
			t.Fatalf("%d found, %d held of %d", len(got), set.Len(), len(all))
		}
		for n, near := range got {
			if off := math.Abs(float64(near.Cosine) - slowly(all[near.ID], asked)); off > 1e-5 {
				t.Errorf("%d dimensions: the cosine of %s is %v off", dimensions, near.ID, off)
			}
			if off := math.Abs(slowly(all[near.ID], asked) - slowly(all[want[n]], asked)); off > 1e-6 {
				t.Errorf("%d dimensions: place %d has %s, want %s", dimensions, n, near.ID, want[n])
			}
		}
	}
}

// TestBytesKeepTheDirection holds that a quantised direction is within half a degree of itself.
func TestBytesKeepTheDirection(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	components := make([]float32, 384)
	for n := range components {
		components[n] = float32(r.NormFloat64())
	}
	v, err := From(components)
	if err != nil {
		t.Fatal(err)
	}
	again := Stored(v.Bytes())
	var ab, aa, bb float64
	for n, x := range components {
		ab += float64(x) * float64(again[n])
		aa += float64(x) * float64(x)
		bb += float64(again[n]) * float64(again[n])
	}
	if cosine := ab / math.Sqrt(aa*bb); cosine < math.Cos(math.Pi/360) {
		t.Errorf("a cosine of %v", cosine)
	}
}

func TestWhatHasNoDirectionIsNoVector(t *testing.T) {
	t.Parallel()
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for name, components := range map[string][]float32{"nothing": {}, "zeros": {0, 0}, "no number": {1, nan}, "no number first": {nan, 1}, "endless": {1, -inf}, "too long": make([]float32, MostDimensions+1)} {
		if _, err := From(components); err == nil {
			t.Errorf("%s: a vector was made", name)
		}
	}
	set := NewSet(2)
	set.Put("a", Vector{1, 2, 3})
	if set.Len() != 0 || set.Nearest(Vector{1, 2, 3}, 5) != nil {
		t.Error("a vector of another length is taken")
	}
}

// BenchmarkNearest searches 100,000 vectors of 384 dimensions.
func BenchmarkNearest(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	set := NewSet(384)
	for n := range 100_000 {
		set.Put(fmt.Sprint(n), random(r, 384))
	}
	asked := random(r, 384)
	for b.Loop() {
		if len(set.Nearest(asked, 100)) != 100 {
			b.Fatal("not found")
		}
	}
}
