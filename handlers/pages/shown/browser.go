package shown

import (
	"strings"

	"github.com/mileusna/useragent"
)

// BrowserName describes the browser of a session, such as Firefox on Linux.
func BrowserName(userAgent string) string {
	ua := useragent.Parse(userAgent)
	name := strings.TrimSpace(ua.Name)
	switch {
	case name == "" && ua.OS == "":
		return "Unknown browser"
	case ua.OS == "":
		return name
	case name == "":
		return "A browser on " + ua.OS
	}
	return name + " on " + ua.OS
}
