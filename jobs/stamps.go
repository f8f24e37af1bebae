package jobs

import (
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"

	"github.com/hibiken/asynq"

	"socialdata/models"
)

// kindStamps asks for the timestamps that are due.
const kindStamps = "stamps"

// stampsAtOnce bounds one pass.
const stampsAtOnce = 20

// Authority gives timestamps over a SHA-256.
type Authority interface {
	Ask(ctx context.Context, sum []byte) (token []byte, err error)
}

// Stamper asks an authority for timestamps over what imports committed. An import never waits for it.
type Stamper struct {
	Store     *models.Store
	Authority Authority
	Log       *slog.Logger
}

// Pass asks for the timestamps that are due; what is refused is asked for later.
func (s *Stamper) Pass(ctx context.Context) error {
	due, err := s.Store.References.ClaimStamps(ctx, stampsAtOnce)
	errs := []error{err}
	for _, d := range due {
		sum := sha256.Sum256(d.Document)
		token, err := s.Authority.Ask(ctx, sum[:])
		if err != nil {
			s.Log.WarnContext(ctx, "no timestamp was given", "import", d.ImportID, "attempt", d.Attempts+1, "cause", err)
			continue
		}
		errs = append(errs, s.Store.References.KeepToken(ctx, d.ImportID, token))
	}
	return errors.Join(errs...)
}

func (s *Stamper) handle(ctx context.Context, _ *asynq.Task) error { return s.Pass(ctx) }
