package jobs

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"socialdata/internal/apierror"
	"socialdata/internal/media"
	"socialdata/models/imports"
)

// download brings the primary file to the folder. An address that is refused is spent: the item is read again once for
// new ones.
func (m *Importer) download(ctx context.Context, run *imports.Run, w *attemptState) (imports.WorkState, error) {
	if !hasMedia(run, w) {
		return imports.WorkSkipped, nil
	}
	folder := m.folder(run)
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return "", apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	dest := filepath.Join(folder, "primary")
	got, err := m.downloadAny(ctx, w, dest)
	if errors.Is(err, media.ErrAddressRefused) {
		if err = m.renewAddresses(ctx, w, err); err == nil {
			got, err = m.downloadAny(ctx, w, dest)
		}
	}
	if err != nil {
		return "", err
	}
	w.Download = got
	return imports.WorkSucceeded, nil
}

// renewAddresses reads the item again for addresses that are not spent; refused is the error when there are none.
func (m *Importer) renewAddresses(ctx context.Context, w *attemptState, refused error) error {
	found, err := m.Lookup.Source(ctx, w.Link, false, true)
	switch {
	case err != nil:
		return err
	case len(found.Files) == 0:
		return refused
	}
	m.keepFiles(w, found.Files)
	return nil
}

// downloadAny downloads the first file that can be had, from the first address that gives it. The error is that of the
// preferred one.
func (m *Importer) downloadAny(ctx context.Context, w *attemptState, dest string) (*Download, error) {
	var first error
	for _, f := range renditionsInOrder(w) {
		for _, address := range addresses(f) {
			f.URL = address
			got, err := m.Media.Download(ctx, f, dest)
			if err == nil {
				return got, nil
			}
			if first == nil {
				first = err
			}
			if !apierror.Is(err, apierror.CodeRouteDegraded, apierror.CodeSourceChanged, apierror.CodeNetworkTransport, apierror.CodeNetworkTimeout, apierror.CodeMediaInvalid) {
				return nil, first
			}
		}
	}
	return nil, first
}

// ensureDownloaded downloads again what is not on this machine: the attempt may have begun on another one. What was found
// in the bytes before holds only for the same bytes: others are verified and analysed anew.
func (m *Importer) ensureDownloaded(ctx context.Context, run *imports.Run, w *attemptState) error {
	before := w.Download
	if before != nil && m.Media.Same(before) {
		return nil
	}
	if _, err := m.download(ctx, run, w); err != nil {
		return err
	}
	var err error
	same := before != nil && before.SHA256 == w.Download.SHA256
	if w.Facts != nil && !same {
		if w.Facts, err = m.Media.Verify(ctx, w.Download.Path); err != nil {
			return err
		}
	}
	if w.Derived.MeasuredBytes != nil { // the poster lay beside the file that is gone
		w.Derived, err = m.Media.Analyze(ctx, w.Download, w.Facts, w.Item, w.Transcript)
	}
	return err
}
