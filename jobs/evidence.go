package jobs

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"socialdata/internal/apierror"
	"socialdata/internal/lookup"
	"socialdata/internal/media"
	"socialdata/internal/sources"
	"socialdata/internal/warc"
	"socialdata/models/imports"
)

// warcType is the content type of kept answers: a WARC file whose records are gzip members.
const warcType = "application/gzip"

// track is a file of a media host that was joined with another one, with its answers.
type track struct {
	SHA256  string       `json:"sha256"`
	Answers []media.Seen `json:"answers"`
}

// archivedLine is a line of the file in which an attempt collects the platform's answers.
type archivedLine struct {
	Exchange *warc.Exchange `json:"exchange,omitempty"`
	Dropped  int            `json:"dropped,omitempty"` // how many were left out, because all are too large
}

// fetchWithEvidence is fetchWithCaptions that also keeps the platform's answers, if the import wants full evidence. What an earlier
// run of this stage left is replaced.
func (m *Importer) fetchWithEvidence(ctx context.Context, run *imports.Run, w *attemptState, media bool) (found *lookup.Source, err error) {
	if w.FullEvidence = run.FullEvidence; w.FullEvidence {
		if err := m.beginArchive(run); err != nil {
			return nil, err
		}
	}
	err = m.archived(ctx, run, w, func(ctx context.Context) (err error) {
		found, err = m.fetchWithCaptions(ctx, run, w, media)
		return err
	})
	return found, err
}

// collectedPath is the file in which an attempt collects the platform's answers.
func (m *Importer) collectedPath(run *imports.Run) string {
	return filepath.Join(m.folder(run), "answers-"+strconv.FormatInt(run.Attempt.Number, 10)+".jsonl")
}

func (m *Importer) beginArchive(run *imports.Run) error {
	err := os.MkdirAll(m.folder(run), 0o750)
	if err == nil {
		err = os.WriteFile(m.collectedPath(run), nil, 0o600)
	}
	if err != nil {
		return apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	return nil
}

// archived calls the platform, and keeps its answers if the import wants full evidence and the call succeeds.
func (m *Importer) archived(ctx context.Context, run *imports.Run, w *attemptState, call func(context.Context) error) error {
	if !w.FullEvidence {
		return call(ctx)
	}
	ctx, calls := sources.WithArchive(ctx)
	if err := call(ctx); err != nil {
		return err
	}
	if err := m.collect(run, calls); err != nil {
		return apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	return nil
}

// collect appends what was answered to the attempt's file. What does not fit into the bound together with what is there is left
// out.
func (m *Importer) collect(run *imports.Run, calls *sources.Archive) error {
	file, err := os.OpenFile(m.collectedPath(run), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return errors.Join(err, file.Close())
	}
	list, dropped := calls.Exchanges()
	size := info.Size() * 3 / 4 // bodies are in base64
	out := bufio.NewWriter(file)
	encode := json.NewEncoder(out)
	for _, x := range list {
		if size += int64(len(x.Body) + len(x.Question)); size > sources.MostArchived {
			dropped++
			continue
		}
		one := warc.Exchange{At: x.At, Method: x.Method, URL: x.URL, Asked: headerFields(x.Asked), Question: x.Question, Status: x.Status, Header: headerFields(x.Header), Body: x.Body}
		if err := encode.Encode(archivedLine{Exchange: &one}); err != nil {
			return errors.Join(err, file.Close())
		}
	}
	if dropped > 0 {
		err = encode.Encode(archivedLine{Dropped: dropped})
	}
	return errors.Join(err, out.Flush(), file.Close())
}

// headerFields returns the fields of a header, sorted by name.
func headerFields(h http.Header) (list []warc.Field) {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, v := range h[name] {
			list = append(list, warc.Field{Name: name, Value: v})
		}
	}
	return list
}

// scrubRule is what a WARC file says of what was removed; docs/evidence.md has it in full.
const scrubRule = "without cookies, credentials and tokens in headers, addresses and bodies, and without data about the viewer: values are SCRUBBED, network addresses 192.0.2.1 or 2001:db8::1, e-mail addresses somebody@example.com; transfer encodings removed"

// writeArchive writes the WARC file of an attempt: what the platform answered, and the headers of its media. If the collected answers
// are lost, because another machine began the attempt, the attempt fails and another one collects them anew.
func (m *Importer) writeArchive(run *imports.Run, w *attemptState) (string, error) {
	path := filepath.Join(m.folder(run), "answers.warc.gz")
	in, err := os.Open(m.collectedPath(run))
	if err != nil {
		return "", apierror.Wrap(fmt.Errorf("the collected answers: %w", err), apierror.CodeStorageUnavailable)
	}
	defer in.Close()
	out, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err == nil {
		err = errors.Join(m.archiveTo(out, in, run, w), out.Close())
	}
	if err != nil {
		return "", apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	return path, nil
}

func (m *Importer) archiveTo(out io.Writer, in io.Reader, run *imports.Run, w *attemptState) error {
	archive, err := warc.NewWriter(out, w.ObservedAt, []warc.Field{{Name: "software", Value: "Social Data " + m.Program}, {Name: "format", Value: "WARC File Format 1.1"},
		{Name: "conformsTo", Value: "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"}, {Name: "description", Value: scrubRule}})
	if err != nil {
		return err
	}
	dropped := 0
	for lines := json.NewDecoder(in); ; {
		var line archivedLine
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		dropped += line.Dropped
		if line.Exchange != nil {
			if err := archive.Add(*line.Exchange); err != nil {
				return err
			}
		}
	}
	for _, p := range w.Parts {
		if err := addMedia(archive, p.Download); err != nil {
			return err
		}
	}
	return archive.Metadata(w.ObservedAt, w.Link.Canonical, []warc.Field{{Name: "importId", Value: run.Import.ID}, {Name: "attempt", Value: strconv.FormatInt(run.Attempt.Number, 10)},
		{Name: "routeId", Value: run.Attempt.RouteID}, {Name: "leftOut", Value: strconv.Itoa(dropped)}})
}

// addMedia adds the answers of media hosts: redirects, and a revisit of the bytes, which are kept as a file of the reference.
func addMedia(archive *warc.Writer, d *Download) error {
	if d == nil {
		return nil
	}
	for _, t := range append([]track{{d.SHA256, d.Answers}}, d.Tracks...) {
		for n, a := range t.Answers {
			x := warc.Exchange{At: a.At, Method: http.MethodGet, URL: sources.ScrubAddress(a.URL), Status: a.Status, Header: headerFields(sources.ScrubHeader(a.Header))}
			if n == len(t.Answers)-1 {
				x.Elsewhere = t.SHA256
			}
			if err := archive.Add(x); err != nil {
				return err
			}
		}
	}
	return nil
}
