package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nlnwa/gowarc/v2"

	"socialdata/internal/apierror"
	"socialdata/internal/media"
	"socialdata/internal/sources"
	"socialdata/jobs"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// evidenceMedia is a media pipeline that says what the media host answered, and keeps what is put.
type evidenceMedia struct {
	*fakeMedia
	kept map[string][]byte
}

func (f *evidenceMedia) Download(ctx context.Context, file sources.MediaFile, dest string, b *media.Budget) (*jobs.Download, error) {
	d, err := f.fakeMedia.Download(ctx, file, dest, b)
	d.Answers = []media.Seen{
		{At: time.Now(), URL: "https://media.test/go?sig=hush&v=1", Status: 302, Header: http.Header{"Location": {"https://cdn.test/a.mp4?ip=203.0.113.9"}, "Set-Cookie": {"a=hush"}}},
		{At: time.Now(), URL: "https://cdn.test/a.mp4?ip=203.0.113.9", Status: 200, Header: http.Header{"Content-Type": {"video/mp4"}, "X-Auth": {"hush"}}},
	}
	return d, err
}

func (f *evidenceMedia) Put(ctx context.Context, key, path, sum string) error {
	raw, err := os.ReadFile(path)
	f.kept[key] = raw
	return errors.Join(err, f.fakeMedia.Put(ctx, key, path, sum))
}

// filesOf returns the kept files of a reference by role.
func filesOf(t *testing.T, b *bench, referenceID string) map[references.MediaRole]references.Media {
	t.Helper()
	m, err := b.Store.References.ReadMoment(t.Context(), b.workspace, referenceID)
	modelstest.Must(t, err)
	files := map[references.MediaRole]references.Media{}
	for _, f := range m.Files {
		if f.Role == references.AnswersMedia && files[f.Role].ID != "" {
			t.Error("a reference keeps the answers of two imports")
		}
		files[f.Role] = f
	}
	return files
}

// record is what the test looks at of a WARC record.
type record struct {
	kind, url, digest, head string
	body                    []byte
}

func recordsOf(t *testing.T, file []byte) (list []record) {
	t.Helper()
	r, err := gowarc.NewWarcFileReaderFromStream(bytes.NewReader(file), 0, gowarc.WithStrictValidation())
	modelstest.Must(t, err)
	for {
		w, _, _, err := r.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		modelstest.Must(t, err)
		one := record{kind: w.Type().String(), url: w.WarcHeader().Get("WARC-Target-URI"), digest: w.WarcHeader().Get("WARC-Payload-Digest")}
		raw, err := w.Block().RawBytes()
		modelstest.Must(t, err)
		all, err := io.ReadAll(raw)
		modelstest.Must(t, err)
		head, body, _ := bytes.Cut(all, []byte("\r\n\r\n"))
		one.head, one.body = string(head), body
		list = append(list, one)
		_ = w.Close()
	}
}

// TestFullEvidenceKeepsThePlatformsAnswers imports with and without full evidence: with it the platform's answers, redirects and the
// headers of media are kept as a WARC file, which another library reads, without secrets and without the bytes of media.
func TestFullEvidenceKeepsThePlatformsAnswers(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		m := &evidenceMedia{b.media, map[string][]byte{}}
		b.Media = m
		plain := b.run(t, b.accept(t, imports.ProfileFull, true))
		if _, kept := filesOf(t, b, *plain.ReferenceID)[references.AnswersMedia]; kept {
			t.Error("answers are kept of an import that did not want them")
		}
		full := b.run(t, b.acceptWith(t, func(n *imports.NewImport) { n.Evidence = imports.EvidenceFull }))
		files := filesOf(t, b, *full.ReferenceID)
		answers := files[references.AnswersMedia]
		if !strings.HasSuffix(answers.Filename, "-answers.warc.gz") || answers.Bytes != int64(len(m.kept[answers.BlobKey])) || answers.Bytes == 0 {
			t.Fatalf("%+v", answers)
		}
		counts := map[string]int{}
		for _, r := range recordsOf(t, m.kept[answers.BlobKey]) {
			counts[r.kind]++
			for _, secret := range []string{"hush", "203.0.113.9", "Set-Cookie", "Authorization"} {
				if strings.Contains(r.head+r.url+string(r.body), secret) {
					t.Errorf("a %s of %s holds %s", r.kind, r.url, secret)
				}
			}
			if r.kind == "revisit" && (r.digest != "sha256:"+files[references.PrimaryMedia].SHA256 || len(r.body) > 0 || !strings.HasPrefix(r.url, "https://cdn.test/a.mp4")) {
				t.Errorf("the revisit is %+v", r)
			}
			if r.kind == "metadata" && (!strings.Contains(r.head, "importId: "+full.ID) || !strings.Contains(r.head, "leftOut: 0")) {
				t.Errorf("the metadata is %s", r.head)
			}
		}
		if counts["warcinfo"] != 1 || counts["metadata"] != 1 || counts["revisit"] != 1 || counts["response"] < 2 || counts["request"] != counts["response"]+1 {
			t.Errorf("the records are %v", counts)
		}
		again := b.run(t, b.acceptWith(t, func(n *imports.NewImport) { n.RepeatOf = full.ID }))
		newer := filesOf(t, b, *again.ReferenceID)[references.AnswersMedia]
		if newer.ID == answers.ID || newer.ImportID != again.ID {
			t.Errorf("a repeated import keeps %+v", newer)
		}
		b.run(t, b.accept(t, imports.ProfileFull, true))
		if after := filesOf(t, b, *again.ReferenceID)[references.AnswersMedia]; after.ID != newer.ID {
			t.Errorf("an import without full evidence leaves %+v", after)
		}
	})
}

