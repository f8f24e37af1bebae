// Package speech has the sound of videos written down by the operator's server, which speaks OpenAI's protocol. Long sound is sent in pieces
// that overlap, and their lines are joined without repeating words.
//
// It may import internal/content and internal/media/modelserver. It opens only the pieces that its caller cuts.
package speech

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/sashabaranov/go-openai"

	"socialdata/internal/content"
	"socialdata/internal/media/modelserver"
)

// The bounds of what is sent, in milliseconds.
const (
	pieceMs   = 5 * 60 * 1000
	overlapMs = 10 * 1000
	// MaxMs is the longest sound that is written down.
	MaxMs = 4 * 60 * 60 * 1000
)

// tries is how often a piece is sent if the server does not answer or is busy.
const tries = 3

// Options name the server and its model.
type Options struct {
	modelserver.Options

	Model    string
	Language string        // that is spoken, as the server is told (ISO 639-1); "" has it find that out, for each piece
	Timeout  time.Duration // of one piece
	Wait     time.Duration // before the second try, and twice that before the third
}

// Writer writes speech down. It is safe for concurrent use.
type Writer struct {
	client *openai.Client
	o      Options
}

// New makes a Writer.
func New(o Options) *Writer { return &Writer{client: modelserver.New(o.Options), o: o} }

// Cut writes a piece of the sound to a file. The times are in milliseconds.
type Cut func(ctx context.Context, fromMs, toMs int64, file string) error

// Write returns the transcript of a sound of this length, nil if nothing is said in it. file is where pieces are put, one after another; it
// is removed. If one piece cannot be written down, there is no transcript: half of one would be taken for the whole.
func (w *Writer) Write(ctx context.Context, lengthMs int64, file string, cut Cut) (*content.Transcript, error) {
	if lengthMs > MaxMs {
		return nil, errors.New("the sound is too long to be written down")
	}
	defer os.Remove(file)
	var heard []heardPiece
	for from := int64(0); from == 0 || from < lengthMs-overlapMs; from += pieceMs {
		to := min(lengthMs, from+pieceMs+overlapMs)
		if err := cut(ctx, from, to, file); err != nil {
			return nil, err
		}
		answer, err := w.ask(ctx, file)
		if err != nil {
			return nil, fmt.Errorf("speech: %w", err)
		}
		answer.Language = cmp.Or(answer.Language, w.o.Language)
		heard = append(heard, piece(answer, from, to))
	}
	t := joined(heard)
	if t != nil {
		t.Model = &w.o.Model
	}
	return t, nil
}

// ask sends a piece, again if the server is busy or does not answer.
func (w *Writer) ask(ctx context.Context, file string) (answer openai.AudioResponse, err error) {
	wait := w.o.Wait
	for n := range tries {
		if n > 0 {
			select {
			case <-time.After(wait):
				wait *= 2
			case <-ctx.Done():
				return answer, ctx.Err()
			}
		}
		if answer, err = w.askOnce(ctx, file); err == nil || ctx.Err() != nil || !isPassing(err) {
			return answer, err
		}
	}
	return answer, err
}

func (w *Writer) askOnce(ctx context.Context, file string) (openai.AudioResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, w.o.Timeout)
	defer cancel()
	return w.client.CreateTranscription(ctx, openai.AudioRequest{Model: w.o.Model, Language: w.o.Language, FilePath: file, Format: openai.AudioResponseFormatVerboseJSON,
		TimestampGranularities: []openai.TranscriptionTimestampGranularity{openai.TranscriptionTimestampGranularitySegment}})
}

// isPassing reports whether a later try may succeed: the server was not reached, answered too late, or said so.
func isPassing(err error) bool {
	status := modelserver.StatusOf(err)
	return status == 0 || status == http.StatusTooManyRequests || status >= http.StatusInternalServerError
}
