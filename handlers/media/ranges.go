package media

import (
	"math"
	"strconv"
	"strings"
)

// byteRange parses a Range header with a single range for a file of size bytes, as RFC 9110 specifies. ok is false
// for anything else, which the caller ignores. from > to means that the range contains no byte of the file.
func byteRange(header string, size int64) (from, to int64, ok bool) {
	unit, spec, _ := strings.Cut(header, "=")
	first, last, dash := strings.Cut(strings.TrimSpace(spec), "-")
	if !strings.EqualFold(unit, "bytes") || !dash {
		return 0, 0, false
	}
	from, fromOK := position(first)
	to, toOK := position(last)
	switch {
	case first == "" && toOK: // the last n bytes
		return max(0, size-to), size - 1, true
	case !fromOK, last != "" && (!toOK || from > to):
		return 0, 0, false
	case last == "":
		to = math.MaxInt64
	}
	return from, min(to, size-1), true
}

// position parses digits. A number that overflows is returned as the largest possible, which is beyond the end of any
// file.
func position(s string) (int64, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return math.MaxInt64, true
	}
	return n, true
}
