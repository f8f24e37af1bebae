package accounts

import (
	"context"
	"runtime"

	"github.com/alexedwards/argon2id"
	"golang.org/x/sync/semaphore"
)

// argon is argon2id as OWASP recommends it: 19 MiB, two passes, one lane.
var argon = argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// dummyHash is a well-formed hash that belongs to no password.
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

// passwords works on as many passwords at once as there are processors, so that a rush of sign-ins cannot take all
// memory.
type passwords struct{ slots *semaphore.Weighted }

func newPasswords() passwords {
	return passwords{slots: semaphore.NewWeighted(int64(max(2, min(runtime.NumCPU(), runtime.GOMAXPROCS(0)))))}
}

func (p passwords) hash(ctx context.Context, password string) (string, error) {
	if err := p.slots.Acquire(ctx, 1); err != nil {
		return "", err
	}
	defer p.slots.Release(1)
	return argon2id.CreateHash(password, &argon)
}

// matches compares in constant time. For an unknown person (nil) it does the same work and answers false, so that time
// does not show whether an e-mail exists.
func (p passwords) matches(ctx context.Context, u *User, password string) (bool, error) {
	if err := p.slots.Acquire(ctx, 1); err != nil {
		return false, err
	}
	defer p.slots.Release(1)
	hash := dummyHash
	if u != nil {
		hash = u.PasswordHash
	}
	ok, err := argon2id.ComparePasswordAndHash(password, hash)
	return ok && u != nil, err
}
