package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"socialdata/internal/sources/platforms"
	"socialdata/internal/sources/shapes"
)

// signedFile is a file and the key that must have signed it. Its commands use no network: the operator provides the file.
type signedFile struct {
	File string // its signature is beside it, in FILE.sig
	Key  string
}

func (f *signedFile) flags(c flags) {
	c.StringVar(&f.Key, "key", "", "public `key` (ed25519, base64) that must have signed it, in place of the one of this build")
}

func (f *signedFile) take(path string) { f.File = path }

func (f signedFile) open() (*shapes.Signed, error) {
	trusted := cmp.Or(f.Key, shapesKey)
	if trusted == "" {
		return nil, errors.New("this build trusts no key: name the one that you trust by --key")
	}
	key, err := shapes.ParseKey(trusted)
	if err != nil {
		return nil, fmt.Errorf("--key: %w", err)
	}
	return shapes.OpenSigned(f.File, key, platforms.All().Set(), time.Now())
}

type verifyShapesCmd struct{ signedFile }

// Run checks a file.
func (c verifyShapesCmd) Run(context.Context) error {
	signed, err := c.open()
	if err == nil {
		fmt.Printf("shapes of %s: the signature is good, and so is every value\n", signed.AsOf)
	}
	return err
}

type applyShapesCmd struct{ signedFile }

// Run checks a file and copies it to the path in the settings.
func (c applyShapesCmd) Run(context.Context) error {
	cfg, err := readConfig()
	if err != nil {
		return err
	}
	if cfg.Shapes == "" {
		return errors.New("SOCIALDATA_SHAPES names no file: set it to where the shapes in use shall lie")
	}
	signed, err := c.open()
	if err != nil {
		return err
	}
	if err := signed.Apply(cfg.Shapes); err != nil {
		return err
	}
	fmt.Printf("shapes of %s are in use: %s\n", signed.AsOf, cfg.Shapes)
	return nil
}
