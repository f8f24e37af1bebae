package jobs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/embeddings"
	"socialdata/internal/media/modelserver"
	"socialdata/jobs"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// sense plays a server of embeddings: the vector of a text counts its words in 64 dimensions.
type sense struct {
	sync.Mutex

	url      string
	requests [][]string
	answer   http.HandlerFunc // replaces its own; nil: none
	refuses  string           // texts with this word are refused
}

func newSense(t *testing.T) *sense {
	t.Helper()
	s := &sense{}
	site := httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(site.Close)
	s.url = site.URL
	return s
}

func (s *sense) serve(w http.ResponseWriter, r *http.Request) {
	var in struct{ Input []string }
	json.NewDecoder(r.Body).Decode(&in)
	s.Lock()
	defer s.Unlock()
	s.requests = append(s.requests, in.Input)
	if s.answer != nil {
		s.answer(w, r)
		return
	}
	type one struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	}
	var out struct {
		Data []one `json:"data"`
	}
	for n, text := range in.Input {
		if s.refuses != "" && strings.Contains(text, s.refuses) {
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, `{"error": {"message": "too long"}}`)
			return
		}
		v := make([]float32, 64)
		for _, word := range strings.Fields(strings.ToLower(text)) {
			h := fnv.New32a()
			io.WriteString(h, word)
			v[h.Sum32()%64]++
		}
		out.Data = append(out.Data, one{n, v})
	}
	json.NewEncoder(w).Encode(out)
}

// texts returns what was sent since the last call.
func (s *sense) texts() []string {
	s.Lock()
	defer s.Unlock()
	all := slices.Concat(s.requests...)
	s.requests = nil
	return all
}

func (s *sense) model(name string) *embeddings.Server {
	return embeddings.New(embeddings.Options{Options: modelserver.Options{BaseURL: s.url, Transport: http.DefaultTransport}, Model: name, Timeout: 2 * time.Second})
}

// said plays the kept transcripts.
type said map[string]string

func (s said) Transcript(_ context.Context, r *references.Reference) (*content.Transcript, error) {
	if s[r.ID] == "" {
		return nil, nil
	}
	return &content.Transcript{Segments: []content.Segment{{Text: s[r.ID]}}}, nil
}

// lines plays the kept transcripts, line by line.
type lines map[string][]content.Segment

func (l lines) Transcript(_ context.Context, r *references.Reference) (*content.Transcript, error) {
	return &content.Transcript{Segments: l[r.ID]}, nil
}

func senseRepair(s *models.Store, server *embeddings.Server, transcripts jobs.TranscriptReader) *jobs.Repair {
	return &jobs.Repair{Store: s, Log: slog.New(slog.DiscardHandler), Meanings: &jobs.Meanings{Embedder: server, Transcripts: transcripts}}
}

func found(t *testing.T, s *models.Store, workspace string, server *embeddings.Server, words string) (ids []string) {
	t.Helper()
	v, err := server.Vectors(t.Context(), []string{words})
	modelstest.Must(t, err)
	for p := (db.PageRequest{Limit: 2}); ; {
		page, err := s.References.Nearest(t.Context(), workspace, server.Model(), v[0], words, p)
		modelstest.Must(t, err)
		for _, r := range page.Items {
			ids = append(ids, r.ID)
		}
		if p.Cursor = page.NextCursor; p.Cursor == "" {
			return ids
		}
	}
}

func pass(t *testing.T, r *jobs.Repair) {
	t.Helper()
	if more, err := r.MakeMeanings(t.Context()); more || err != nil {
		t.Fatal(more, err)
	}
}