// TestLostAnswersAreCollectedAnew loses what an attempt collected before it is kept, as a machine that is gone does: the attempt fails,
// and the next one keeps the answers that it got itself.
func TestLostAnswersAreCollectedAnew(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		m := &losingMedia{evidenceMedia: &evidenceMedia{b.media, map[string][]byte{}}, folder: b.Folder, lose: true}
		b.Media, b.Log = m, slog.New(slog.DiscardHandler)
		id := b.acceptWith(t, func(n *imports.NewImport) { n.Evidence = imports.EvidenceFull })
		first := b.run(t, id)
		if first.State != imports.RetryWait || first.CauseCode != apierror.CodeStorageUnavailable {
			t.Fatalf("%s %s", first.State, first.CauseCode)
		}
		m.lose = false
		b.clock.Add(time.Hour)
		second := b.run(t, id)
		if second.State != imports.Succeeded {
			t.Fatalf("%s %s", second.State, second.CauseCode)
		}
		if said := first.Ingestion().FailureCode; said == nil || *said != apierror.CodeStorageUnavailable || second.Ingestion().FailureCode != nil {
			t.Errorf("it waits because of %v, and succeeded in spite of %v", said, second.Ingestion().FailureCode)
		}
		answers := filesOf(t, b, *second.ReferenceID)[references.AnswersMedia]
		for _, r := range recordsOf(t, m.kept[answers.BlobKey]) {
			if r.kind == "metadata" && !strings.Contains(r.head, "attempt: 2") {
				t.Errorf("the answers are those of %s", r.head)
			}
		}
	})
}

// losingMedia deletes what an attempt collected while its media are verified.
type losingMedia struct {
	*evidenceMedia
	folder string
	lose   bool
}

func (f *losingMedia) Verify(ctx context.Context, path string) (*media.Facts, error) {
	if f.lose {
		found, _ := filepath.Glob(filepath.Join(f.folder, "*", "answers-*.jsonl"))
		for _, p := range found {
			_ = os.Remove(p)
		}
	}
	return f.evidenceMedia.Verify(ctx, path)
}

// acceptWith accepts an import of the bench's link with all media and a transcript.
func (b *bench) acceptWith(t testing.TB, change func(*imports.NewImport)) string {
	t.Helper()
	link, err := b.Lookup.ItemLink(t.Context(), b.link)
	modelstest.Must(t, err)
	n := imports.NewImport{WorkspaceID: b.workspace, SourceURL: b.link, CanonicalURL: link.Canonical, Platform: link.Platform, Subject: link.NaturalID(),
		MediaProfile: imports.ProfileFull, Transcript: true, HoldDays: 30, Tags: "[]", Key: t.Name() + time.Now().String()}
	change(&n)
	a, err := b.Store.Imports.Accept(t.Context(), n, func(*imports.Detail) ([]byte, error) { return []byte(`{}`), nil })
	modelstest.Must(t, err)
	return a.ID
}
