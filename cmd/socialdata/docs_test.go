package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"socialdata/internal/testkit"
)

// TestSecurityDocNamesExistingTests reads docs/security.md: every test that it names is in the package that it names.
func TestSecurityDocNamesExistingTests(t *testing.T) {
	raw, err := os.ReadFile("../../docs/security.md")
	testkit.Must(t, err)
	place, name := regexp.MustCompile("`([a-z0-9/]+)` (Test[^;|`]+)"), regexp.MustCompile(`Test\w+`)
	found := 0
	for _, group := range place.FindAllStringSubmatch(string(raw), -1) {
		files, err := filepath.Glob("../../" + group[1] + "/*_test.go")
		testkit.Must(t, err)
		var all strings.Builder
		for _, file := range files {
			text, err := os.ReadFile(file)
			testkit.Must(t, err)
			all.Write(text)
		}
		for _, test := range name.FindAllString(group[2], -1) {
			found++
			if !strings.Contains(all.String(), "\nfunc "+test+"(t *testing.T)") {
				t.Errorf("there is no %s in %s", test, group[1])
			}
		}
	}
	if found < 40 {
		t.Errorf("only %d tests are named", found)
	}
}
