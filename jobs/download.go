package jobs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sync/errgroup"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/crash"
	"socialdata/internal/media"
	"socialdata/internal/sources"
	"socialdata/models/imports"
)

// partsAtOnce is how many parts of an item are downloaded at once.
const partsAtOnce = 4

// download fetches the parts into the folder. If addresses are refused, the item is read once more for new ones; those of a
// capture cannot be renewed, because only the browser can ask for new ones. If no part can be
// fetched, the import fails with the error of the first part.
func (m *Importer) download(ctx context.Context, run *imports.Run, w *attemptState) (imports.WorkState, error) {
	if !hasMedia(run, w) {
		return imports.WorkSkipped, nil
	}
	if err := os.MkdirAll(m.folder(run), 0o750); err != nil {
		return "", apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	within := m.Media.Budget()
	for _, p := range w.Parts {
		if p.Download != nil {
			within.Take(p.Download.Bytes)
		}
	}
	problems := m.bring(ctx, run, w, within)
	if n := slices.IndexFunc(problems, func(err error) bool { return errors.Is(err, media.ErrAddressRefused) }); n >= 0 && run.Import.CaptureID == "" {
		err := m.archived(ctx, run, w, func(ctx context.Context) error { return m.renewAddresses(ctx, w, problems[n]) })
		switch {
		case err == nil:
			problems = m.bring(ctx, run, w, within)
		case len(w.Parts) == 1:
			return "", err
		} // other parts may be there: the refusal of this one stands
	}
	return m.settleAll(ctx, run, w, problems)
}

// settleAll decides what the errors of the parts mean; problems has an error or nil for each part.
func (m *Importer) settleAll(ctx context.Context, run *imports.Run, w *attemptState, problems []error) (imports.WorkState, error) {
	var first error
	for n, err := range problems {
		if err == nil {
			continue
		}
		if err := m.settle(ctx, run, &w.Parts[n], err); err != nil {
			return "", err
		}
		if first == nil {
			first = err
		}
	}
	switch {
	case w.primary() != nil:
		return imports.WorkSucceeded, nil
	case run.Import.CaptureID != "":
		return w.withoutMedia(first)
	}
	return "", first
}

// bring downloads the wanted parts that are missing, partsAtOnce at a time, and returns the error of each.
func (m *Importer) bring(ctx context.Context, run *imports.Run, w *attemptState, within *media.Budget) []error {
	problems := make([]error, wantedParts(run, w))
	var g errgroup.Group
	g.SetLimit(partsAtOnce)
	for n := range problems {
		if p := &w.Parts[n]; p.Download == nil && p.Code == "" {
			g.Go(func() error {
				problems[n] = crash.Call(func() (err error) {
					if p.Download, err = m.bringPart(ctx, run, w, n, within); err == nil && !w.FullEvidence {
						p.Download.Answers, p.Download.Tracks = nil, nil
					}
					return err
				})
				return nil
			})
		}
	}
	_ = g.Wait() // each part has its own error
	return problems
}

// bringPart downloads one part. If the item has several, a part that an earlier attempt completed is used again.
func (m *Importer) bringPart(ctx context.Context, run *imports.Run, w *attemptState, n int, within *media.Budget) (*Download, error) {
	files := w.renditions(n)
	if got, err := m.bringUploaded(ctx, run, w, n, within); got != nil || err != nil {
		return got, err
	}
	if files[0].URL == "" {
		return nil, apierror.New(apierror.CodeSourceChanged, "missing", []string{"media"})
	}
	if len(w.Parts) == 1 {
		return m.downloadAny(ctx, files, filepath.Join(m.folder(run), "primary"), nil)
	}
	path := partPath(m.folder(run), n, files[0])
	switch got, err := adopt(path); {
	case err != nil:
		return nil, err
	case got != nil && within.Take(got.Bytes):
		return got, nil
	}
	got, err := m.downloadAny(ctx, files, path+".begun", within)
	if err != nil {
		return nil, err
	}
	return complete(got, path)
}

// renewAddresses reads the item again for addresses that were not refused yet; if there are none, it returns refused. If the item
// has another number of parts now, all parts start anew.
func (m *Importer) renewAddresses(ctx context.Context, w *attemptState, refused error) error {
	found, err := m.Lookup.Source(ctx, w.Link, false, true)
	switch {
	case err != nil:
		return err
	case len(found.Files) == 0:
		return refused
	}
	before, total := w.Parts, w.total()
	m.keepFiles(w, found.Files)
	if w.total() == total {
		copy(w.Parts, before)
	}
	return nil
}

// downloadAny downloads the first file that is available, from the first of its addresses that works. If all fail, the error is
// that of the preferred file.
func (m *Importer) downloadAny(ctx context.Context, files []sources.MediaFile, dest string, within *media.Budget) (*Download, error) {
	var first error
	for _, f := range files {
		for _, address := range addresses(f) {
			f.URL = address
			got, err := m.Media.Download(ctx, f, dest, within)
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

// ensureDownloaded downloads again what is missing on this machine: the attempt may have begun on another one. If the bytes have
// changed since, they are verified and analysed anew.
func (m *Importer) ensureDownloaded(ctx context.Context, run *imports.Run, w *attemptState) error {
	before := slices.Clone(w.Parts)
	gone := false
	for n := range w.Parts {
		if p := &w.Parts[n]; p.Download != nil && !m.Media.Same(p.Download) {
			p.Download, gone = nil, true
		}
	}
	if !gone && w.primary() != nil {
		return nil
	}
	if _, err := m.download(ctx, run, w); err != nil {
		return err
	}
	if !hasMedia(run, w) { // of a capture, whose files are refused by now
		w.Derived = content.MachineDerived{}
		return nil
	}
	for n := range w.Parts {
		if p := &w.Parts[n]; p.Facts != nil && p.Download.SHA256 != before[n].Download.SHA256 {
			p.Facts = nil
		}
	}
	if !slices.ContainsFunc(before, func(p part) bool { return p.Facts != nil }) {
		return nil // nothing was verified yet
	}
	if _, err := m.verify(ctx, run, w); err != nil {
		return err
	}
	if w.Derived.MeasuredBytes == nil { // nothing was analysed yet
		return nil
	}
	var err error // the poster was beside the missing file
	w.Derived, err = m.Media.Analyze(ctx, w.primary().Download, w.primary().Facts, w.Item, w.Transcript)
	return err
}
