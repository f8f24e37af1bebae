package observations

import "encoding/binary"

// The functions below read and write PostgreSQL's binary format, described in its manual (protocol) and in array_recv.

// bigint reads a BIGINT.
func bigint(b []byte) int64 {
	if len(b) != 8 {
		return 0
	}
	return int64(binary.BigEndian.Uint64(b))
}

// isTrue reads a BOOLEAN.
func isTrue(b []byte) bool { return len(b) == 1 && b[0] == 1 }

func bigintPtr(b []byte) *int64 {
	if b == nil {
		return nil
	}
	n := bigint(b)
	return &n
}

// appendBigint writes a BIGINT.
func appendBigint(b []byte, n int64) []byte { return binary.BigEndian.AppendUint64(b, uint64(n)) }

// arrayBytes is the approximate size of the largest array: 48 bytes for its head and for each element with its length.
const arrayBytes = 48 * (1 + mostReads)

// pgArray encodes a one-dimensional array of non-null elements; write appends one of them.
func pgArray[E any](elements []E, oid uint32, write func(b []byte, e E) []byte) []byte {
	b := make([]byte, 0, arrayBytes)
	for _, head := range [...]uint32{1, 0, oid, uint32(len(elements)), 1} { // dimensions, has nulls, element type, length, first index
		b = binary.BigEndian.AppendUint32(b, head)
	}
	for _, e := range elements {
		at := len(b)
		b = write(append(b, 0, 0, 0, 0), e)
		binary.BigEndian.PutUint32(b[at:], uint32(len(b)-at-4))
	}
	return b
}
