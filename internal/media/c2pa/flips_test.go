package c2pa_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/bundle/tsatest"
	"socialdata/internal/content"
	"socialdata/internal/media/c2pa"
	"socialdata/internal/media/c2pa/c2patest"
)

// TestEveryFlippedByteIsSeen flips every byte of signed files in two ways, one at a time: of the picture, of the manifest, and of what holds the
// manifest. None is valid with the same facts.
func TestEveryFlippedByteIsSeen(t *testing.T) {
	t.Parallel()
	s, authority := c2patest.New(t, c2patest.Options{}), tsatest.New(t)
	v := trusting(t, s.Roots, authority.PEM())
	stamp := func(sum []byte) []byte { return authority.Token(t, sum) }
	for name, c := range map[string]struct {
		file []byte
		m    c2patest.Manifest
		bind c2patest.Binding
	}{
		"jpeg":          {c2patest.JPEG, c2patest.Manifest{Ingredient: true}, c2patest.Data},
		"jpeg by boxes": {c2patest.JPEG, c2patest.Manifest{Version: 1}, c2patest.Boxes},
		"png":           {c2patest.PNG, c2patest.Manifest{}, c2patest.Data},
		"webp":          {c2patest.WebP, c2patest.Manifest{}, c2patest.Data},
		"mp4":           {c2patest.MP4, c2patest.Manifest{Version: 1, Ingredient: true}, c2patest.Video("/free")},
		"stamped":       {c2patest.JPEG, c2patest.Manifest{Stamp: stamp}, c2patest.Data},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := s.Sign(t, c.file, c.m, c.bind)
			whole := check(t, v, file)
			wants(t, whole, content.C2PAValid, "")
			for at := range file {
				for _, flip := range []byte{1 << (at % 8), 'a' ^ 'A'} {
					file[at] ^= flip
					if got := check(t, v, file); *got.Validation == content.C2PAValid && cmp.Equal(got, whole) {
						t.Errorf("byte %d flipped by %#x (%q)", at, flip, file[max(0, at-12):min(len(file), at+4)])
					}
					file[at] ^= flip
				}
			}
		})
	}
}

// TestTypeOfAVideoIsNamed: the one box that C2PA has left out and that is not empty can change, and the result says so.
func TestTypeOfAVideoIsNamed(t *testing.T) {
	t.Parallel()
	s := c2patest.New(t, c2patest.Options{})
	v := trusting(t, s.Roots)
	file := s.Sign(t, c2patest.MP4, c2patest.Manifest{}, c2patest.Video("/ftyp", "/free", "/skip", "/mfra"))
	wants(t, check(t, v, bytes.Replace(file, []byte("isom\x00"), []byte("mp42\x00"), 1)), content.C2PAValid, "The box for the file's type is not covered")
}

// FuzzCheck changes signed files at will. Without a trust list nothing is valid, and every answer has a verdict and a reason.
func FuzzCheck(f *testing.F) {
	s := c2patest.New(f, c2patest.Options{})
	for _, file := range [][]byte{
		s.Sign(f, c2patest.JPEG, c2patest.Manifest{Ingredient: true}, c2patest.Data), s.Sign(f, c2patest.JPEG, c2patest.Manifest{Version: 1}, c2patest.Boxes),
		s.Sign(f, c2patest.PNG, c2patest.Manifest{}, c2patest.Data), s.Sign(f, c2patest.WebP, c2patest.Manifest{}, c2patest.Data),
		s.Sign(f, c2patest.MP4, c2patest.Manifest{}, c2patest.Video("/ftyp", "/free")),
	} {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if got := check(t, &c2pa.Validator{}, file); *got.Validation == content.C2PAValid || *got.Reason == "" {
			t.Errorf("%+v", got)
		}
	})
}
