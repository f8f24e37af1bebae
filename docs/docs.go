// Package docs holds the guides that the service shows at /docs/guides: Markdown for people and for agents, whose samples a
// test runs. It holds text alone and imports nothing of the project.
package docs

import (
	"embed"
	"io/fs"
)

// Origin stands in the guides for the address of the service that shows them.
const Origin = "http://localhost:8080"

// Order names the guides as a newcomer reads them. A file of guides/ that is not named here is not shown.
var Order = []string{"first-calls", "ads", "archive", "from-your-browser", "sharing", "transcripts", "webhooks", "test-keys", "evidence", "command-line", "agents", "from-yt-dlp", "honesty", "sign-in"}

//go:embed guides/*.md evidence.md
var files embed.FS

// File returns the path of a guide below this folder.
func File(name string) string {
	if name == "evidence" { // which lies with the documents of operators, because they read it, too
		return name + ".md"
	}
	return "guides/" + name + ".md"
}

// Guide returns the Markdown of a guide by its name in Order.
func Guide(name string) (string, error) {
	raw, err := fs.ReadFile(files, File(name))
	return string(raw), err
}
