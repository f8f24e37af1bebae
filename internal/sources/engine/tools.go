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

// Tools lists optional programs and libraries on this machine that yt-dlp can use.
type Tools struct {
	// Browsers is how many browsers' TLS the program can imitate with curl_cffi; 0 if that is not installed.
	Browsers int
	// Runtimes are the installed JavaScript runtimes. The engine's runs use none of them.
	Runtimes []string
}

// runtimes are the JavaScript runtimes that the program supports.
var runtimes = [...]string{"deno", "node", "bun", "qjs"}

// Tools runs the program to list what it can imitate, and looks for runtimes on the PATH of its runs.
func (e *Engine) Tools(ctx context.Context) (Tools, error) {
	var out bytes.Buffer
	err := child.Run(ctx, e.command([]string{"--ignore-config", "--no-plugin-dirs", "--list-impersonate-targets"}, e.o.Folder, &out, versionTime, nil))
	if err != nil {
		return Tools{}, err
	}
	return Tools{Browsers: countBrowsers(out.String()), Runtimes: findRuntimes(filepath.SplitList(childPath))}, nil
}

// countBrowsers counts the rows of the program's list that are available; without curl_cffi they are marked as unavailable.
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
