package support

import (
	"strconv"
	"strings"
)

// olderVersion reports whether version a comes before b: numbers between dots are compared as numbers, a leading v and what
// follows a - or + do not count. What is no number is older than any.
func olderVersion(a, b string) bool {
	x, y := versionParts(a), versionParts(b)
	for n := range max(len(x), len(y)) {
		if p, q := part(x, n), part(y, n); p != q {
			return p < q
		}
	}
	return false
}

func versionParts(v string) []string {
	v, _, _ = strings.Cut(strings.TrimPrefix(v, "v"), "-")
	v, _, _ = strings.Cut(v, "+")
	return strings.Split(v, ".")
}

// part is the number at a place; a version that ends before it has 0 there.
func part(parts []string, n int) int {
	if n >= len(parts) {
		return 0
	}
	number, err := strconv.Atoi(parts[n])
	if err != nil {
		return -1
	}
	return number
}
