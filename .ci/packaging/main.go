// Command packaging builds the files of a release into dist/: for every platform an archive with both programs, a list of what was
// built into each program (SBOM, CycloneDX), and SHA256SUMS over all of them. It has a module of its own, so that what it needs is
// no dependency of the program. The same commit gives the same bytes.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// platforms are those of a release.
var platforms = []platform{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"}}

// programs are the folders below cmd/.
var programs = []string{"socialdata", "sd"}

type platform struct{ os, arch string }

// program is the file name of a program.
func (p platform) program(name string) string {
	if p.os == "windows" {
		return name + ".exe"
	}
	return name
}

// release is what is built from one commit.
type release struct {
	root    string // of the repository
	version string
	commit  string
	at      time.Time // of the commit
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run() error {
	r, err := open("../..")
	if err != nil {
		return err
	}
	dist := filepath.Join(r.root, "dist")
	if err := os.RemoveAll(dist); err != nil {
		return err
	}
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return err
	}
	for _, p := range platforms {
		if err := r.build(p, dist); err != nil {
			return fmt.Errorf("%s/%s: %w", p.os, p.arch, err)
		}
	}
	return sum(dist)
}

// open reads the commit that is checked out. Without a tag the version is that of the source, and the commit.
func open(root string) (*release, error) {
	r := &release{root: root}
	fields := strings.Fields(r.git("log", "-1", "--format=%H %ct"))
	if len(fields) != 2 {
		return nil, fmt.Errorf("this is no git repository")
	}
	seconds, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return nil, err
	}
	if changed := r.git("status", "--porcelain", "--untracked-files=no"); changed != "" {
		return nil, fmt.Errorf("a release is built from a commit, and these are changed:\n%s", changed)
	}
	r.commit, r.at = fields[0], time.Unix(seconds, 0).UTC()
	r.version = strings.TrimPrefix(r.git("describe", "--tags", "--exact-match", "--match=v*"), "v")
	if r.version == "" {
		source, err := os.ReadFile(filepath.Join(root, "cmd/socialdata/main.go"))
		if err != nil {
			return nil, err
		}
		version := regexp.MustCompile(`(?m)^\s*version += "(.+)"`).FindSubmatch(source)
		if version == nil {
			return nil, fmt.Errorf("cmd/socialdata/main.go names no version")
		}
		r.version = string(version[1]) + "-" + r.commit[:12]
	}
	return r, nil
}

// git asks git; "" is no answer.
func (r *release) git(args ...string) string {
	c := exec.Command("git", args...)
	c.Dir = r.root
	out, err := c.Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// build makes the archive and the SBOM of a platform.
func (r *release) build(p platform, dist string) error {
	folder, err := os.MkdirTemp("", "release-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	documents := []file{{"LICENSE", filepath.Join(r.root, "LICENSE"), 0o644}, {"README.md", filepath.Join(r.root, "README.md"), 0o644},
		{"docs/settings.md", filepath.Join(r.root, "docs", "settings.md"), 0o644}}
	var binaries []file
	for _, name := range programs {
		out := filepath.Join(folder, p.program(name))
		if err := r.compile(p, name, out); err != nil {
			return err
		}
		binaries = append(binaries, file{p.program(name), out, 0o755})
	}
	base := fmt.Sprintf("socialdata_%s_%s_%s", r.version, p.os, p.arch)
	if err := r.writeSBOM(filepath.Join(dist, base+".cdx.json"), base, binaries); err != nil {
		return err
	}
	files := slices.Concat(documents, binaries)
	if p.os == "windows" {
		return r.zip(filepath.Join(dist, base+".zip"), base, files)
	}
	return r.tar(filepath.Join(dist, base+".tar.gz"), base, files)
}

// compile builds one program, static and without anything of this machine in it. Functions that begin at every 8th byte, not every
// 32nd, take over half a megabyte less; on amd64, whose instructions may begin anywhere, at every byte 0.17 less again. Pages that call
// their small parts instead of repeating them take half a megabyte less.
func (r *release) compile(p platform, name, out string) error {
	align := "8"
	if p.arch == "amd64" {
		align = "1"
	}
	stamp := "-s -w -funcalign=" + align + " -X main.version=" + r.version + " -X main.commit=" + r.commit
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-gcflags=socialdata/views=-l", "-ldflags", stamp, "-o", out, "./cmd/"+name)
	c.Dir, c.Stdout, c.Stderr = r.root, os.Stderr, os.Stderr
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS="+p.os, "GOARCH="+p.arch, "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=")
	return c.Run()
}
