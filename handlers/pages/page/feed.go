package page

import (
	"github.com/gofiber/fiber/v2"
	"github.com/gorilla/feeds"
)

// SendAtom sends a feed (RFC 4287).
func SendAtom(c *fiber.Ctx, feed *feeds.AtomFeed) error {
	text, err := feeds.ToXML(feed)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "application/atom+xml; charset=utf-8")
	return c.SendString(text)
}
