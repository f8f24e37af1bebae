package accounts

import (
	"context"
	"fmt"
	"runtime"

	"github.com/alexedwards/argon2id"
	"golang.org/x/sync/semaphore"

	"socialdata/internal/apierror"
)

// PasswordCost is the cost of hashing a password with argon2id and one lane.
type PasswordCost struct{ KiB, Passes uint32 }

// StandardCost returns the cost that OWASP recommends.
func StandardCost() PasswordCost { return PasswordCost{KiB: 19 * 1024, Passes: 2} }

// dummyHash returns a well-formed hash that no password matches.
func (c PasswordCost) dummyHash() string {
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", c.KiB, c.Passes)
}

// passwords hashes at most as many passwords at once as there are processors, so that a burst of sign-ins cannot use up the memory.
type passwords struct {
	slots *semaphore.Weighted
	cost  PasswordCost
}

func newPasswords(cost PasswordCost) passwords {
	return passwords{cost: cost, slots: semaphore.NewWeighted(int64(max(2, min(runtime.NumCPU(), runtime.GOMAXPROCS(0)))))}
}

func (p passwords) hash(ctx context.Context, password string) (string, error) {
	if err := p.slots.Acquire(ctx, 1); err != nil {
		return "", err
	}
	defer p.slots.Release(1)
	return argon2id.CreateHash(password, &argon2id.Params{Memory: p.cost.KiB, Iterations: p.cost.Passes, Parallelism: 1, SaltLength: 16, KeyLength: 32})
}

// matches reports whether password is u's, in constant time. If u is nil or has no password it does the same work and
// returns false, so that the duration does not reveal whether an e-mail exists.
func (p passwords) matches(ctx context.Context, u *User, password string) (bool, error) {
	if err := p.slots.Acquire(ctx, 1); err != nil {
		return false, err
	}
	defer p.slots.Release(1)
	hash := p.cost.dummyHash()
	has := u != nil && u.PasswordHash != ""
	if has {
		hash = u.PasswordHash
	}
	ok, err := argon2id.ComparePasswordAndHash(password, hash)
	return ok && has, err
}

// HashPassword returns the hash that is stored of a password which is no person's, such as that of a link.
func (s *Store) HashPassword(ctx context.Context, password string) (string, error) {
	return s.passwords.hash(ctx, password)
}

// CheckHash returns invalid_credential unless a hash is that of a password.
func (s *Store) CheckHash(ctx context.Context, hash, password string) error {
	ok, err := s.passwords.matches(ctx, &User{PasswordHash: hash}, password)
	if err == nil && !ok {
		err = apierror.New(apierror.CodeInvalidCredential, "reason", "unknown")
	}
	return err
}
