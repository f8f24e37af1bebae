package main

import (
	"testing"

	"socialdata/models/modelstest"
)

func TestMain(m *testing.M) { modelstest.Main(m) }