// TestReferencesAreFoundByMeaning makes vectors in batches, finds the nearest first, follows edits, changes of the model and deletions,
// and keeps workspaces apart.
func TestReferencesAreFoundByMeaning(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		w, server, transcripts := modelstest.Install(t, s, 1000), newSense(t), said{}
		other, err := s.Accounts.CreateWorkspace(t.Context(), "Other", w.Owner, 1000)
		modelstest.Must(t, err)
		foreign := modelstest.Save(t, s, other.ID, modelstest.Saved{SourceTitle: "hot tea kettle"})
		kettle := modelstest.Save(t, s, w.Workspace, modelstest.Saved{SourceTitle: "hot tea kettle", Notes: new("private note")})
		car := modelstest.Save(t, s, w.Workspace, modelstest.Saved{SourceTitle: "fast red car"})
		spoken := modelstest.Save(t, s, w.Workspace, modelstest.Saved{SourceTitle: "untitled"})
		transcripts[spoken] = strings.Repeat("tea kettle hot ", 600)
		for n := range embeddings.Most {
			modelstest.Save(t, s, w.Workspace, modelstest.Saved{SourceTitle: fmt.Sprintf("filler%d thing%d", n, n)})
		}
		if sent := server.texts(); len(sent) != 0 {
			t.Fatalf("saving sends %q", sent)
		}
		r := senseRepair(s, server.model("sense"), transcripts)
		pass(t, r)
		if requests := len(server.requests); requests != 3 { // one of them has the passages of a transcript
			t.Errorf("%d texts in %d requests", embeddings.Most+4, requests)
		}
		sent := server.texts()
		if !slices.ContainsFunc(sent, func(text string) bool { return strings.Contains(text, "private note") }) || slices.ContainsFunc(sent, func(text string) bool { return len(text) > 6000 }) {
			t.Error("the notes are missing, or a text is too long")
		}
		if got := found(t, s, w.Workspace, server.model("sense"), "hot tea kettle"); len(got) != embeddings.Most+3 || !slices.Contains(got[:2], kettle) || !slices.Contains(got[:2], spoken) || slices.Contains(got, foreign) {
			t.Errorf("found %d: %v", len(got), got[:2])
		}
		server.texts()
		pass(t, r)
		if again := server.texts(); len(again) != 0 {
			t.Errorf("what has a vector is sent again: %q", again)
		}

		clock.Add(time.Minute)
		edited, err := s.References.Annotate(t.Context(), w.Workspace, car, references.Annotation{Revision: revision(t, s, w.Workspace, car), Notes: &references.Note{To: new("submarine submarine submarine")}})
		modelstest.Must(t, err)
		pass(t, r)
		if again := server.texts(); len(again) != 1 || !strings.Contains(again[0], "submarine") {
			t.Errorf("after an edit %q is sent", again)
		}
		if got := found(t, s, w.Workspace, server.model("sense"), "submarine"); got[0] != edited.ID {
			t.Errorf("the edited one is not found first: %v", got[:3])
		}

		modelstest.Must(t, s.Imports.DeleteReference(t.Context(), w.Workspace, kettle))
		if got := found(t, s, w.Workspace, server.model("sense"), "hot tea kettle"); slices.Contains(got, kettle) || got[0] != spoken || len(got) != embeddings.Most+2 {
			t.Errorf("after the deletion %d: %v", len(got), got[:2])
		}

		server.texts()
		clock.Add(time.Minute)
		if got := found(t, s, w.Workspace, server.model("another"), "tea"); len(got) != 0 {
			t.Errorf("vectors of one model are compared with those of another: %v", got)
		}
		pass(t, senseRepair(s, server.model("another"), transcripts))
		if again := server.texts(); len(again) != embeddings.Most+5 { // with a passage and the words of the search
			t.Errorf("%d texts are sent to another model", len(again))
		}
		if got := found(t, s, w.Workspace, server.model("another"), "submarine"); got[0] != car {
			t.Errorf("by another model %v", got[:2])
		}
	})
}

func revision(t *testing.T, s *models.Store, workspace, id string) int64 {
	t.Helper()
	r, err := s.References.Find(t.Context(), workspace, id)
	modelstest.Must(t, err)
	return r.Revision
}

