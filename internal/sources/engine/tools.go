package engine

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"socialdata/internal/child"
)

// Tools are what the program finds beside itself on this machine.
type Tools struct {
	// Browsers is how many browsers' TLS the program can imitate, by curl_cffi; 0 without it.
	Browsers int
	// Runtimes are the JavaScript runtimes that are installed. Our runs use none.
	Runtimes []string
}

// runtimes are the JavaScript runtimes that the program knows.
var runtimes = [...]string{"deno", "node", "bun", "qjs"}

// Tools asks the program what it can imitate, and looks for runtimes where its runs would.
func (e *Engine) Tools(ctx context.Context) (Tools, error) {
	var out bytes.Buffer
	err := child.Run(ctx, e.command([]string{"--ignore-config", "--no-plugin-dirs", "--list-impersonate-targets"}, e.o.Folder, &out, versionTime, nil))
	if err != nil {
		return Tools{}, err
	}
	return Tools{Browsers: countBrowsers(out.String()), Runtimes: findRuntimes(filepath.SplitList(childPath))}, nil
}

// countBrowsers counts the rows of the program's list that curl_cffi serves; without it they are marked.
func countBrowsers(list string) (n int) {
	for line := range strings.Lines(list) {
		if strings.Contains(line, "curl_cffi") && !strings.Contains(line, "available)") {
			n++
		}
	}
	return n
}

func findRuntimes(folders []string) (found []string) {
	for _, name := range runtimes {
		if slices.ContainsFunc(folders, func(folder string) bool {
			info, err := os.Stat(filepath.Join(folder, name))
			return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
		}) {
			found = append(found, name)
		}
	}
	return found
}
