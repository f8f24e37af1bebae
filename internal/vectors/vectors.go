// Package vectors stores directions as bytes and finds, among many, those nearest to one. The search is exact: every vector is compared.
//
// It may import nothing of ours.
package vectors

import (
	"errors"
	"math"
)

// MostDimensions bounds the length of a vector.
const MostDimensions = 4096

// Vector is a direction of which each component is one byte. Its length means nothing: the largest component is 127 or -127.
type Vector []int8

var errNoDirection = errors.New("a vector has no direction: it is empty, too long, all zeros, or has a component that is not a number")

// From quantises the components of a direction.
func From(components []float32) (Vector, error) {
	largest := 0.0
	for _, x := range components {
		largest = math.Max(largest, math.Abs(float64(x))) // of NaN it is NaN
	}
	if len(components) > MostDimensions || !(largest > 0) || math.IsInf(largest, 0) {
		return nil, errNoDirection
	}
	v := make(Vector, len(components))
	for n, x := range components {
		v[n] = int8(math.Round(float64(x) / largest * math.MaxInt8))
	}
	return v, nil
}

// Bytes returns the stored form.
func (v Vector) Bytes() []byte {
	stored := make([]byte, len(v))
	for n, x := range v {
		stored[n] = byte(x) //nolint:gosec // the bits stay
	}
	return stored
}

// Stored reads the stored form.
func Stored(stored []byte) Vector {
	v := make(Vector, len(stored))
	for n, x := range stored {
		v[n] = int8(x) //nolint:gosec // the bits stay
	}
	return v
}

// Cosine returns the cosine between two vectors; 0 for vectors of different lengths.
func Cosine(a, b Vector) float32 {
	if len(a) != len(b) {
		return 0
	}
	return float32(dot(a, b)) * a.inverse() * b.inverse()
}

// inverse returns 1 divided by the length of a vector; 0 for one without a direction.
func (v Vector) inverse() float32 {
	if squares := dot(v, v); squares > 0 {
		return float32(1 / math.Sqrt(float64(squares)))
	}
	return 0
}

// dot multiplies two vectors of one length. MostDimensions products fit in its numbers.
func dot(a, b []int8) int32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 int32
	n := 0
	for ; n+8 <= len(a); n += 8 {
		x, y := a[n:n+8:n+8], b[n:n+8:n+8]
		s0 += int32(x[0])*int32(y[0]) + int32(x[4])*int32(y[4])
		s1 += int32(x[1])*int32(y[1]) + int32(x[5])*int32(y[5])
		s2 += int32(x[2])*int32(y[2]) + int32(x[6])*int32(y[6])
		s3 += int32(x[3])*int32(y[3]) + int32(x[7])*int32(y[7])
	}
	for ; n < len(a); n++ {
		s0 += int32(a[n]) * int32(b[n])
	}
	return s0 + s1 + s2 + s3
}
