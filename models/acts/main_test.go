package acts_test

import (
	"testing"

	"socialdata/models/modelstest"
)

func TestMain(m *testing.M) { modelstest.Main(m) }
