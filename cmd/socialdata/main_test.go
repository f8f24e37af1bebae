package main

import (
	"os"
	"testing"

	"socialdata/models/modelstest"
)

// asProgram is set where the test's binary runs as the program itself.
const asProgram = "TEST_RUNS_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	modelstest.Main(m)
}
