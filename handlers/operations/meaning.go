package operations

import (
	"context"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/vectors"
	"socialdata/models/db"
	"socialdata/models/references"
)

// Embedder makes vectors of texts with the operator's server.
type Embedder interface {
	Model() string
	Vectors(ctx context.Context, texts []string) ([]vectors.Vector, error)
}

// ByMeaning is the value of mode with which references are searched by meaning.
const ByMeaning = "meaning"

// embedderRetry is when a search by meaning may be tried again after the operator's server failed.
const embedderRetry = 30 * time.Second

// SearchByMeaning lists the references of the caller's workspace that are nearest in meaning to some words. The words are sent to the
// operator's server; invalid_input if there is none.
func (s *Service) SearchByMeaning(ctx context.Context, c *session.Caller, words string, p db.PageRequest) (*references.NearestPage, error) {
	if s.Embedder == nil {
		return nil, apierror.InvalidInput(apierror.Field{Name: "mode", In: "query", Reason: "enum", Expected: "words: this installation has no server for searches by meaning"})
	}
	list, err := s.Embedder.Vectors(ctx, []string{words})
	if err != nil {
		failed := apierror.Wrap(err, apierror.CodeStorageUnavailable)
		failed.Message, failed.RetryAfter = "The server for searches by meaning does not answer. Searches by words work.", embedderRetry
		return nil, failed
	}
	return s.Store.References.Nearest(ctx, c.WorkspaceID, s.Embedder.Model(), list[0], words, p)
}
