package web_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/media"
	"socialdata/internal/sources/platforms"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/models/accounts"
	"socialdata/models/captures"
	"socialdata/models/references"
	"socialdata/web/webtest"
)

// uploaded is what the service says of an uploaded part.
type uploaded struct {
	Index, ReceivedBytes int64
	TotalBytes           *int64
	SHA256               *string
	Complete, Needed     bool
	ExpiresAt            *string
}

func digestOf(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
}

// putPart uploads the bytes of whole from first to end.
func putPart(s *webtest.Site, as map[string]string, id string, index int, whole []byte, first, end int, more map[string]string) *webtest.Reply {
	header := maps.Clone(as)
	header["Content-Type"], header["Repr-Digest"] = "application/octet-stream", digestOf(whole)
	header["Content-Range"] = fmt.Sprintf("bytes %d-%d/%d", first, end-1, len(whole))
	maps.Copy(header, more)
	return s.Do("PUT", fmt.Sprintf("/v1/captures/%s/parts/%d", id, index), string(whole[first:end]), header)
}

// stored uploads bytes and wants them taken.
func stored(t *testing.T, r *webtest.Reply, received int64, complete bool) (u uploaded) {
	t.Helper()
	if r.Status != http.StatusOK || json.Unmarshal(r.Body, &u) != nil || u.ReceivedBytes != received || u.Complete != complete {
		t.Fatalf("%d %s, want %d bytes, complete %v", r.Status, r.Body, received, complete)
	}
	return u
}

