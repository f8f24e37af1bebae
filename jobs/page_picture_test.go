package jobs_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/pagepicture"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// fakePages says of each picture what the test wants, and writes the files that go with it.
type fakePages struct {
	asked []pagepicture.Request
	says  pagepicture.Picture
	pdf   bool
}

func (f *fakePages) Take(_ context.Context, r pagepicture.Request) (*pagepicture.Picture, error) {
	f.asked = append(f.asked, r)
	p := f.says
	p.TakenAt = time.Now()
	if p.Status == content.PageFailed {
		return &p, nil
	}
	p.PNG = filepath.Join(r.Folder, "page.png")
	if err := os.WriteFile(p.PNG, []byte("a picture"), 0o600); err != nil {
		return nil, err
	}
	if f.pdf {
		p.PDF = filepath.Join(r.Folder, "page.pdf")
		return &p, os.WriteFile(p.PDF, []byte("a document"), 0o600)
	}
	return &p, nil
}

// pictureOf returns what a reference says of the picture of its page.
func pictureOf(t *testing.T, b *bench, referenceID string) *content.PagePicture {
	t.Helper()
	r, err := b.Store.References.Find(t.Context(), b.workspace, referenceID)
	modelstest.Must(t, err)
	var p references.Provenance
	modelstest.Must(t, json.Unmarshal(r.Provenance, &p))
	return p.PagePicture
}

// TestFullEvidenceKeepsAPictureOfThePage imports one post again and again: a picture is taken with full evidence only, replaces the one
// before, and stays when a later one fails. No import fails for want of it.
func TestFullEvidenceKeepsAPictureOfThePage(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		pages := &fakePages{says: pagepicture.Picture{Status: content.PageKept, Address: "https://example.com/1"}, pdf: true}
		b.Media = &evidenceMedia{b.media, map[string][]byte{}}
		full := func() string {
			t.Helper()
			i := b.run(t, b.acceptWith(t, func(n *imports.NewImport) { n.Evidence = imports.EvidenceFull }))
			if i.State != imports.Succeeded {
				t.Fatalf("%s %s", i.State, i.CauseCode)
			}
			return *i.ReferenceID
		}
		id := full()
		if p := pictureOf(t, b, id); p != nil {
			t.Errorf("without a browser: %+v", p)
		}
		b.Pages = pages
		b.run(t, b.accept(t, imports.ProfileFull, true))
		if p := pictureOf(t, b, id); p != nil || len(pages.asked) > 0 {
			t.Errorf("without full evidence: %+v, asked %v", p, pages.asked)
		}
		pages.says.Status, pages.says.Reason = content.PageFailed, content.PageTimeout
		full()
		if p := pictureOf(t, b, id); p == nil || p.Status != content.PageFailed || *p.Reason != content.PageTimeout || p.PictureMediaID != nil || p.Address == nil {
			t.Errorf("a failure: %+v", p)
		}
		pages.says.Status, pages.says.Reason = content.PageKept, ""
		full()
		first, files := pictureOf(t, b, id), filesOf(t, b, id)
		if first.Status != content.PageKept || first.Reason != nil || *first.PictureMediaID != files[references.PageMedia].ID || *first.PDFMediaID != files[references.PagePDFMedia].ID {
			t.Fatalf("%+v, files %+v", first, files)
		}
		if f := files[references.PagePDFMedia]; f.ContentType != "application/pdf" || filepath.Ext(f.Filename) != ".pdf" || f.Bytes != int64(len("a document")) {
			t.Errorf("the PDF is kept as %+v", f)
		}
		if r := pages.asked[1]; r.Address == "" || len(r.Hosts) == 0 || r.Post.Text == "" {
			t.Errorf("asked for %+v", r)
		}
		pages.says.Status = content.PageFailed
		full()
		if p := pictureOf(t, b, id); *p.PictureMediaID != *first.PictureMediaID || filesOf(t, b, id)[references.PageMedia].ID != *first.PictureMediaID {
			t.Errorf("a later failure leaves %+v", p)
		}
		b.run(t, b.accept(t, imports.ProfileFull, true))
		if p := pictureOf(t, b, id); p == nil || *p.PictureMediaID != *first.PictureMediaID {
			t.Errorf("a later import without full evidence leaves %+v", p)
		}
		pages.says.Status, pages.says.Reason, pages.pdf = content.PageWall, content.PageSignIn, false
		full()
		wall, files := pictureOf(t, b, id), filesOf(t, b, id)
		if wall.Status != content.PageWall || *wall.Reason != content.PageSignIn || wall.PDFMediaID != nil || files[references.PageMedia].ID == *first.PictureMediaID || files[references.PagePDFMedia].ID != "" {
			t.Errorf("a wall: %+v, files %+v", wall, files)
		}
	})
}
