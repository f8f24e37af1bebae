package observations_test

import (
	"testing"

	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

// TestOneConnectionReadsOneByOne: a connection for cached lookups is opened only where the others are busy, so that its pages
// stay warm; a closed reader says so and does not wait.
func TestOneConnectionReadsOneByOne(t *testing.T) {
	s := modelstest.SQLite(t, &modelstest.Clock{})
	opened, err, closed := observations.ReadOneByOne(t.Context(), s.File, 10)
	if opened != 1 || err != nil || closed == nil {
		t.Errorf("%d connections, %v; after the end: %v", opened, err, closed)
	}
}