// TestABadServerHarmsNoReference has a server refuse one text, fail and lie: others get their vectors, what could not be made is made later,
// and what is found stays as it was.
func TestABadServerHarmsNoReference(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		w, server := modelstest.Install(t, s, 1000), newSense(t)
		for n := range 10 {
			modelstest.Save(t, s, w.Workspace, modelstest.Saved{SourceTitle: fmt.Sprintf("good%d", n)})
		}
		bad := modelstest.Save(t, s, w.Workspace, modelstest.Saved{SourceTitle: "poison"})
		server.refuses = "poison"
		r := senseRepair(s, server.model("sense"), said{})
		pass(t, r)
		if got := found(t, s, w.Workspace, server.model("sense"), "good1"); len(got) != 10 || slices.Contains(got, bad) {
			t.Errorf("%d found beside the refused one", len(got))
		}
		server.texts()
		pass(t, r)
		if again := server.texts(); len(again) != 0 {
			t.Errorf("what was refused is sent again at once: %q", again)
		}
		server.refuses = ""
		clock.Add(25 * time.Hour)
		pass(t, r)
		if got := found(t, s, w.Workspace, server.model("sense"), "poison"); len(got) != 11 || got[0] != bad {
			t.Errorf("a day later %d are found", len(got))
		}
		late := modelstest.Save(t, s, w.Workspace, modelstest.Saved{SourceTitle: "late"})
		for name, answer := range map[string]http.HandlerFunc{
			"down":    func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
			"no JSON": func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>") },
			"NaN":     func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"data": [{"embedding": [NaN]}]}`) },
		} {
			server.answer = answer
			if more, err := r.MakeMeanings(t.Context()); more || err == nil {
				t.Errorf("%s: %v, %v", name, more, err)
			}
		}
		server.answer = nil
		server.texts()
		pass(t, r)
		if got := found(t, s, w.Workspace, server.model("sense"), "late"); len(got) != 12 || got[0] != late {
			t.Errorf("after the failures %d are found", len(got))
		}
	})
}

// TestASearchByMeaningLeadsToTheMoment finds what is said late in a video, nothing where the title is what is meant, and nothing of a model
// before; transcripts of any length make a bounded number of passages that lose no word.
func TestASearchByMeaningLeadsToTheMoment(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w, server := modelstest.Install(t, s, 1000), newSense(t)
		long := modelstest.Save(t, s, w.Workspace, modelstest.Saved{SourceTitle: "a walk"})
		titled := modelstest.Save(t, s, w.Workspace, modelstest.Saved{SourceTitle: "kettle kettle kettle"})
		told := lines{long: {}, titled: {{Text: "some words of something else"}}}
		for n := range 40 {
			text := fmt.Sprintf("we walk past house%d and tree%d and go on along the road", n, n)
			if n == 30 {
				text = strings.Repeat("kettle ", 30)
			}
			told[long] = append(told[long], content.Segment{StartMs: int64(n) * 5000, EndMs: int64(n+1) * 5000, Text: text})
		}
		pass(t, senseRepair(s, server.model("sense"), told))
		v, err := server.model("sense").Vectors(t.Context(), []string{"kettle"})
		modelstest.Must(t, err)
		at := func(model string) map[string]int64 {
			page, err := s.References.Nearest(t.Context(), w.Workspace, model, v[0], "", db.PageRequest{Limit: 10})
			modelstest.Must(t, err)
			places, times := make([][]references.TextMatch, len(page.Items)), map[string]int64{}
			for n := range places {
				places[n] = []references.TextMatch{}
			}
			page.AddMoments(places)
			for n, r := range page.Items {
				for _, m := range places[n] {
					times[r.ID] = *m.StartMs
				}
			}
			return times
		}
		times := at("sense")
		if ms, ok := times[long]; !ok || ms != 150_000 {
			t.Errorf("what is said at 150 s is found at %d ms (%v)", ms, ok)
		}
		if ms, ok := times[titled]; ok {
			t.Errorf("the title is meant, and the moment is said to be %d ms", ms)
		}
		pass(t, senseRepair(s, server.model("another"), lines{long: nil}))
		if times := at("another"); len(times) != 0 {
			t.Errorf("the transcript is gone, and moments are %v", times)
		}
	})
}

// TestPassages joins transcripts of all lengths.
func TestPassages(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 2, 30, 1000, 20_000} {
		var told content.Transcript
		for k := range n {
			told.Segments = append(told.Segments, content.Segment{StartMs: int64(k), EndMs: int64(k + 1), Text: fmt.Sprint("w", k)})
		}
		list := references.Passages(&told)
		words, last := 0, int64(-1)
		for _, p := range list {
			for _, word := range strings.Fields(p.Text) {
				if word != fmt.Sprint("w", words) {
					t.Fatalf("%d lines: %q in place of %d", n, word, words)
				}
				words++
			}
			if p.StartMs <= last || p.EndMs <= p.StartMs {
				t.Errorf("%d lines: a passage from %d to %d", n, p.StartMs, p.EndMs)
			}
			last = p.StartMs
		}
		if words != n || len(list) > embeddings.Most || n > 0 && len(list) == 0 {
			t.Errorf("%d lines have %d words in %d passages", n, words, len(list))
		}
	}
}
