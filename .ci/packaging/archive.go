package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// file is a member of an archive.
type file struct {
	name string
	path string
	mode int64
}

// tar writes an archive whose members have the commit's time and no owner.
func (r *release) tar(path, folder string, files []file) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer out.Close()
	zipped, err := gzip.NewWriterLevel(out, gzip.BestCompression) // without a name and a time
	if err != nil {
		return err
	}
	w := tar.NewWriter(zipped)
	for _, f := range files {
		info, err := os.Stat(f.path)
		if err != nil {
			return err
		}
		h := &tar.Header{Typeflag: tar.TypeReg, Name: folder + "/" + f.name, Size: info.Size(), Mode: f.mode, ModTime: r.at, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		if err := copyFile(w, f.path); err != nil {
			return err
		}
	}
	return errors.Join(w.Close(), zipped.Close(), out.Close())
}

// zip writes an archive whose members have the commit's time.
func (r *release) zip(path, folder string, files []file) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer out.Close()
	w := zip.NewWriter(out)
	for _, f := range files {
		h := &zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: r.at}
		h.SetMode(os.FileMode(f.mode))
		member, err := w.CreateHeader(h)
		if err != nil {
			return err
		}
		if err := copyFile(member, f.path); err != nil {
			return err
		}
	}
	return errors.Join(w.Close(), out.Close())
}

func copyFile(to io.Writer, path string) error {
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	_, err = io.Copy(to, from)
	return err
}

// digest is the SHA-256 of a file.
func digest(path string) (string, error) {
	h := sha256.New()
	if err := copyFile(h, path); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// sum writes SHA256SUMS over every file of a folder, as sha256sum --check reads it.
func sum(folder string) error {
	entries, err := os.ReadDir(folder) // sorted
	if err != nil {
		return err
	}
	var lines strings.Builder
	for _, e := range entries {
		d, err := digest(filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%s  %s\n", d, e.Name())
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(lines.String()), 0o644)
}
