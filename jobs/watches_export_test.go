package jobs

import "context"

// RunDue is what a worker does with the task of a watch.
func (r *Watches) RunDue(ctx context.Context, id string) error { return r.runDue(ctx, id) }
