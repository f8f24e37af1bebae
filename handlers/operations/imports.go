package operations

import (
	"cmp"
	"context"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
	"socialdata/jobs"
	"socialdata/models/boards"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// ImportSettings say what an import keeps and for how long.
type ImportSettings struct {
	MediaProfile  imports.MediaProfile `json:"mediaProfile,omitempty" default:"analysis"`
	Transcript    *bool                `json:"transcript,omitempty" default:"true"`
	MediaHoldDays ImportHoldDays       `json:"mediaHoldDays,omitempty"`
	Tags          Tags                 `json:"tags,omitempty"`
}

// withDefaults returns the settings with defaults for absent ones.
func (in ImportSettings) withDefaults() (p imports.MediaProfile, transcript bool, holdDays int64) {
	return cmp.Or(in.MediaProfile, imports.ProfileAnalysis), in.Transcript == nil || *in.Transcript, cmp.Or(int64(in.MediaHoldDays), input.DefaultHoldDays)
}

// ImportInput is the input of an import, without what is imported.
type ImportInput struct {
	ImportSettings
	CustomTitle Opt[CustomTitle] `json:"customTitle,omitempty"`
	Notes       Opt[Notes]       `json:"notes,omitempty"`
	Board       string           `json:"board,omitempty" maxLength:"64" doc:"Id of a manual board of the workspace: the reference is put at its end"`
}

// CreateIngestion is the input of the import of a link.
type CreateIngestion struct {
	SourceURL Link             `json:"sourceUrl" doc:"Link to an item"`
	Evidence  imports.Evidence `json:"evidence,omitempty" default:"standard" doc:"full: also keep the platform's own answers, redirects and the headers of media, as a WARC 1.1 file without cookies, tokens and network addresses; the bundle holds it, and opens as WACZ in replay software. At most 32 MiB. Where the operator has a browser, also a picture and a PDF of the page as a visitor without login saw it (provenance.pagePicture)"`
	ImportInput
}

// ImportOf returns the import that the caller requests. A repeated request with the same key returns the same import.
func ImportOf(c *session.Caller, in CreateIngestion, key string) imports.NewImport {
	n := in.newImport(c, key)
	n.SourceURL = string(in.SourceURL)
	if in.Evidence == imports.EvidenceFull {
		n.Evidence = in.Evidence
	}
	return n
}

// newImport returns the import that the caller requests, without its link.
func (in ImportInput) newImport(c *session.Caller, key string) imports.NewImport {
	n := imports.NewImport{CustomTitle: StoredText(in.CustomTitle.Value), Notes: StoredText(in.Notes.Value), Tags: references.TagsJSON(StoredTags(&in.Tags)), BoardID: in.Board}
	n.MediaProfile, n.Transcript, n.HoldDays = in.withDefaults()
	return askedBy(c, n, key)
}

func askedBy(c *session.Caller, n imports.NewImport, key string) imports.NewImport {
	n.WorkspaceID, n.RequestID, n.By, n.Key = c.WorkspaceID, c.RequestID, c.Spender(), key
	return n
}

// CreateIngestion accepts an import and queues it. A repeated key returns the first response, which render produced.
func (s *Service) CreateIngestion(ctx context.Context, c *session.Caller, in CreateIngestion, key string, render jobs.RenderImport) (*imports.AcceptedImport, error) {
	n := ImportOf(c, in, key)
	if err := s.TakesImports(ctx, c, in.Board); err != nil {
		return s.replay(ctx, n, err)
	}
	return s.startImport(ctx, c, n, render)
}

// replay returns the first response to a repeated key, whatever became of the board since, and refused if the key is free.
func (s *Service) replay(ctx context.Context, n imports.NewImport, refused error) (*imports.AcceptedImport, error) {
	n, err := s.Lookup.ImportOf(n.SourceURL, n)
	if err != nil {
		return nil, refused
	}
	accepted, err := s.Store.Imports.Replay(ctx, n)
	if accepted == nil && err == nil {
		err = refused
	}
	return accepted, err
}

// EstimateIngestion returns what an import would cost now.
func (s *Service) EstimateIngestion(ctx context.Context, c *session.Caller, in CreateIngestion) (*lookup.Estimate, error) {
	n, err := s.recognized(c, ImportOf(c, in, ""))
	if err == nil {
		err = s.TakesImports(ctx, c, in.Board)
	}
	if err != nil {
		return nil, err
	}
	return s.Lookup.EstimateImport(ctx, n)
}

// CreateIngestions accepts several imports, as many as the caller's import limit allows. Afterwards each entry of
// list has its response or its error.
func (s *Service) CreateIngestions(ctx context.Context, c *session.Caller, list []jobs.Started, render jobs.RenderImport) {
	refused := map[string]error{} // by board
	for n := range list {
		board := list[n].Import.BoardID
		if _, known := refused[board]; !known {
			refused[board] = s.TakesImports(ctx, c, board)
		}
		if list[n].Err == nil && refused[board] != nil {
			list[n].Accepted, list[n].Err = s.replay(ctx, list[n].Import, refused[board])
		}
	}
	s.starter().StartMany(ctx, list, c.More, render)
}

// TakesImports returns invalid_input unless id is "" or a manual board of the workspace, and limit_exceeded for a full board.
func (s *Service) TakesImports(ctx context.Context, c *session.Caller, id string) error {
	if id == "" {
		return nil
	}
	b, err := s.Store.Boards.Find(ctx, c.WorkspaceID, id)
	if err == nil && b.Kind == boards.Manual {
		return s.Store.Boards.HasRoom(ctx, id)
	}
	if err != nil && !apierror.Is(err, apierror.CodeNotFound) {
		return err
	}
	return apierror.InvalidInput(apierror.Field{Name: "board", In: "body", Reason: "not_found", Expected: "a manual board of the workspace"})
}

// LinkList holds links to import. Each is validated separately later.
type LinkList struct {
	Links LinkTexts `json:"links"`
}

// ImportAgain accepts another import of the same link with the same settings, of the batch unless it is "".
func (s *Service) ImportAgain(ctx context.Context, c *session.Caller, id, key, batch string) (*imports.AcceptedImport, error) {
	old, err := s.Store.Imports.Find(ctx, c.WorkspaceID, id)
	if err != nil {
		return nil, err
	}
	n := again(c, old, key)
	n.BatchID = batch
	return s.startImport(ctx, c, n, nil)
}

// Selected holds the imports that a bulk action applies to.
type Selected struct {
	IDs BulkIDs `json:"ids"`
}

// ImportAllAgain does what ImportAgain does for each import that has ended, and counts those that have not, and those that are left out
// because their content is unavailable.
func (s *Service) ImportAllAgain(ctx context.Context, c *session.Caller, in Selected, key string) (list []jobs.Started, moving, unavailable int) {
	for _, id := range in.IDs {
		old, err := s.Store.Imports.Find(ctx, c.WorkspaceID, id)
		switch {
		case err != nil:
			list = append(list, jobs.Started{Err: err})
		case !old.State.Final():
			moving++
		case !old.MayComeAgain():
			unavailable++
		default:
			list = append(list, jobs.Started{Import: again(c, old, key+":"+id)})
		}
	}
	s.starter().StartMany(ctx, list, c.More, nil) // nobody names their boards now, so they are not checked
	return list, moving, unavailable
}

func again(c *session.Caller, old *imports.Detail, key string) imports.NewImport {
	return askedBy(c, imports.NewImport{SourceURL: old.SourceURL, MediaProfile: old.MediaProfile, Transcript: old.Transcript, HoldDays: old.HoldDays,
		CustomTitle: old.CustomTitle, Notes: old.Notes, Tags: old.Tags, BoardID: old.BoardID, CaptureID: old.CaptureID, RepeatOf: old.ID}, key)
}

// CancelImport cancels a waiting import immediately, and a running one at its next checkpoint.
func (s *Service) CancelImport(ctx context.Context, c *session.Caller, id string) (*imports.Import, error) {
	return s.Store.Imports.Cancel(ctx, c.WorkspaceID, id)
}

func (s *Service) startImport(ctx context.Context, c *session.Caller, n imports.NewImport, render jobs.RenderImport) (*imports.AcceptedImport, error) {
	n, err := s.recognized(c, n)
	if err != nil {
		return nil, err
	}
	return s.starter().Start(ctx, n, render)
}

// recognized fills in the platform and the subject that the link names, and records the subject for the request log.
func (s *Service) recognized(c *session.Caller, n imports.NewImport) (imports.NewImport, error) {
	n, err := s.Lookup.ImportOf(n.SourceURL, n)
	if apierror.Is(err, apierror.CodeInvalidInput) {
		err = apierror.InvalidInput(apierror.Field{Name: "sourceUrl", In: "body", Reason: "pattern", Expected: "an absolute http or https URL of an item"})
	}
	c.Note.Subject = n.Subject
	return n, err
}

func (s *Service) starter() jobs.Starter {
	return jobs.Starter{Store: s.Store, Lookup: s.Lookup, Queue: s.Imports}
}
