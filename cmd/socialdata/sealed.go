package main

import (
	"context"
	"fmt"
	"time"
)

// How long the next pass of watchSealed waits. While something is wrong it waits less, to notice when an owner fixes it.
const (
	resealEvery      = time.Hour
	resealEveryWrong = time.Minute
)

// watchSealed encrypts the database's sealed values with the first of SOCIALDATA_SECRET_KEYS: at the start, and again
// periodically, because a process with older keys may have sealed something in the meantime.
func (p *program) watchSealed(ctx context.Context) {
	for {
		wait := resealEvery
		if err := p.reseal(ctx); err != nil && ctx.Err() == nil {
			wait = resealEveryWrong
			p.log.Error("sealed values are not under the first key", "cause", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// reseal makes one pass. It returns an error for values that no key can decrypt, which /readyz reports.
func (p *program) reseal(ctx context.Context) error {
	unreadable, err := p.store.Events.ResealSecrets(ctx)
	if err != nil {
		return err
	}
	factors, err := p.store.Accounts.ResealSecrets(ctx)
	if err != nil {
		return err
	}
	p.unreadable.Store(int64(unreadable + factors))
	return p.sealedOpen(ctx)
}

// sealedOpen fails while endpoints have a secret that no key can decrypt.
func (p *program) sealedOpen(context.Context) error {
	if n := p.unreadable.Load(); n > 0 {
		return fmt.Errorf("the secrets of %d endpoints or second factors can be opened with none of SOCIALDATA_SECRET_KEYS: add the key they were sealed with; else owners make new ones for endpoints, and the operator resets second factors", n)
	}
	return nil
}
