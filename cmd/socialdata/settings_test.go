package main

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"socialdata/internal/testkit"
)

const settingsBegin = `# Settings

All settings are environment variables. A secret (an address with a password, a key, a token) may be read from a file instead:
` + "`SOCIALDATA_SECRET_KEYS_FILE=/run/secrets/keys`" + `, and so on. An unknown variable that begins with ` + "`SOCIALDATA_`" + ` is refused at
startup, and every problem is reported at once. Traces are configured by OpenTelemetry's own variables:
` + "`OTEL_EXPORTER_OTLP_ENDPOINT`" + ` turns them on.

This table is generated from the struct that reads the settings (` + "`cmd/socialdata/config.go`" + `).

| variable | default | meaning |
|---|---|---|
`

// TestSettingsAreDocumented holds docs/settings.md against the struct that reads the settings: every setting with its default and
// what it means. -update writes the file.
func TestSettingsAreDocumented(t *testing.T) {
	var b strings.Builder
	b.WriteString(settingsBegin)
	for i := range reflect.TypeFor[config]().NumField() {
		tag := reflect.TypeFor[config]().Field(i).Tag
		name, isSetting := tag.Lookup("env")
		if !isSetting {
			continue
		}
		help := tag.Get("help")
		if help == "" {
			t.Errorf("SOCIALDATA_%s has no help", name)
		}
		fmt.Fprintf(&b, "| `SOCIALDATA_%s` | %s | %s |\n", name, settingDefault(tag), strings.ReplaceAll(help, "*", "`"))
	}
	const path = "../../docs/settings.md"
	if *testkit.Update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != b.String() {
		t.Errorf("docs/settings.md is not current (%v); run this test with -update", err)
	}
}

// settingDefault returns the cell of a setting's default: its value, or what holds where it is not set.
func settingDefault(tag reflect.StructTag) string {
	if value := tag.Get("envDefault"); value != "" {
		return "`" + value + "`"
	}
	if words := tag.Get("unset"); words != "" {
		return words
	}
	return "none"
}
