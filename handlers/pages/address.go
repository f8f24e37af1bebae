package pages

import "net/url"

// address is a path with a query of the pairs that have a value.
func address(path string, pairs ...string) string {
	q := url.Values{}
	for n := 0; n+1 < len(pairs); n += 2 {
		if pairs[n+1] != "" {
			q.Set(pairs[n], pairs[n+1])
		}
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}
