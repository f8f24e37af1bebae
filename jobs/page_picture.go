package jobs

import (
	"context"
	"os"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/pagepicture"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// Pages takes pictures of the pages of posts.
type Pages interface {
	// Take says in the picture what went wrong; its only errors are those of ctx.
	Take(ctx context.Context, r pagepicture.Request) (*pagepicture.Picture, error)
}

// pdfType is the content type of a page as PDF.
const pdfType = "application/pdf"

// takePage takes a picture of the post's page, if the import wants full evidence and the operator has a browser. No import fails for want
// of one: what went wrong is said in the picture.
func (m *Importer) takePage(ctx context.Context, run *imports.Run, w *attemptState) (*content.PagePicture, []keptFile, error) {
	if m.Pages == nil || !w.FullEvidence {
		return nil, nil, nil
	}
	if err := os.MkdirAll(m.folder(run), 0o750); err != nil {
		return nil, nil, apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	got, err := m.Pages.Take(ctx, pagepicture.Request{Address: w.Link.Canonical, Hosts: m.Lookup.HostsOf(w.Link.Platform), Post: postOf(w.Item), Folder: m.folder(run)})
	if err != nil {
		return nil, nil, err
	}
	shot := &content.PagePicture{Status: got.Status, TakenAt: content.At(got.TakenAt), Reason: content.OrNil(got.Reason), Address: content.OrNil(got.Address)}
	var files []keptFile
	name := fileName(w.Item) + "-page"
	if got.PNG != "" {
		files = append(files, keptFile{role: references.PageMedia, path: got.PNG, contentType: "image/png", name: name})
	}
	if got.PDF != "" {
		files = append(files, keptFile{role: references.PagePDFMedia, path: got.PDF, contentType: pdfType, name: name})
	}
	return shot, files, nil
}

// postOf returns what the page of an item is recognised by.
func postOf(item *content.Item) pagepicture.Post {
	p := pagepicture.Post{Text: zeroIfNil(item.Title)}
	if p.Text == "" {
		p.Text = zeroIfNil(item.Text)
	}
	if a := item.Author; a != nil {
		p.Authors = []string{zeroIfNil(a.Handle), zeroIfNil(a.Name)}
	}
	return p
}

// nameInPicture adds the id of a kept file to the picture whose file it is.
func nameInPicture(shot *content.PagePicture, row *references.Media) {
	switch row.Role {
	case references.PageMedia:
		shot.PictureMediaID = &row.ID
	case references.PagePDFMedia:
		shot.PDFMediaID = &row.ID
	case references.PrimaryMedia, references.PosterMedia, references.TranscriptMedia, references.AnswersMedia:
	}
}
