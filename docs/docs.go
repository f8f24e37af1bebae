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
var Order = []string{"first-calls", "ads", "archive", "from-your-browser", "sharing", "transcripts", "webhooks", "test-keys", "command-line", "agents", "from-yt-dlp", "honesty", "sign-in"}

//go:embed guides/*.md
var files embed.FS

// Guide returns the Markdown of a guide by its name in Order.
func Guide(name string) (string, error) {
	raw, err := fs.ReadFile(files, "guides/"+name+".md")
	return string(raw), err
}