// film returns a video of the simulated clip site.
func film(t *testing.T, s *webtest.Site) []byte {
	t.Helper()
	w := httptest.NewRecorder()
	s.Platforms.ServeHTTP(w, httptest.NewRequest("GET", "/v16-webapp.tiktokcdn-us.com/video/1.mp4", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("%d, %d bytes", w.Code, w.Body.Len())
	}
	return w.Body.Bytes()
}

// pipeline runs imports of the site with its media. The clip site's media host refuses the service.
func pipeline(t *testing.T, s *webtest.Site) *jobs.Importer {
	t.Helper()
	s.Platforms.Fail(simulator.Failure{Platform: "clip_site", Path: ".mp4", Status: http.StatusForbidden, Body: "no"})
	run := importer(t, s)
	fetcher := sourcestest.Fetcher(t, s.Platforms, platforms.All().Hosts()...)
	run.Media = &jobs.MediaPipeline{Blobs: s.Blobs, Engine: media.NewEngine(), Log: slog.New(slog.DiscardHandler), Downloads: media.NewDownloader(media.DownloadOptions{Transport: fetcher.Transport(),
		Allowed: fetcher.Allowed, MaxBytes: webtest.MaxMediaBytes, HeaderTimeout: 5 * time.Second, IdleTimeout: 5 * time.Second, TotalTimeout: 20 * time.Second})}
	return run
}

// TestUploadsBringWhatTheServiceMayNotFetch imports a capture whose media host refuses the service, then uploads the video in
// pieces and imports again.
func TestUploadsBringWhatTheServiceMayNotFetch(t *testing.T) {
	for name, address := range map[string]string{"folder": "", "s3": testkit.S3(t)} {
		t.Run(name, func(t *testing.T) { uploadsBringTheirMedia(t, webtest.Options{Credits: 100, Media: address}) })
	}
}

func uploadsBringTheirMedia(t *testing.T, o webtest.Options) {
	each(t, o, func(t *testing.T, s *webtest.Site) {
		link, id := clipOf(s)
		clip := sourcestest.CapturedClip(id, 5, nil)
		clip.PageURL = link
		key := scoped(t, s, accounts.IngestionsWrite)
		made := captureAs(t, s, key, captureBody(clip, func(body map[string]any) { body["import"] = map[string]any{"mediaProfile": "full"} }))
		whole, run := padded(film(t, s)), pipeline(t, s)
		testkit.Must(t, run.Run(t.Context(), *made.ImportID))
		state := captureState(t, s, key, made.ID)
		if state.ImportState == nil || *state.ImportState != "succeeded" || len(state.Parts) != 1 || !state.Parts[0].Needed {
			t.Fatalf("without its media: %+v", state)
		}
		if shown := string(s.Do("GET", "/w/"+s.Workspace+"/imports/"+*made.ImportID, "", s.AsOwner()).Body); !strings.Contains(shown, "Files are missing: 1") || !strings.Contains(shown, "Up to 4 credits") {
			t.Error("the import's page does not say that a file is missing, or what it costs to import again")
		}
		stored(t, putPart(s, key, made.ID, 0, whole, 0, input.MinPiece, nil), input.MinPiece, false)
		if now := captureState(t, s, key, made.ID).Parts[0]; now.ReceivedBytes != input.MinPiece || *now.TotalBytes != int64(len(whole)) || now.Complete || !now.Needed {
			t.Errorf("to go on with: %+v", now)
		}
		sum := sha256.Sum256(whole)
		if u := stored(t, putPart(s, key, made.ID, 0, whole, input.MinPiece, len(whole), nil), int64(len(whole)), true); *u.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("its digest is %s", *u.SHA256)
		}
		r := s.Do("POST", "/v1/captures/"+made.ID+"/imports", `{"mediaProfile":"full"}`, key)
		again, _ := r.JSON(t)["importId"].(string)
		if r.Status != http.StatusAccepted || again == "" || again == *made.ImportID {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		if r := s.Do("POST", "/v1/captures/"+made.ID+"/imports", `{"mediaProfile":"full"}`, key); r.JSON(t)["importId"] != again {
			t.Errorf("asked twice, it is imported twice: %s", r.Body)
		}
		testkit.Must(t, run.Run(t.Context(), again))
		uploadedIsKept(t, s, again, hex.EncodeToString(sum[:]))
		if state := captureState(t, s, key, made.ID); state.Parts[0].Needed {
			t.Errorf("it still is needed: %+v", state)
		}
	})
}

// padded makes a video large enough for two pieces, by a box that players skip.
func padded(film []byte) []byte {
	const more = 2 * input.MinPiece
	box := make([]byte, more)
	copy(box, []byte{byte(more >> 24), byte(more >> 16 & 0xff), byte(more >> 8 & 0xff), byte(more & 0xff), 'f', 'r', 'e', 'e'})
	return append(bytes.Clone(film), box...)
}

// uploadedIsKept looks at the reference of an import: its part has the bytes, and says wherever it is shown who uploaded them.
func uploadedIsKept(t *testing.T, s *webtest.Site, imported, sum string) {
	t.Helper()
	ref, _ := s.Do("GET", "/v1/imports/"+imported, nil, s.AsKey()).JSON(t)["referenceId"].(string)
	kept := s.Do("GET", "/v1/references/"+ref, nil, s.AsKey())
	var got struct{ Media []references.Part }
	testkit.Must(t, json.Unmarshal(kept.Body, &got))
	if len(got.Media) != 1 || got.Media[0].State != references.PartKept || *got.Media[0].SHA256 != sum || got.Media[0].Kind != content.MediaVideo ||
		got.Media[0].Origin == nil || *got.Media[0].Origin != references.UploadedOrigin || *got.Media[0].UploadedBy != s.OwnerID || got.Media[0].Width == nil {
		t.Fatalf("the reference has %s", kept.Body)
	}
	page := s.Do("GET", "/w/"+s.Workspace+"/references/"+ref, nil, s.AsOwner())
	if !strings.Contains(string(page.Body), "uploaded by a member") {
		t.Error("its page does not say who uploaded the video")
	}
	for _, name := range []string{"manifest.json", "reference.json"} {
		if body := inBundle(t, s, ref, name); !strings.Contains(string(body), references.UploadedOrigin) {
			t.Errorf("%s of the bundle does not say who uploaded the video: %s", name, body)
		}
	}
}

type capturedState struct {
	ImportID, ImportState *string
	Parts                 []uploaded
}

func captureState(t *testing.T, s *webtest.Site, as map[string]string, id string) (state capturedState) {
	t.Helper()
	r := s.Do("GET", "/v1/captures/"+id, nil, as)
	if r.Status != http.StatusOK {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	testkit.Must(t, json.Unmarshal(r.Body, &state))
	return state
}

// TestUploadsGoOnWhereTheyEnded sends pieces again, out of order, damaged and of another file.
func TestUploadsGoOnWhereTheyEnded(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		made := captureAs(t, s, s.AsKey(), captureBody(sourcestest.Captures(1)[1], nil))
		whole, other := bytes.Repeat([]byte("parcel"), input.MinPiece/2), bytes.Repeat([]byte("kettle"), input.MinPiece/2)
		const piece = input.MinPiece
		put := func(of []byte, first, end int, more map[string]string) *webtest.Reply {
			return putPart(s, s.AsKey(), made.ID, 0, of, first, end, more)
		}
		refused := func(what string, r *webtest.Reply, want string) {
			t.Helper()
			if got := fmt.Sprint(r.Status, " ", r.Code()); !strings.HasPrefix(want, got) || !strings.Contains(string(r.Body), strings.TrimPrefix(want, got)) {
				t.Errorf("%s: %d %s, want %s", what, r.Status, r.Body, want)
			}
		}
		refused("a second piece first", put(whole, piece, 2*piece, nil), "400 invalid_input")
		stored(t, put(whole, 0, piece, nil), piece, false)
		stored(t, put(whole, 0, piece, nil), piece, false)
		refused("a hole", put(whole, 2*piece, 3*piece, nil), "400 invalid_input")
		refused("another file", put(other, piece, 2*piece, nil), "400 invalid_input")
		stored(t, put(whole, piece, 2*piece, map[string]string{"Content-Digest": digestOf(whole[piece : 2*piece])}), 2*piece, false)
		refused("a damaged piece", put(whole, 2*piece, 3*piece, map[string]string{"Content-Digest": digestOf(whole)}), "400 invalid_input")
		stored(t, put(whole, 2*piece, 3*piece, nil), 3*piece, true)
		stored(t, put(whole, 2*piece, 3*piece, nil), 3*piece, true)
		stored(t, put(other, 0, piece, nil), piece, false) // begins anew
		refused("pieces of two files", put(append(bytes.Clone(other[:piece]), whole[piece:]...), piece, 3*piece, map[string]string{"Repr-Digest": digestOf(other)}), "400 invalid_input")
		if now := captureState(t, s, s.AsKey(), made.ID).Parts[0]; now.ReceivedBytes != 0 || now.SHA256 != nil {
			t.Errorf("of a file with another digest: %+v", now)
		}
		stored(t, put(other, 0, len(other), nil), int64(len(other)), true)
	})
}

