package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

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
			Ports       []string
		}
		Volumes map[string]any
	}
	testkit.Must(t, yaml.Unmarshal(raw, &file))
	known := knownSettings(t)
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
	for name, service := range file.Services {
		if _, version, _ := strings.Cut(service.Image, ":"); service.Image != "" && !regexp.MustCompile(`^([0-9]+\.[0-9]+|RELEASE\.)`).MatchString(version) {
			t.Errorf("%s: %s has no exact version", name, service.Image)
		}
		for _, port := range service.Ports {
			if !strings.HasPrefix(port, "${PUBLISH:-127.0.0.1:") {
				t.Errorf("%s publishes %s in clear", name, port)
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

// TestComposeHasItsOwnEnvironment makes the .env that the head of compose.yaml says, and finds in it, and explained in
// compose.env.example, every variable that compose.yaml reads.
func TestComposeHasItsOwnEnvironment(t *testing.T) {
	made, err := exec.Command("sh", "../../docs/deploy/compose-env.sh").Output()
	testkit.Must(t, err)
	written := env.ToMap(strings.Split(string(made), "\n"))
	for _, m := range regexp.MustCompile(`[^$]\$\{([A-Z_0-9]+)`).FindAllStringSubmatch(read(t, "../../compose.yaml"), -1) {
		if written[m[1]] == "" || !strings.Contains(read(t, "../../compose.env.example"), "\n"+m[1]+"=") {
			t.Errorf("%s is read, but not in .env or not explained", m[1])
		}
	}
	if _, err := decodeKeys(written["SECRET_KEYS"]); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"POSTGRES_PASSWORD", "REDIS_PASSWORD", "S3_PASSWORD", "S3_ROOT_PASSWORD", "SETUP_TOKEN"} {
		if !regexp.MustCompile(`^[0-9a-f]{48}$`).MatchString(written[name]) {
			t.Errorf("%s is %q", name, written[name])
		}
	}
}

// knownSettings are the names of all settings.
func knownSettings(t *testing.T) []string {
	t.Helper()
	params, err := env.GetFieldParams(&config{})
	testkit.Must(t, err)
	known := []string{}
	for _, p := range params {
		known = append(known, "SOCIALDATA_"+p.Key)
	}
	return known
}

// TestDeploymentsUseKnownSettings reads the systemd unit and the Kubernetes manifests: every setting that they name is one, and
// where they meet the image they agree with it. What the manifests are otherwise is checked in .ci/packaging.
func TestDeploymentsUseKnownSettings(t *testing.T) {
	known := knownSettings(t)
	files, err := filepath.Glob("../../docs/deploy/*/*.yaml")
	testkit.Must(t, err)
	if len(files) < 6 {
		t.Fatalf("the manifests are %v", files)
	}
	for _, path := range append(files, "../../docs/deploy/socialdata.service", "../../Dockerfile") {
		for _, name := range regexp.MustCompile(`SOCIALDATA_[A-Z_]+`).FindAllString(read(t, path), -1) {
			plain := strings.TrimSuffix(name, fileSuffix)
			if !slices.Contains(known, name) && settingKinds()[plain] != reflect.TypeFor[secret]() {
				t.Errorf("%s names %s, which is no setting", path, name)
			}
		}
	}
	image := read(t, "../../Dockerfile")
	for _, path := range []string{"web", "work"} {
		manifest := read(t, "../../docs/deploy/kubernetes/"+path+".yaml")
		for inManifest, inImage := range map[string]string{"runAsUser: 65532": "USER 65532:65532", "mountPath: /data": "SOCIALDATA_DATA_DIR=/data",
			"{name: metrics, containerPort: 9090}": "SOCIALDATA_METRICS_LISTEN=127.0.0.1:9090", "enableServiceLinks: false": ""} {
			if !strings.Contains(manifest, inManifest) || !strings.Contains(image, inImage) {
				t.Errorf("%s has %q and the image %q: one of them does not", path, inManifest, inImage)
			}
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	testkit.Must(t, err)
	return string(raw)
}

// TestUnitIsHardened reads the systemd unit, and asks systemd about it where it is installed.
func TestUnitIsHardened(t *testing.T) {
	unit := read(t, "../../docs/deploy/socialdata.service")
	for _, line := range []string{"DynamicUser=yes", "StateDirectory=socialdata", "ProtectSystem=strict", "NoNewPrivileges=yes", "CapabilityBoundingSet=",
		"Restart=always", "EnvironmentFile=-/etc/socialdata/environment"} {
		if !strings.Contains(unit, "\n"+line+"\n") {
			t.Errorf("the unit lacks %q", line)
		}
	}
	stop := regexp.MustCompile(`(?m)^TimeoutStopSec=(.+)$`).FindStringSubmatch(unit)
	if stop == nil {
		t.Fatal("the unit does not say how long a drain may take")
	}
	if d, err := time.ParseDuration(stop[1]); err != nil || d < drain+5*time.Second {
		t.Errorf("the unit kills after %s, a drain takes %v", stop[1], drain)
	}
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Log("systemd-analyze is not installed: what systemd itself says of the unit is not asked")
		return
	}
	self, err := os.Executable()
	testkit.Must(t, err)
	copied := filepath.Join(t.TempDir(), "socialdata.service")
	testkit.Must(t, os.WriteFile(copied, []byte(strings.Replace(unit, "/usr/local/bin/socialdata", self, 1)), 0o600))
	if out, err := exec.Command(analyze, "verify", copied).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v: %s", err, out)
	}
	if out, err := exec.Command(analyze, "security", "--offline=yes", "--threshold=20", copied).CombinedOutput(); err != nil {
		t.Errorf("systemd-analyze security: %v: %s", err, out)
	}
}

// TestImageRunsUnprivileged reads the Dockerfile, which no test here can build.
func TestImageRunsUnprivileged(t *testing.T) {
	raw, err := os.ReadFile("../../Dockerfile")
	testkit.Must(t, err)
	for _, line := range []string{"CGO_ENABLED=0 go build", "USER 65532:65532", "VOLUME /data", "HEALTHCHECK ", `ENTRYPOINT ["/usr/local/bin/socialdata"]`} {
		if !strings.Contains(string(raw), line) {
			t.Errorf("the Dockerfile lacks %q", line)
		}
	}
}
