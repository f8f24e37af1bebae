package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/caarlos0/env/v11"
	"go.yaml.in/yaml/v3"

	"socialdata/internal/testkit"
)

// TestComposeUsesKnownSettings holds compose.yaml against the program: its verbs, its settings, and what keeps it safe.
func TestComposeUsesKnownSettings(t *testing.T) {
	raw, err := os.ReadFile("../../compose.yaml")
	testkit.Must(t, err)
	var file struct {
		Services map[string]struct {
			Command     []string
			Environment map[string]string
			ReadOnly    bool     `yaml:"read_only"`
			CapDrop     []string `yaml:"cap_drop"`
			Volumes     []string
			Image       string
			Build       string
		}
		Volumes map[string]any
	}
	testkit.Must(t, yaml.Unmarshal(raw, &file))
	params, err := env.GetFieldParams(&config{})
	testkit.Must(t, err)
	known := []string{}
	for _, p := range params {
		known = append(known, "SOCIALDATA_"+p.Key)
	}
	for name, service := range file.Services {
		if (service.Image == "") == (service.Build == "") {
			t.Errorf("%s needs an image or a build", name)
		}
		for _, v := range service.Volumes {
			if volume, _, _ := strings.Cut(v, ":"); file.Volumes[volume] == nil {
				t.Errorf("%s mounts %s, which is no volume", name, volume)
			}
		}
		for variable := range service.Environment {
			if strings.HasPrefix(variable, "SOCIALDATA_") && !slices.Contains(known, variable) {
				t.Errorf("%s sets %s, which is no setting", name, variable)
			}
		}
	}
	for _, name := range []string{"web", "work"} {
		s := file.Services[name]
		if !slices.Equal(s.Command, []string{name}) || !s.ReadOnly || !slices.Contains(s.CapDrop, "ALL") {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// TestImageRunsUnprivileged reads the Dockerfile, which no test here can build.
func TestImageRunsUnprivileged(t *testing.T) {
	raw, err := os.ReadFile("../../Dockerfile")
	testkit.Must(t, err)
	for _, line := range []string{"CGO_ENABLED=0 go build", "USER 65532:65532", "VOLUME /data", `ENTRYPOINT ["/usr/local/bin/socialdata"]`} {
		if !strings.Contains(string(raw), line) {
			t.Errorf("the Dockerfile lacks %q", line)
		}
	}
}
