package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"socialdata/internal/media/blobs"
	"socialdata/models/db"
)

// The names of settings in the database that all processes of an installation share.
const (
	agreedKeys  = "secret_key_fingerprints"
	agreedBlobs = "blob_store"
)

// errOtherKeys and errOtherBlobs are returned for a process whose settings do not match the installation.
var (
	errOtherKeys = errors.New("SOCIALDATA_SECRET_KEYS shares no key with the processes that used this database before: give every process the same " +
		"keys, and while one is replaced both; if the keys are lost, `socialdata admin adopt` accepts these")
	errOtherBlobs = errors.New("SOCIALDATA_BLOB_URL is not the blob store of this database: give every process the same one; " +
		"if the media were moved without their file `installation`, or are lost, `socialdata admin adopt` accepts this store")
)

// agree returns an error if this process's secret keys or blob store differ from those of the other processes on its
// database: they would reject each other's sessions and links, and not find each other's media. `admin adopt` accepts
// this process's instead.
func (p *program) agree(ctx context.Context) error {
	if err := p.agreeOnKeys(ctx); err != nil {
		return err
	}
	return p.agreeOnBlobs(ctx)
}

// agreeOnKeys compares fingerprints. One common key is enough, so that keys can be rotated.
func (p *program) agreeOnKeys(ctx context.Context) error {
	mine, err := db.Fingerprints(p.secrets)
	if err != nil {
		return err
	}
	_, ok, err := p.store.Agree(ctx, agreedKeys, strings.Join(mine, ","), func(remembered string) bool {
		return p.cfg.adopt || slices.ContainsFunc(strings.Split(remembered, ","), func(theirs string) bool { return slices.Contains(mine, theirs) })
	})
	if err == nil && !ok {
		err = errOtherKeys
	}
	return err
}

// agreeOnBlobs compares the stores' identities. The first process that uses a store gives it one.
func (p *program) agreeOnBlobs(ctx context.Context) error {
	remembered, err := p.store.Remembered(ctx, agreedBlobs)
	if err != nil {
		return err
	}
	identity, err := p.media.Blobs.Identity(ctx)
	if errors.Is(err, blobs.ErrNotFound) && (remembered == "" || p.cfg.adopt) {
		identity, err = p.media.Blobs.Identify(ctx, db.NewID())
	}
	switch {
	case errors.Is(err, blobs.ErrNotFound):
		return errOtherBlobs
	case err != nil:
		return err
	}
	_, ok, err := p.store.Agree(ctx, agreedBlobs, identity, func(remembered string) bool { return p.cfg.adopt || remembered == identity })
	if err == nil && !ok {
		err = errOtherBlobs
	}
	return err
}
