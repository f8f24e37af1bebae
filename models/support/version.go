package support

import (
	"strconv"
	"strings"
)

// olderVersion reports whether version a is older than b. Numbers between dots are compared as numbers; a leading v and
// what follows a - or + are ignored. Anything else than a number is older than any number.
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

// part returns the number at an index; 0 after the end of the version.
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
