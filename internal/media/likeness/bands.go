package likeness

// Bands is the number of parts that a hash is cut into for finding its neighbours by an index.
const Bands = 4

const bandBits = 64 / Bands

// Reach is the largest distance that Probes is certain to find. Of two hashes that differ in 11 bits, at least one of four bands
// differs in no more than two.
const Reach = Bands*(probed+1) - 1

// probed is how many bits of a band Probes changes.
const probed = 2

// Band returns band n of a hash.
func (h Hash) Band(n int) int64 { return int64(h >> (n * bandBits) & (1<<bandBits - 1)) }

// Probes returns the values that band n has in every hash whose band differs in at most two bits: 137 values.
func (h Hash) Probes(n int) []int64 {
	band := h.Band(n)
	list := []int64{band}
	for i := range bandBits {
		list = append(list, band^1<<i)
		for j := range i {
			list = append(list, band^1<<i^1<<j)
		}
	}
	return list
}
