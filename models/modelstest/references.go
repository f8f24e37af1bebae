package modelstest

import (
	"context"
	"strings"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// Saved describes an import that a test makes.
type Saved struct {
	Link        string // natural id; "" for a new one
	CustomTitle *string
	Notes       *string
	Tags        []string
	SourceTitle string
	Description *string
	Channel     *content.AccountRef
	Facts       references.SourceFacts
	Ad          *references.ObservedAd // makes it an ad
	Published   *content.Time
	Transcript  *string
	HoldDays    int64              // 0 means 30
	Stamp       bool               // a timestamp is requested
	Media       []references.Media // kept files: role, content type, bytes, digest, file name and blob key
}

// Accept creates an import that no worker has begun.
func Accept(t testing.TB, s *models.Store, workspaceID string, in Saved) string {
	t.Helper()
	return accept(context.Background(), t, s, workspaceID, in)
}

func accept(ctx context.Context, t testing.TB, s *models.Store, workspaceID string, in Saved) string {
	t.Helper()
	if in.Link == "" {
		in.Link = content.NaturalID(content.VideoSite, db.NewID())
	}
	if in.HoldDays == 0 {
		in.HoldDays = 30
	}
	platform, id, _ := strings.Cut(in.Link, ":")
	profile := imports.ProfileNone
	if len(in.Media) > 0 {
		profile = imports.ProfileFull
	}
	a, err := s.Imports.Accept(ctx, imports.NewImport{
		WorkspaceID: workspaceID, SourceURL: "https://example.com/" + id, CanonicalURL: "https://example.com/" + id, Platform: content.Platform(platform),
		Subject: in.Link, MediaProfile: profile, HoldDays: in.HoldDays, CustomTitle: in.CustomTitle, Notes: in.Notes,
		Tags: references.TagsJSON(in.Tags), Key: db.NewID(),
	}, func(*imports.Detail) ([]byte, error) { return []byte("{}"), nil })
	must(t, err)
	return a.ID
}

// Open begins an import as a worker does, and creates its reference.
func Open(t testing.TB, s *models.Store, importID, subject string) (*imports.Run, string) {
	t.Helper()
	return begin(context.Background(), t, s, importID, subject)
}

func begin(ctx context.Context, t testing.TB, s *models.Store, importID, subject string) (*imports.Run, string) {
	t.Helper()
	must(t, s.Imports.MarkQueued(ctx, importID))
	run, err := s.Imports.BeginAttempt(ctx, importID, db.NewID())
	must(t, err)
	ref, err := s.Imports.EnsureReference(ctx, run, subject, references.SourceObserved{})
	must(t, err)
	return run, ref
}

// Save creates a reference as a successful import does.
func Save(t testing.TB, s *models.Store, workspaceID string, in Saved) string {
	t.Helper()
	if in.Link == "" {
		in.Link = content.NaturalID(content.VideoSite, db.NewID())
	}
	ctx := context.Background()
	var run *imports.Run
	var ref string
	must(t, s.InTx(ctx, func(ctx context.Context) error { // a worker that runs beside the test would begin what it can see
		run, ref = begin(ctx, t, s, accept(ctx, t, s, workspaceID, in), in.Link)
		return nil
	}))
	primary := int64(0)
	for i := range in.Media {
		m := &in.Media[i]
		if m.Role == references.PrimaryMedia {
			m.Part, primary = primary, primary+1
		}
		m.ID, m.WorkspaceID, m.ReferenceID, m.ImportID = db.NewID(), workspaceID, ref, run.Import.ID
		must(t, s.Imports.BeginUpload(ctx, *m))
	}
	for run.Stage() != imports.StageCommitReference {
		s.Imports.EndStage(run, imports.WorkSucceeded, "")
	}
	observed := references.SourceObserved{ObservationID: db.NewID(), ObservedAt: content.At(time.Now()), SourceTitle: &in.SourceTitle, SourceDescription: in.Description, SourceFacts: in.Facts, PublishedAt: in.Published}
	if c := in.Channel; c != nil {
		observed.ChannelID, observed.ChannelName, observed.ChannelHandle, observed.ChannelURL = &c.ID, c.Name, c.Handle, c.URL
	}
	if observed.Ad = in.Ad; in.Ad != nil {
		observed.Kind = new(content.KindAd)
	}
	must(t, s.Imports.Commit(ctx, run, imports.Commit{
		Observed:   observed,
		Provenance: references.Provenance{SourceRouteID: "video_site.web", RouteContractVersion: "1", AcquiredAt: content.At(time.Now())},
		Media:      in.Media, Parts: parts(in.Media), Transcript: in.Transcript, Stamp: in.Stamp,
	}))
	return ref
}

// parts returns the primary media among kept files in order; nil if there are none.
func parts(files []references.Media) *references.Parts {
	var list []references.Part
	for n := range files {
		if m := &files[n]; m.Role == references.PrimaryMedia {
			kind, _, _ := strings.Cut(m.ContentType, "/")
			list = append(list, references.Part{MediaID: &m.ID, Index: m.Part, Kind: content.MediaKind(kind), State: references.PartKept,
				DetectedContentType: &m.ContentType, MeasuredBytes: &m.Bytes, SHA256: &m.SHA256})
		}
	}
	if list == nil {
		return nil
	}
	return &references.Parts{Total: new(int64(len(list))), Media: list}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
