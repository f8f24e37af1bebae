// Package embeddings asks the operator's server, which speaks OpenAI's protocol, for vectors of texts: texts that mean much the same have
// vectors of much the same direction.
//
// It may import internal/media/modelserver and internal/vectors. Nothing is sent unless the operator names a server.
package embeddings

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/sashabaranov/go-openai"

	"socialdata/internal/media/modelserver"
	"socialdata/internal/vectors"
)

// Most is how many texts one request may have.
const Most = 64

// ErrUseless is an answer that cannot be used, or a refusal of these very texts: the same texts would get it again.
var ErrUseless = errors.New("the server has no usable vectors for these texts")

// Options name the server and its model.
type Options struct {
	modelserver.Options

	Model   string
	Timeout time.Duration // of one request
}

// Server makes vectors. It is safe for concurrent use.
type Server struct {
	client *openai.Client
	o      Options
}

// New makes a Server.
func New(o Options) *Server { return &Server{client: modelserver.New(o.Options), o: o} }

// Model returns the name of the model: vectors of different models are not comparable.
func (s *Server) Model() string { return s.o.Model }

// Vectors returns a vector for each of up to Most texts, all of one length. The error is ErrUseless if asking again would not help.
func (s *Server) Vectors(ctx context.Context, texts []string) ([]vectors.Vector, error) {
	ctx, cancel := context.WithTimeout(ctx, s.o.Timeout)
	defer cancel()
	answer, err := s.client.CreateEmbeddings(ctx, openai.EmbeddingRequest{Input: texts, Model: openai.EmbeddingModel(s.o.Model), EncodingFormat: openai.EmbeddingEncodingFormatFloat})
	switch {
	case err != nil && ctx.Err() == nil && refusesTexts(err):
		return nil, fmt.Errorf("%w: %w", ErrUseless, err)
	case err != nil:
		return nil, fmt.Errorf("embeddings: %w", err)
	}
	return read(answer.Data, len(texts))
}

// read puts the vectors of an answer in the order of the texts.
func read(data []openai.Embedding, texts int) ([]vectors.Vector, error) {
	if len(data) != texts {
		return nil, fmt.Errorf("%w: %d vectors for %d texts", ErrUseless, len(data), texts)
	}
	list := make([]vectors.Vector, texts)
	for _, one := range data {
		if one.Index < 0 || one.Index >= texts || list[one.Index] != nil {
			return nil, fmt.Errorf("%w: its vectors do not say which text they are of", ErrUseless)
		}
		v, err := vectors.From(one.Embedding)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUseless, err)
		}
		if len(one.Embedding) != len(data[0].Embedding) {
			return nil, fmt.Errorf("%w: its vectors have different lengths", ErrUseless)
		}
		list[one.Index] = v
	}
	return list, nil
}

// refusesTexts reports whether a server refused what it was sent, not the caller and not for now.
func refusesTexts(err error) bool {
	status := modelserver.StatusOf(err)
	return status == http.StatusBadRequest || status == http.StatusRequestEntityTooLarge || status == http.StatusUnprocessableEntity
}