// TestUploadsAreBounded sends every bound, and looks for what is left when they end.
func TestUploadsAreBounded(t *testing.T) {
	each(t, webtest.Options{Credits: 100}, func(t *testing.T, s *webtest.Site) {
		made := captureAs(t, s, s.AsKey(), captureBody(sourcestest.Captures(1)[1], nil))
		o := newOther(t, s)
		theirs := map[string]string{"Authorization": "Bearer " + o.key}
		small, large := []byte("a small file"), make([]byte, webtest.MaxMediaBytes+1)
		for name, c := range map[string]struct {
			got  *webtest.Reply
			want string
		}{
			"another workspace":    {putPart(s, theirs, made.ID, 0, small, 0, len(small), nil), "404 not_found"},
			"another's reading":    {s.Do("GET", "/v1/captures/"+made.ID, nil, theirs), "404 not_found"},
			"another's import":     {s.Do("POST", "/v1/captures/"+made.ID+"/imports", "{}", theirs), "404 not_found"},
			"no such part":         {putPart(s, s.AsKey(), made.ID, 1, small, 0, len(small), nil), "404 not_found"},
			"no part at all":       {putPart(s, s.AsKey(), made.ID, 40, small, 0, len(small), nil), "404 not_found"},
			"JSON":                 {putPart(s, s.AsKey(), made.ID, 0, small, 0, len(small), map[string]string{"Content-Type": "application/json"}), "415 invalid_input"},
			"a range of more":      {putPart(s, s.AsKey(), made.ID, 0, small, 0, len(small), map[string]string{"Content-Range": "bytes 0-99/100"}), "400 invalid_input"},
			"no range":             {putPart(s, s.AsKey(), made.ID, 0, small, 0, len(small), map[string]string{"Content-Range": "bytes */12"}), "400 invalid_input"},
			"a digest of no sort":  {putPart(s, s.AsKey(), made.ID, 0, small, 0, len(small), map[string]string{"Repr-Digest": "md5=:x:"}), "400 invalid_input"},
			"a small first piece":  {putPart(s, s.AsKey(), made.ID, 0, large, 0, 100, nil), "400 invalid_input"},
			"a body without bytes": {putPart(s, s.AsKey(), made.ID, 0, small, 0, 0, map[string]string{"Content-Range": "bytes 0-11/12"}), "400 invalid_input"},
			"a large part":         {putPart(s, s.AsKey(), made.ID, 0, large, 0, input.MinPiece, nil), "422 limit_exceeded"},
			"a large piece":        {putPart(s, s.AsKey(), made.ID, 0, make([]byte, input.MaxPiece+1), 0, input.MaxPiece+1, nil), "413 limit_exceeded"},
			"without the scope":    {putPart(s, scoped(t, s, accounts.IngestionsRead), made.ID, 0, small, 0, len(small), nil), "403 forbidden"},
		} {
			if got := fmt.Sprint(c.got.Status, " ", c.got.Code()); got != c.want {
				t.Errorf("%s: %s, want %s: %.300s", name, got, c.want, c.got.Body)
			}
		}
		for n := range webtest.MaxMediaBytes / (2 << 20) * 2 { // what a workspace may have waiting
			one := captureAs(t, s, s.AsKey(), captureBody(sourcestest.Captures(1)[1], nil))
			part := bytes.Repeat([]byte{byte(n)}, 2<<20)
			stored(t, putPart(s, s.AsKey(), one.ID, 0, part, 0, len(part), nil), 2<<20, true)
		}
		if r := putPart(s, s.AsKey(), made.ID, 0, small, 0, len(small), nil); r.Status != 422 || !strings.Contains(string(r.Body), "workspace.uploads") {
			t.Errorf("more than may wait: %d %s", r.Status, r.Body)
		}
		nothingIsLeft(t, s)
	})
}

