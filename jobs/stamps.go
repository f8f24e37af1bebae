package jobs

import (
	"context"
	"crypto/sha256"

	"socialdata/models"
	"socialdata/models/work"
)

// Authority issues timestamps over a SHA-256.
type Authority interface {
	Ask(ctx context.Context, sum []byte) (token []byte, err error)
}

// Stamper requests timestamps for committed imports. An import never waits for it.
type Stamper struct {
	Store     *models.Store
	Authority Authority
}

// Handle requests one timestamp. If it is refused, it is tried again until it would come too late to be of use.
func (s *Stamper) Handle(ctx context.Context, j *work.Job) work.Outcome {
	stamp, err := s.Store.References.PendingStamp(ctx, j.Key)
	if err != nil {
		return work.Failed(err)
	}
	if stamp == nil {
		return work.Cancel(nil)
	}
	sum := sha256.Sum256(stamp.Document)
	token, err := s.Authority.Ask(ctx, sum[:])
	if err != nil {
		return work.Failed(err)
	}
	if err := s.Store.References.KeepToken(context.WithoutCancel(ctx), j.Key, token); err != nil {
		return work.Failed(err)
	}
	return work.Done()
}
