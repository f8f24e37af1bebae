package youtube

import (
	"github.com/tidwall/gjson"

	"socialdata/internal/sources/scan"
)

// commentSection finds the section of comments below a video: the token of its first page, or a message in place of it
// when comments are turned off.
func commentSection(doc string) (token string, closed bool) {
	for section := range scan.Members(doc, "itemSectionRenderer") {
		switch section.Get("sectionIdentifier").String() {
		case "comment-item-section", "comments-entry-point":
		default:
			continue
		}
		forEach(section.Get("contents"), func(v gjson.Result) bool {
			if t := continuation(v.Get("continuationItemRenderer")); t != "" {
				token = t
			}
			closed = closed || v.Get("messageRenderer").Exists()
			return token == ""
		})
		if token != "" {
			return token, false
		}
	}
	return "", closed
}

// continuation returns the token of an element that asks for more; "" if it has none.
func continuation(item interface {
	Get(path string) gjson.Result
}) string {
	return scan.First(
		item.Get("continuationEndpoint.continuationCommand.token"),
		item.Get("button.buttonRenderer.command.continuationCommand.token"),
	).String()
}
