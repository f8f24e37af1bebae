package pages

import (
	"strings"

	"socialdata/views"
)

// agentsSample is how clients of the Model Context Protocol are told of the service.
func agentsSample(origin string) views.Sample {
	const key = "$KEY"
	text := `{
  "mcpServers": {
    "social-data": {
      "type": "http",
      "url": "` + origin + `/mcp",
      "headers": {"Authorization": "Bearer ` + key + `"}
    }
  }
}`
	before, after, found := strings.Cut(text, key)
	return views.Sample{Text: text, Before: before, Key: key, After: after, HasKey: found}
}
