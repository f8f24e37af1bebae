package main

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"socialdata/internal/bundle"
	"socialdata/internal/httpsig"
)

// verifyFlags holds the flags of sd verify.
type verifyFlags struct {
	key, roots string // paths of files
	json       bool
}

func (a *app) verifyCommand() *cobra.Command {
	var f verifyFlags
	c := &cobra.Command{
		Use:   "verify FILE",
		Short: "Check a bundle or a signed answer offline: every byte, the signature and the timestamp",
		Long: `Check a bundle offline: every byte of the zip, every file against the manifest, the manifest against its signature, and the
timestamp if there is one. What is wrong is named, and the exit code is 1.

Without --key the bundle is checked against the key in it, which shows that nothing was changed since it was signed, but not
by whom. Save the keys of the service that you trust once:
  curl https://SERVICE/.well-known/socialdata-signing-key > keys.json

An answer that was saved with --signed is checked against these keys, and without --key against those that the service
publishes now: what was asked, the status and every byte of the body are as they were signed.`,
		Example:           "  sd verify kept.zip --key keys.json --tsa-roots authority.pem\n  sd item $LINK --signed answer.json && sd verify answer.json --key keys.json",
		Args:              args(cobra.ExactArgs(1)),
		ValidArgsFunction: cobra.FixedCompletions([]string{"zip", "json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE: func(c *cobra.Command, given []string) error {
			f.json = a.json
			if file, is := signedAnswer(given[0]); is {
				return a.verifyAnswer(c.Context(), c.OutOrStdout(), given[0], file, f)
			}
			return verify(c.OutOrStdout(), given[0], f)
		},
	}
	c.Flags().StringVar(&f.key, "key", "", "file of the keys that you trust, as /.well-known/socialdata-signing-key answers them")
	completeFile(c, "key")
	c.Flags().StringVar(&f.roots, "tsa-roots", "", "PEM file of the certificates that must vouch for the timestamp")
	completeFile(c, "tsa-roots")
	return c
}

// maxAnswer is the largest file of a signed answer that is read.
const maxAnswer = 64 << 20

// signedAnswer reads a file, if it holds a signed answer.
func signedAnswer(path string) ([]byte, bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxAnswer || filepath.Ext(path) == ".zip" {
		return nil, false
	}
	file, err := os.ReadFile(path)
	return file, err == nil && httpsig.IsSaved(file)
}

func verify(out io.Writer, path string, f verifyFlags) error {
	o, err := f.options()
	if err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	report, err := bundle.Verify(file, info.Size(), o)
	if err != nil {
		if f.json {
			_ = json.NewEncoder(out).Encode(verdict{Object: "verification", Problem: err.Error()})
		}
		return fmt.Errorf("%s does not hold:\n%w", path, err)
	}
	if f.json {
		return json.NewEncoder(out).Encode(verdictOf(report, f))
	}
	return printReport(out, report, f)
}

// verdict is what sd verify --json prints.
type verdict struct {
	Object      string           `json:"object"` // always "verification"
	Whole       bool             `json:"whole"`
	Problem     string           `json:"problem,omitempty"` // what could not be verified
	Manifest    *bundle.Manifest `json:"manifest,omitempty"`
	KeyID       string           `json:"keyId,omitempty"`
	KeyTrusted  bool             `json:"keyTrusted"` // by the keys of --key
	Stamp       *stamp           `json:"timestamp,omitempty"`
	CertTrusted bool             `json:"timestampTrusted"` // by the roots of --tsa-roots
}

type stamp struct {
	Covers    string    `json:"covers"`
	Time      time.Time `json:"time"`
	Authority string    `json:"authority"`
}

func verdictOf(r *bundle.Report, f verifyFlags) verdict {
	v := verdict{Object: "verification", Whole: true, Manifest: &r.Manifest, KeyID: bundle.KeyID(r.Key), KeyTrusted: f.key != ""}
	if s := r.Stamp; s != nil {
		v.Stamp, v.CertTrusted = &stamp{s.Covers, s.Time.UTC(), s.Authority}, f.roots != ""
	}
	return v
}

// options reads the files that the flags name.
func (f verifyFlags) options() (o bundle.Options, err error) {
	if f.key != "" {
		if err := readKeys(f.key, &o); err != nil {
			return o, fmt.Errorf("the keys: %w", err)
		}
	}
	if f.roots != "" {
		pem, err := os.ReadFile(f.roots)
		if err != nil {
			return o, err
		}
		if o.Roots = x509.NewCertPool(); !o.Roots.AppendCertsFromPEM(pem) {
			return o, errors.New(f.roots + " holds no certificate in PEM")
		}
	}
	return o, nil
}

// readKeys reads the keys that must have signed a bundle.
func readKeys(path string, o *bundle.Options) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	keys, err := publishedKeys(raw, path)
	o.Until = map[string]time.Time{}
	for _, k := range keys {
		o.Keys = append(o.Keys, k.Key)
		if k.SignedUntil != nil {
			o.Until[k.ID] = *k.SignedUntil
		}
	}
	return err
}

// publishedKeys parses the keys as the service answers them. An id that is not the one of its key is refused.
func publishedKeys(raw []byte, from string) (keys []bundle.PublicKey, err error) {
	var published struct{ Keys []bundle.PublicKey }
	if err := json.Unmarshal(raw, &published); err != nil {
		return nil, err
	}
	for _, k := range published.Keys {
		if k.Algorithm == "Ed25519" && len(k.Key) == ed25519.PublicKeySize && k.ID == bundle.KeyID(k.Key) {
			keys = append(keys, k)
		}
	}
	if len(keys) == 0 {
		return nil, errors.New(from + " holds no key")
	}
	return keys, nil
}

func printReport(out io.Writer, r *bundle.Report, f verifyFlags) error {
	m := r.Manifest
	lines := []string{fmt.Sprintf("Whole: reference %s, made %s by version %s", m.ReferenceID, m.CreatedAt.Format(time.RFC3339), m.Program)}
	for _, file := range m.Files {
		lines = append(lines, fmt.Sprintf("  %s  %12d  %s", file.SHA256, file.Bytes, file.Name))
		if file.Origin != nil {
			lines = append(lines, "    "+*file.Origin+": the signature says that the service kept it, not that the platform sent it")
		}
	}
	if m.Origin != nil {
		lines = append(lines, "The post was "+*m.Origin+": the signature says that the service kept it, not that it saw it")
	}
	trust := "compared with no key of yours (--key)"
	if f.key != "" {
		trust = "which you trust"
	}
	lines = append(lines, fmt.Sprintf("Signed by key %s, %s", bundle.KeyID(r.Key), trust))
	if s := r.Stamp; s != nil {
		trust = "its certificate was compared with none of yours (--tsa-roots)"
		if f.roots != "" {
			trust = "its certificate leads to one that you trust"
		}
		lines = append(lines, fmt.Sprintf("%s existed at %s, says %s; %s", s.Covers, s.Time.UTC().Format(time.RFC3339), s.Authority, trust))
	} else {
		lines = append(lines, "No timestamp")
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}
