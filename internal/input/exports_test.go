package input

import (
	"regexp"
	"testing"
)

func TestExportPrefixes(t *testing.T) {
	t.Parallel()
	pattern := regexp.MustCompile(ExportPrefixPattern)
	for prefix, want := range map[string]bool{"a": true, "lake/raw/v1.2": true, "A_b-9": true, "..": false, "a/../b": false, "a/..": false, "../a": false, ".a": false, "a.": false,
		"a/./b": false, "/a": false, "a/": false, "a//b": false, "": false, "a b": false, `a\..\b`: false, "a%2e%2e": false, "ä": false, "a\n": false, "a\x00": false, "a..b": true} {
		if got := pattern.MatchString(prefix); got != want {
			t.Errorf("%q: %v", prefix, got)
		}
	}
}
