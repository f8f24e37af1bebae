package main

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"socialdata/internal/sources/platforms"
	"socialdata/internal/sources/shapes"
)

// shapesCmd works on files of shapes. It uses no network: the operator provides the file.
type shapesCmd struct {
	Verify verifyShapesCmd `cmd:"" help:"Check the signature and every value of a file of shapes."`
	Apply  applyShapesCmd  `cmd:"" help:"Check a file of shapes and make it the one that SOCIALDATA_SHAPES names; running processes read it within seconds."`
}

// signedFile is a file and the key that must have signed it.
type signedFile struct {
	File string `arg:"" type:"path" help:"File of shapes, with its signature beside it in FILE.sig."`
	Key  string `help:"Public key (ed25519, base64) that must have signed it, in place of the one of this build." placeholder:"KEY"`
}

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
func (c verifyShapesCmd) Run() error {
	signed, err := c.open()
	if err == nil {
		fmt.Printf("shapes of %s: the signature is good, and so is every value\n", signed.AsOf)
	}
	return err
}

type applyShapesCmd struct{ signedFile }

// Run checks a file and copies it to the path in the settings.
func (c applyShapesCmd) Run() error {
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
