package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/redis/go-redis/v9"

	"socialdata/internal/media/blobs"
	"socialdata/models/db"
)

// storePatience is how long a store may take to respond at the start.
const storePatience = 15 * time.Second

// databaseProblem returns a readable error about why the database cannot be used.
func databaseProblem(err error) error {
	if err == nil {
		return nil
	}
	var server *pgconn.PgError
	if errors.As(err, &server) {
		return fmt.Errorf("SOCIALDATA_DATABASE_URL: the database refuses: %s", server.Message)
	}
	return fmt.Errorf("SOCIALDATA_DATABASE_URL: the database cannot be opened: %s", innermost(err))
}

// migrationProblem returns a readable error about why the database was not migrated.
func migrationProblem(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, db.ErrUnreleased):
		return fmt.Errorf("%w, and no version can bring it up to date: begin with a new SOCIALDATA_DATA_DIR or an empty database; what is in this one can still be read and exported by the program that made it", err)
	}
	return fmt.Errorf("migrate the database: %w", err)
}

// queueProblem returns an error if Redis refuses this process. A Redis that does not respond is retried while running.
func (p *program) queueProblem(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err := p.redis.Ping(ctx).Err()
	for _, refusal := range []string{"NOAUTH", "WRONGPASS", "NOPERM", "DENIED"} {
		if redis.HasErrorPrefix(err, refusal) {
			return fmt.Errorf("SOCIALDATA_REDIS_URL: Redis refuses: %s", strings.TrimPrefix(err.Error(), refusal+" "))
		}
	}
	return nil
}

// blobProblem returns a readable error about why the blob store cannot be used. It omits the cause if that may contain a secret.
func blobProblem(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("SOCIALDATA_BLOB_URL: the blob store cannot be used: %s", blobs.Why(err))
}

// innermost returns the text of the innermost cause, which is the system's message.
func innermost(err error) string {
	for {
		inner := errors.Unwrap(err)
		if joined, ok := err.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) > 0 {
			inner = joined.Unwrap()[0]
		}
		if inner == nil {
			return err.Error()
		}
		if strings.HasPrefix(err.Error(), "dial tcp ") || strings.HasPrefix(err.Error(), "dial unix ") { // contains the address
			return err.Error()
		}
		err = inner
	}
}
