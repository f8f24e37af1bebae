package scan

import "unsafe"

// An answer is not written to once it is here, so texts out of it share its bytes: copying a large one takes a tenth of
// the time that checking it does.

// StringOf is b as a string.
func StringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// bytesOf is s as bytes, to be read only.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
