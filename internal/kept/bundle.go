package kept

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strings"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/bundle"
	"socialdata/internal/captions"
	"socialdata/internal/content"
	"socialdata/internal/export"
	"socialdata/internal/media/blobs"
	"socialdata/models/references"
)

// bundleWithin is the time limit for sending a bundle: a large file to a slow reader.
const bundleWithin = 2 * time.Hour

// BundleName returns the file name of a bundle.
func BundleName(referenceID string) string { return "reference-" + referenceID + ".zip" }

// parts are the contents of a bundle.
type parts struct {
	manifest                           bundle.Manifest
	reference, observation, provenance []byte
	transcript                         *content.Transcript
	files                              []openFile
	uploaded                           map[string]*string // origins of media that browsers uploaded, by id
}

// openFile is a kept file that is being read.
type openFile struct {
	references.Media
	blob blobs.Reader
}

func (p *parts) close() {
	for _, f := range p.files {
		_ = f.blob.Close()
	}
}

// Bundle sends a workspace's reference with everything that is kept for it, as a zip with a signed manifest. It returns
// an error if a file is missing before the first byte is sent; later, a missing or damaged file aborts the bundle.
func (k *Reader) Bundle(ctx context.Context, workspaceID, id string) (io.ReadCloser, error) {
	reading, stop := context.WithCancel(context.WithoutCancel(ctx)) // blobs are read while the bundle is sent, after ctx has ended
	release := context.AfterFunc(ctx, stop)
	p, err := k.gather(ctx, reading, workspaceID, id)
	if release(); err != nil {
		stop()
		return nil, err
	}
	return export.StreamFor(ctx, bundleWithin, func(ctx context.Context, to io.Writer) error {
		defer stop()
		defer p.close()
		defer context.AfterFunc(ctx, stop)()
		return p.write(bundle.NewWriter(to, k.Signer, p.manifest))
	})
}

// gather reads small parts and opens large ones, which are read later. All are from one snapshot.
func (k *Reader) gather(ctx, reading context.Context, workspaceID, id string) (p *parts, err error) {
	r, err := k.Store.References.ReadMoment(ctx, workspaceID, id)
	if err != nil {
		return nil, err
	}
	p = &parts{observation: r.SourceObserved, manifest: bundle.Manifest{Program: k.Program, ReferenceID: r.ID, Origin: r.Reference.Origin(), CreatedAt: k.Store.Now().UTC().Truncate(time.Millisecond)}}
	p.uploaded = r.Reference.PartList().Origins()
	if p.reference, err = json.MarshalIndent(k.Reference(r.Reference), "", "  "); err != nil {
		return nil, err
	}
	if err := p.addProvenance(r); err != nil {
		return nil, err
	}
	for _, m := range r.Files {
		if m.Role == references.TranscriptMedia {
			if p.transcript, err = k.readTranscript(ctx, m.BlobKey); err != nil {
				return nil, err
			}
		}
	}
	return p, k.open(reading, p, r)
}

// open opens the files that are kept.
func (k *Reader) open(reading context.Context, p *parts, r *references.Moment) error {
	for _, m := range r.Files {
		if m.Role == references.PrimaryMedia && r.HoldExpiresAt != nil && *r.HoldExpiresAt <= k.Store.NowMicros() {
			continue // its hold has ended, even if its bytes still exist
		}
		blob, err := k.Blobs.Open(reading, m.BlobKey)
		if err != nil {
			p.close()
			if errors.Is(err, blobs.ErrNotFound) {
				err = apierror.Wrap(err, apierror.CodeStorageUnavailable)
			}
			return err
		}
		p.files = append(p.files, openFile{m, blob})
	}
	return nil
}

// addProvenance adds what the last import committed with its timestamp, if there is one; else the current evidence.
func (p *parts) addProvenance(r *references.Moment) (err error) {
	if r.Stamp == nil {
		p.provenance, err = references.EvidenceOf(&r.Reference, r.Files)
		return err
	}
	p.provenance = r.Stamp.Document
	if r.Stamp.Token != nil {
		p.manifest.Timestamp = &bundle.Timestamp{Covers: provenanceName, Token: r.Stamp.Token}
	}
	return nil
}

// provenanceName is the name of the file that a timestamp covers.
const provenanceName = "provenance.json"

func (p *parts) write(w *bundle.Writer) error {
	for _, f := range []struct {
		name string
		body []byte
	}{{"reference.json", p.reference}, {"observation.json", p.observation}, {provenanceName, p.provenance}} {
		if len(f.body) == 0 {
			continue
		}
		if err := w.Add(f.name, f.body); err != nil {
			return err
		}
	}
	if t := p.transcript; t != nil {
		for _, format := range []captions.Format{captions.SRT, captions.VTT, captions.Text} {
			body, err := write(t, format)
			if err != nil {
				return err
			}
			if err := w.Add("transcript"+format.Extension(), body); err != nil {
				return err
			}
		}
	}
	for _, f := range p.files {
		if err := w.Copy(nameInBundle(f.Media), f.blob, f.Bytes, f.SHA256); err != nil {
			return err
		}
		w.SetOrigin(p.uploaded[f.ID])
	}
	return w.Close()
}

var safeExtension = regexp.MustCompile(`^\.[a-z0-9]{1,8}$`)

// nameInBundle returns the name of a kept file: its role, with the extension of its type.
func nameInBundle(m references.Media) string {
	if m.Role == references.AnswersMedia {
		return "answers.warc.gz"
	}
	name := map[references.MediaRole]string{references.PrimaryMedia: "media", references.PosterMedia: "poster", references.TranscriptMedia: "transcript",
		references.PageMedia: "page", references.PagePDFMedia: "page"}[m.Role]
	if m.Part > 0 {
		name += fmt.Sprintf("-%02d", m.Part+1)
	}
	if ending := strings.ToLower(path.Ext(m.Filename)); safeExtension.MatchString(ending) {
		name += ending
	}
	return name
}

// Timestamp returns the timestamp of what the last import of a reference committed. wanted reports whether one was
// requested; it may still be pending.
func (k *Reader) Timestamp(ctx context.Context, r *references.Reference) (s *bundle.Stamp, wanted bool, err error) {
	stamp, err := k.Store.References.FindStamp(ctx, r)
	if stamp == nil || err != nil || stamp.Token == nil {
		return nil, stamp != nil, err
	}
	sum := sha256.Sum256(stamp.Document)
	s, err = bundle.ReadToken(stamp.Token, sum[:], nil)
	return s, true, err
}
