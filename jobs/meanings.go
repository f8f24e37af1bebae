package jobs

import (
	"context"
	"errors"
	"strings"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/embeddings"
	"socialdata/internal/vectors"
	"socialdata/models/db"
	"socialdata/models/references"
)

// Embedder makes vectors of texts: see embeddings.Server.
type Embedder interface {
	Model() string
	Vectors(ctx context.Context, texts []string) ([]vectors.Vector, error)
}

// TranscriptReader reads the kept transcript of a reference; nil if there is none.
type TranscriptReader interface {
	Transcript(ctx context.Context, r *references.Reference) (*content.Transcript, error)
}

// Meanings makes the vectors by which references are found by meaning.
type Meanings struct {
	Embedder    Embedder
	Transcripts TranscriptReader
}

// Bounds of one pass that makes vectors.
const (
	meaningPassTime = 4 * time.Minute
	meaningFailures = 16        // requests of one pass that may be refused because of their texts
	meaningLookBack = time.Hour // how far behind its beginning a pass has the next one look for new references
)

// MakeMeanings makes vectors of references that have none, or of which the texts or the model have changed, and reports whether some are left
// for which there was no time. The first pass of a process looks at all references, those after it at new ones. It holds no lock while the server works.
func (r *Repair) MakeMeanings(ctx context.Context) (more bool, err error) {
	ends := time.Now().Add(meaningPassTime)
	if err := r.addMeanings(ctx); err != nil {
		return false, err
	}
	failures := 0
	for time.Now().Before(ends) {
		due, err := r.Store.References.DueMeanings(ctx, embeddings.Most)
		if err != nil || len(due) == 0 {
			return false, err
		}
		list, err := r.described(ctx, due)
		if err != nil {
			return false, err
		}
		if err := r.makeMeanings(ctx, list, &failures); err != nil {
			return false, err
		}
	}
	return true, nil
}

// addMeanings makes rows for references that are new to it.
func (r *Repair) addMeanings(ctx context.Context) (err error) {
	next, after := db.NewIDAt(db.Micros(r.Store.Now().Add(-meaningLookBack))), ""
	if from := r.meaningsFrom.Load(); from != nil {
		after = *from
	}
	for last := false; !last; last = after == "" {
		if after, err = r.Store.References.AddMeanings(ctx, r.Meanings.Embedder.Model(), after); err != nil {
			return err
		}
	}
	r.meaningsFrom.Store(&next)
	return nil
}

// described is a reference with the texts of which vectors are made.
type described struct {
	references.DueMeaning

	text string // "" if there is none
	said []content.Segment
}

// described reads the texts of references.
func (r *Repair) described(ctx context.Context, due []references.DueMeaning) ([]described, error) {
	list := make([]described, len(due))
	for n := range due {
		said, err := r.Meanings.Transcripts.Transcript(ctx, &due[n].Reference)
		if err != nil {
			return nil, err
		}
		list[n] = described{DueMeaning: due[n], text: references.MeaningText(&due[n].Reference, spoken(said)), said: references.Passages(said)}
	}
	return list, nil
}

// spoken joins the lines of a transcript, nil for none.
func spoken(t *content.Transcript) string {
	if t == nil {
		return ""
	}
	lines := make([]string, len(t.Segments))
	for n, s := range t.Segments {
		lines[n] = s.Text
	}
	return strings.Join(lines, " ")
}

// makeMeanings has vectors made of texts and stores them. If the server has none for these texts, it asks for each half, so that one text
// does not keep the others back, and puts off the text that is alone.
func (r *Repair) makeMeanings(ctx context.Context, due []described, failures *int) error {
	due, err := r.keepEmpty(ctx, due)
	if err != nil || len(due) == 0 {
		return err
	}
	texts := make([]string, len(due))
	for n := range due {
		texts[n] = due[n].text
	}
	list, err := r.Meanings.Embedder.Vectors(ctx, texts)
	if errors.Is(err, embeddings.ErrUseless) && *failures < meaningFailures {
		*failures++
		return r.halveMeanings(ctx, due, failures, err)
	}
	if err != nil {
		return err
	}
	for n := range due {
		said, err := r.passages(ctx, &due[n])
		if err != nil {
			return err
		}
		if err := r.Store.References.KeepMeaning(ctx, due[n].DueMeaning, r.Meanings.Embedder.Model(), list[n], said); err != nil {
			return err
		}
	}
	return nil
}

// passages has vectors made of what is said in a reference. If the server has none for it, the reference is found as a whole.
func (r *Repair) passages(ctx context.Context, of *described) ([]references.Passage, error) {
	if len(of.said) == 0 {
		return nil, nil
	}
	texts := make([]string, len(of.said))
	for n, p := range of.said {
		texts[n] = p.Text
	}
	list, err := r.Meanings.Embedder.Vectors(ctx, texts)
	switch {
	case errors.Is(err, embeddings.ErrUseless):
		r.Log.Warn("no moment of a reference is found by meaning", "reference", of.ID, "cause", apierror.Redact(err))
		return nil, nil
	case err != nil:
		return nil, err
	}
	return references.PassagesOf(of.said, list), nil
}

func (r *Repair) halveMeanings(ctx context.Context, due []described, failures *int, cause error) error {
	half := len(due) / 2
	if half == 0 {
		r.Log.Warn("a reference is not found by meaning", "reference", due[0].ID, "cause", apierror.Redact(cause))
		return r.Store.References.PutOffMeaning(ctx, due[0].DueMeaning)
	}
	if err := r.makeMeanings(ctx, due[:half], failures); err != nil {
		return err
	}
	return r.makeMeanings(ctx, due[half:], failures)
}

// keepEmpty notes of references without a text that they have no vector, and returns the others.
func (r *Repair) keepEmpty(ctx context.Context, due []described) (left []described, err error) {
	for _, one := range due {
		if one.text != "" {
			left = append(left, one)
			continue
		}
		if err := r.Store.References.KeepMeaning(ctx, one.DueMeaning, r.Meanings.Embedder.Model(), nil, nil); err != nil {
			return nil, err
		}
	}
	return left, nil
}

// The waits between passes that make vectors.
const (
	meaningSoon  = 5 * time.Second
	meaningWait  = 30 * time.Second
	meaningAgain = 5 * time.Minute // after a failure of the server
)

// meanings is the pass of MakeMeanings. A server that fails is logged and asked again later; nothing else depends on it.
func (r *Repair) meanings(ctx context.Context) (time.Time, error) {
	more, err := r.MakeMeanings(ctx)
	wait := meaningWait
	switch {
	case err != nil && ctx.Err() == nil:
		r.Log.Warn("references are not made findable by meaning", "cause", apierror.Redact(err))
		wait = meaningAgain
	case more:
		wait = meaningSoon
	}
	return r.Store.Now().Add(wait), nil
}
