// Package views are the pages' templates and what they are given: plain values, ready to be shown. It may import
// models/content and static only; it asks for nothing and decides nothing.
package views

import "strconv"

// count writes an integer with thousands separated: 12,481.
func count(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