// nothingIsLeft lets all uploads end, and looks for their bytes.
func nothingIsLeft(t *testing.T, s *webtest.Site) {
	t.Helper()
	repair := &jobs.Repair{Store: s.Store, Media: &jobs.MediaPipeline{Blobs: s.Blobs}, Blobs: s.Blobs, Folder: t.TempDir(), Log: slog.New(slog.DiscardHandler)}
	count := func() (rows, files int64) {
		testkit.Must(t, s.Store.Read(t.Context()).Model(&captures.Piece{}).Count(&rows).Error)
		for _, err := range s.Blobs.List(t.Context(), "", time.Now().Add(time.Hour)) {
			testkit.Must(t, err)
			files++
		}
		return rows, files
	}
	testkit.Must(t, repair.DeleteMarked(t.Context()))
	if rows, files := count(); rows != 4 || files != 4 {
		t.Errorf("%d rows and %d files before their end", rows, files)
	}
	_, err := repair.SweepOrphans(t.Context())
	testkit.Must(t, err)
	s.Clock.Add(captures.PiecesKeptFor)
	testkit.Must(t, repair.DeleteMarked(t.Context()))
	if rows, files := count(); rows != 0 || files != 0 {
		t.Errorf("%d rows and %d files are left", rows, files)
	}
}

// TestUploadsHelpAnImportThatWaits uploads the video of an import that waits for its next attempt, which then begins at once.
func TestUploadsHelpAnImportThatWaits(t *testing.T) {
	each(t, webtest.Options{Credits: 100}, func(t *testing.T, s *webtest.Site) {
		link, id := clipOf(s)
		clip := sourcestest.CapturedClip(id, 5, nil)
		clip.PageURL = link
		made := captureAs(t, s, s.AsKey(), captureBody(clip, func(body map[string]any) { body["import"] = map[string]any{"mediaProfile": "full"} }))
		whole, run := film(t, s), pipeline(t, s)
		run.Backoff = []time.Duration{time.Hour}
		testkit.Must(t, run.Run(t.Context(), *made.ImportID))
		if state := captureState(t, s, s.AsKey(), made.ID); *state.ImportState != "retry_wait" || !state.Parts[0].Needed {
			t.Fatalf("the import that was refused: %+v", state)
		}
		stored(t, putPart(s, s.AsKey(), made.ID, 0, whole, 0, len(whole), nil), int64(len(whole)), true)
		if r := s.Do("POST", "/v1/captures/"+made.ID+"/imports", `{"mediaProfile":"full"}`, s.AsKey()); r.JSON(t)["importId"] != *made.ImportID {
			t.Fatalf("another import is made: %s", r.Body)
		}
		testkit.Must(t, run.Run(t.Context(), *made.ImportID))
		sum := sha256.Sum256(whole)
		uploadedIsKept(t, s, *made.ImportID, hex.EncodeToString(sum[:]))
	})
}
