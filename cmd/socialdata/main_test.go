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

// atOnce is how many tests of this package run at once at least: they wait for pages, programs and mails more than they compute.
const atOnce = 4

// leftovers is the folder of what several tests of this process use.
var leftovers string

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	var err error
	if leftovers, err = os.MkdirTemp("", "socialdata-tests"); err != nil {
		panic(err)
	}
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue && runtime.GOMAXPROCS(0) < atOnce {
		if err := flag.Set("test.parallel", strconv.Itoa(atOnce)); err != nil {
			panic(err)
		}
	}
	modelstest.Main(m, func() { _ = os.RemoveAll(leftovers) })
}
