package page

import (
	"context"
	"os"
	"path/filepath"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/content"
)

// Thumbnails downloads pictures from platforms. Pages only show files that we serve ourselves.
type Thumbnails interface {
	// Thumbnail downloads one of the sizes of a picture and writes a small version to dest.
	Thumbnail(ctx context.Context, sizes []content.Image, dest string) error
}

// SendPicture answers with a platform's picture as a small JPEG, which the reader's browser may keep for an hour.
func (b *Base) SendPicture(c *fiber.Ctx, sizes []content.Image) error {
	folder, err := os.MkdirTemp("", "thumbnail-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "picture.jpg")
	if err := b.Thumbnails.Thumbnail(c.UserContext(), sizes, path); err != nil {
		return err
	}
	picture, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "image/jpeg")
	c.Set(fiber.HeaderCacheControl, "private, max-age=3600")
	return c.Send(picture)
}
