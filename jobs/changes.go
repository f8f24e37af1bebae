package jobs

import (
	"context"
	"time"

	"socialdata/models"
	"socialdata/models/work"
)

// Changes applies changes of many references.
type Changes struct{ Store *models.Store }

// changePass is how long one run goes on, so that changes take turns.
const changePass = 10 * time.Second

// Run takes steps of a change. A run that was killed lost nothing: each step reads from the database where to continue.
func (c *Changes) Run(ctx context.Context, j *work.Job) work.Outcome {
	until := time.Now().Add(changePass)
	for {
		again, err := c.Store.Changes.Step(ctx, j.Key)
		switch {
		case err != nil:
			return work.Failed(err)
		case again == nil:
			return work.Done()
		case again.After(c.Store.Now()) || time.Now().After(until):
			return work.Snooze(*again)
		}
	}
}
