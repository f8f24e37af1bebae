package media

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

func TestThumbnailIsASmallJPEG(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	large, dest := filepath.Join(folder, "large"), filepath.Join(folder, "small.jpg")
	file, err := os.Create(large)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(file, image.NewGray(image.Rect(0, 0, 1600, 900))); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := Thumbnail(large, dest)
	if err != nil || got.Width != 640 || got.Height != 360 {
		t.Fatalf("%+v, %v", got, err)
	}
	page := filepath.Join(folder, "page")
	if err := os.WriteFile(page, []byte("<html><body>not found</body></html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Thumbnail(page, dest); !apierror.Is(err, apierror.CodeMediaInvalid) {
		t.Errorf("a page as a picture: %v", err)
	}
}

func TestBySizePrefersTheSmallestThatIsLargeEnough(t *testing.T) {
	t.Parallel()
	size := func(name string, w, h int64) content.Image {
		i := content.Image{URL: name}
		if w > 0 {
			i.Width, i.Height = &w, &h
		}
		return i
	}
	got := []string{}
	for _, i := range BySize([]content.Image{size("unknown", 0, 0), size("huge", 1920, 1080), size("small", 120, 90), size("medium", 480, 360), size("right", 360, 640)}) {
		got = append(got, i.URL)
	}
	if diff := cmp.Diff([]string{"right", "huge", "medium", "small", "unknown"}, got); diff != "" {
		t.Errorf("order (-want +got)\n%s", diff)
	}
}
