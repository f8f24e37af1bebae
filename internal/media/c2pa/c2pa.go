// Package c2pa validates C2PA manifests: the claim's signature, the certificate's chain and time, the hashes of assertions
// and the binding to the file's bytes. It reads untrusted bytes, so all that it reads is bounded, and it never reports a
// manifest as valid if it left something unchecked. COSE and X.509 are done by libraries; the boxes are read here, strictly,
// because what a validator skips could hold something else than it checked. It makes no requests.
package c2pa

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"socialdata/internal/content"
)

// Validator validates manifests against a trust list. It is safe for concurrent use.
type Validator struct {
	Trust *Trust           // nil if the operator named none
	Now   func() time.Time // nil is time.Now
}

func (v *Validator) now() time.Time {
	if v.Now == nil {
		return time.Now()
	}
	return v.Now()
}

// finding is something that keeps a manifest from being valid, as a sentence for people.
type finding struct {
	verdict content.C2PAValidation
	reason  string
}

func (f *finding) Error() string { return f.reason }

func invalid(reason string) error   { return &finding{content.C2PAInvalid, reason} }
func unknown(reason string) error   { return &finding{content.C2PAUnknown, reason} }
func untrusted(reason string) error { return &finding{content.C2PAUntrusted, reason} }

// findings collects what several checks found. Only the worst finding counts.
type findings struct {
	worst *finding
	fatal error // the file could not be read, or the caller stopped waiting
}

// severity orders the verdicts: a contradiction counts more than what was not checked, and that more than a missing trust.
func severity(v content.C2PAValidation) int {
	switch v {
	case content.C2PAInvalid:
		return 3
	case content.C2PAUnknown:
		return 2
	case content.C2PAUntrusted:
		return 1
	case content.C2PAValid:
	}
	return 0
}

// add records the result of a check and reports whether it passed.
func (f *findings) add(err error) bool {
	if err == nil {
		return true
	}
	var found *finding
	if !errors.As(err, &found) {
		f.fatal = errors.Join(f.fatal, err)
		return false
	}
	if f.worst == nil || severity(found.verdict) > severity(f.worst.verdict) {
		f.worst = found
	}
	return false
}

// decided reports whether nothing that is still to be checked can change the verdict.
func (f *findings) decided() bool {
	return f.fatal != nil || f.worst != nil && f.worst.verdict == content.C2PAInvalid
}

// CheckFile validates the manifest in a file that holds one. The error is about reading the file, never about the manifest.
func (v *Validator) CheckFile(ctx context.Context, path string) (*content.C2PA, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return v.Check(ctx, file, info.Size())
}

// Check validates the manifest in size bytes that hold one. The error is about reading them, never about the manifest.
func (v *Validator) Check(ctx context.Context, r io.ReaderAt, size int64) (*content.C2PA, error) {
	var f findings
	result := content.NoC2PA()
	result.Present = true
	sentence := v.check(ctx, r, size, result, &f)
	if f.fatal != nil {
		return nil, f.fatal
	}
	verdict := content.C2PAValid
	if f.worst != nil {
		verdict, sentence = f.worst.verdict, f.worst.reason
	}
	result.Validation, result.Reason = &verdict, &sentence
	return result, nil
}

// check runs every check, fills in what the manifest says, and returns the sentence about a valid one.
func (v *Validator) check(ctx context.Context, r io.ReaderAt, size int64, result *content.C2PA, f *findings) string {
	at, err := locate(r, size)
	if !f.add(err) {
		return ""
	}
	manifests, err := readStore(at.store)
	if !f.add(err) {
		return ""
	}
	m := manifests[len(manifests)-1]
	c, err := readClaim(m)
	if !f.add(err) {
		return ""
	}
	result.ClaimGenerator, result.Actions = textOrNil(c.generator()), actionsOf(m)
	s, err := readSignature(m)
	f.add(err)
	if s != nil {
		result.Signer = textOrNil(s.holder())
		f.add(s.verify(m.claim))
	}
	f.add(c.checkAssertions(m))
	result.Ingredients, err = c.ingredients(m, manifests)
	f.add(err)
	if f.decided() {
		return ""
	}
	gaps, err := c.checkBinding(ctx, r, size, m, at)
	f.add(err)
	if f.decided() || s == nil {
		return ""
	}
	when, err := v.trusted(s, m.claim)
	f.add(err)
	return "The signature, its certificate, the assertions and the file's bytes were checked and hold. " + when + gaps +
		" Whether the certificate was revoked was not checked."
}
