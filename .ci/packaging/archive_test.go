package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestArchivesAreReproducible packs the same files twice, the second time newer ones, and compares every byte.
func TestArchivesAreReproducible(t *testing.T) {
	r := &release{at: time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC)}
	var sums [2][]byte
	for n := range sums {
		dist, program := t.TempDir(), filepath.Join(t.TempDir(), "socialdata")
		err := os.WriteFile(program, []byte("a program"), 0o600)
		files := []file{{"socialdata", program, 0o755}}
		at := time.Now().Add(time.Duration(n) * time.Hour)
		err = errors.Join(err, os.Chtimes(program, at, at), r.tar(filepath.Join(dist, "a.tar.gz"), "a", files), r.zip(filepath.Join(dist, "a.zip"), "a", files), sum(dist))
		if err != nil {
			t.Fatal(err)
		}
		if sums[n], err = os.ReadFile(filepath.Join(dist, "SHA256SUMS")); err != nil {
			t.Fatal(err)
		}
		checkTar(t, filepath.Join(dist, "a.tar.gz"))
		checkZip(t, filepath.Join(dist, "a.zip"))
	}
	if !bytes.Equal(sums[0], sums[1]) || bytes.Count(sums[0], []byte("\n")) != 2 {
		t.Errorf("the sums are\n%s\n%s", sums[0], sums[1])
	}
}

func checkTar(t *testing.T, path string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	list := tar.NewReader(unzipped)
	h, err := list.Next()
	if err != nil || h.Name != "a/socialdata" || h.Mode != 0o755 || h.Uname != "" || h.Uid != 0 {
		t.Errorf("%+v %v", h, err)
	}
	if raw, err := io.ReadAll(list); err != nil || string(raw) != "a program" {
		t.Errorf("%q %v", raw, err)
	}
}

func checkZip(t *testing.T, path string) {
	t.Helper()
	list, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	f := list.File[0]
	member, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	if raw, err := io.ReadAll(member); err != nil || string(raw) != "a program" || f.Name != "a/socialdata" || f.Mode() != 0o755 {
		t.Errorf("%q %v %v %v", raw, err, f.Name, f.Mode())
	}
}
