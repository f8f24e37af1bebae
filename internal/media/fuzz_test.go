package media

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzInspect holds everything that reads headers without a decoder.
func FuzzInspect(f *testing.F) {
	f.Add(nestedMoov(3))
	f.Add(heif(64, 64))
	f.Add([]byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41\x00\x00\x00\x28moov\x00\x00\x00\x20trak\x00\x00\x00\x18mdia\x00\x00\x00\x10hdlrvidesoun"))
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x22Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00\xff\xd9"))
	f.Add([]byte("\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm\x18\x53\x80\x67\xff\x15\x49\xa9\x66\x87\x44\x89\x84\x00\x00\x00\x00"))
	path := filepath.Join(f.TempDir(), "bytes")
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		facts, _, err := inspect(path)
		if err == nil && facts.Width != nil && checkPixels(*facts.Width, *facts.Height) != nil {
			t.Errorf("%+v was let through", facts)
		}
	})
}
