package main

import (
	"flag"
	"os"
	"runtime"
	"strconv"
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
	flag.Parse()
	if testsAtOnce := flag.Lookup("test.parallel"); testsAtOnce.Value.String() == testsAtOnce.DefValue {
		_ = flag.Set("test.parallel", strconv.Itoa(1+runtime.GOMAXPROCS(0))) // flows wait for pages and workers most of their time
	}
	modelstest.Main(m)
}
