package observations

import (
	"errors"
	"testing"
)

// TestRowsOfNoLookupAreRefused: a row that went to another lookup would show one workspace what another one asked for.
func TestRowsOfNoLookupAreRefused(t *testing.T) {
	t.Parallel()
	for n, fails := range map[int64]bool{-1: true, 0: true, 1: false, 2: false, 3: true} {
		group := []*cachedRead{{}, {}}
		row := make([][]byte, 1+cachedColumns)
		row[0], row[2] = appendBigint(nil, n), []byte("workspace")
		if err := takeNumbered(group, row); errors.Is(err, errCachedShape) != fails {
			t.Errorf("row %d of two lookups: %v", n, err)
		}
		for at, r := range group {
			if mine := int64(at) == n-1; mine != (r.found != nil && r.found.Key.WorkspaceID == "workspace") {
				t.Errorf("row %d: lookup %d has %+v", n, at+1, r.found)
			}
		}
	}
}
