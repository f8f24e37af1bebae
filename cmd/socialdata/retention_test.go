package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/views"
)

// TestWhatIsKeptIsWrittenDown compares the table in docs/operating.md with the one that housekeeping follows, at the defaults of the
// settings; -update writes it.
func TestWhatIsKeptIsWrittenDown(t *testing.T) {
	c, err := readConfig()
	if err != nil {
		t.Fatal(err)
	}
	if *c.keepDays() != models.StandardKeepDays() {
		t.Errorf("the settings begin with %+v, the store with %+v", *c.keepDays(), models.StandardKeepDays())
	}
	var b strings.Builder
	b.WriteString("| what | tables | for | of an erased account | setting | at 1,000 a day |\n|---|---|---|---|---|---|\n")
	for _, k := range models.Retention(*c.keepDays()) {
		setting := "–"
		if k.Setting != "" {
			setting = "`SOCIALDATA_" + k.Setting + "`"
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s | %s |\n", k.What, strings.Join(k.Tables, "`, `"), keptFor(k), ofErased(k), setting, keptBytes(k))
	}
	const path, begin, end = "../../docs/operating.md", "<!-- kept -->\n", "<!-- /kept -->"
	raw, err := os.ReadFile(path)
	before, rest, found := strings.Cut(string(raw), begin)
	_, after, ended := strings.Cut(rest, end)
	if err != nil || !found || !ended {
		t.Fatal(err, "docs/operating.md has no place for the table")
	}
	want := before + begin + b.String() + end + after
	if *testkit.Update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(raw) {
		t.Error("docs/operating.md is not what the code says; run with -update")
	}
}

// ofErased says what stays when an account of a platform is erased, in words.
func ofErased(k models.Kept) string {
	if k.Account == "" {
		return "erased"
	}
	return "stays: " + k.Account
}

// keptFor says for how long, in words.
func keptFor(k models.Kept) string {
	switch {
	case k.Life == 0:
		return k.Until
	case k.Life < time.Hour:
		return k.Life.String()
	case k.Until == "":
		return days(k.Life)
	}
	return days(k.Life) + "; " + k.Until
}

// keptBytes says what a thousand rows a day take; nothing where few are made.
func keptBytes(k models.Kept) string {
	if k.Bytes == 0 {
		return ""
	}
	const year = 365
	kept, a := k.Bytes*1000*year, " a year"
	if n := int64(k.Life / (24 * time.Hour)); n > 0 && n <= year {
		kept, a = k.Bytes*1000*n, ""
	}
	return fmt.Sprintf("%s MB%s (%s bytes)", views.Number((kept+500_000)/1_000_000), a, views.Number(k.Bytes))
}
