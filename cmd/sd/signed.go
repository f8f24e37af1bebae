package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"socialdata/internal/bundle"
	"socialdata/internal/httpsig"
)

// keysPath is where the service publishes its keys.
const keysPath = "/.well-known/socialdata-signing-key"

// evidenceFlags holds the flags of lookups whose answers are kept as evidence.
type evidenceFlags struct {
	signed string // file of the signed answer
	asOf   string
}

func (f *evidenceFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.signed, "signed", "", "save the answer with the service's signature in a new file, for sd verify; also an error")
	completeFile(c, "signed")
	c.Flags().StringVar(&f.asOf, "as-of", "", "what your workspace was served last by a time, such as 2026-11-01T12:00:00Z; free")
}

// accept returns the header that asks for a signed answer, or nil.
func (f *evidenceFlags) accept() *string {
	if f.signed == "" {
		return nil
	}
	return new("sd=();tag=\"sd\"")
}

// save writes a signed answer to its file, if one was wanted. A success without a signature is an error.
func (f *evidenceFlags) save(r *http.Response, body []byte) error {
	refusedUnsigned := r.StatusCode >= http.StatusBadRequest && r.Header.Get(httpsig.FieldSignature) == "" // which is reported itself
	if f.signed == "" || refusedUnsigned {
		return nil
	}
	saved, err := httpsig.Save(r.Request.Method, r.Request.URL.String(), r.StatusCode, r.Header, body)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(saved); err != nil {
		return err
	}
	file, err := os.OpenFile(f.signed, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(out.Bytes())
	return errors.Join(err, file.Close())
}

// verifyAnswer verifies the file of a signed answer by the keys of --key, or by those that the service publishes now.
func (a *app) verifyAnswer(ctx context.Context, out io.Writer, path string, file []byte, f verifyFlags) error {
	keys, whose, err := a.answerKeys(ctx, f.key)
	if err != nil {
		return fmt.Errorf("the keys: %w", err)
	}
	saved, err := httpsig.ReadSaved(file)
	var list []httpsig.Verified
	if err == nil {
		list, err = saved.Verify(keys)
	}
	if err != nil {
		if f.json {
			_ = json.NewEncoder(out).Encode(answerVerdict{Object: "verification", Problem: err.Error()})
		}
		return fmt.Errorf("%s does not hold:\n%w", path, err)
	}
	if f.json {
		return json.NewEncoder(out).Encode(answerVerdict{Object: "verification", Whole: true, Question: saved.Question(), Status: saved.Response.Status, Signatures: signaturesOf(list)})
	}
	return printAnswer(out, saved, list, whose)
}

// answerVerdict is what sd verify --json prints of an answer.
type answerVerdict struct {
	Object     string            `json:"object"` // always "verification"
	Whole      bool              `json:"whole"`
	Problem    string            `json:"problem,omitempty"`
	Question   string            `json:"question,omitempty"` // method, path and query
	Status     int               `json:"status,omitempty"`
	Signatures []answerSignature `json:"signatures,omitempty"`
}

type answerSignature struct {
	KeyID   string    `json:"keyId"`
	Created time.Time `json:"created"`
	Covers  []string  `json:"covers"`
}

func signaturesOf(list []httpsig.Verified) (out []answerSignature) {
	for _, v := range list {
		out = append(out, answerSignature{v.KeyID, v.Created, coveredBy(v)})
	}
	return out
}

func coveredBy(v httpsig.Verified) (list []string) {
	for _, c := range v.Covers {
		list = append(list, c.String())
	}
	return list
}

func printAnswer(out io.Writer, s *httpsig.Saved, list []httpsig.Verified, whose string) error {
	lines := []string{fmt.Sprintf("Holds: %s was answered with %d", s.Question(), s.Response.Status)}
	for _, v := range list {
		lines = append(lines, fmt.Sprintf("Signed by key %s at %s, %s", v.KeyID, v.Created.Format(time.RFC3339), whose), "  covers "+strings.Join(coveredBy(v), " "))
	}
	var about struct{ ID, ObservedAt string }
	if json.Unmarshal([]byte(s.Response.Body), &about) == nil && about.ObservedAt != "" {
		lines = append(lines, fmt.Sprintf("The service said that it had observed %s at %s", about.ID, about.ObservedAt))
	}
	if s.Response.Headers[httpsig.FieldTest] != "" {
		lines = append(lines, "A test key asked: what was answered is invented.")
	}
	lines = append(lines, "Proved: the service gave this answer to this question at that time, and not a byte of it was changed since.",
		"Not proved: that the platform showed the same to others, or that what the answer says is true.")
	_, err := fmt.Fprintln(out, strings.Join(lines, "\n"))
	return err
}

// answerKeys returns the keys by which answers are verified, and whose they are.
func (a *app) answerKeys(ctx context.Context, file string) ([]httpsig.Key, string, error) {
	if file != "" {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, "", err
		}
		keys, err := publishedKeys(raw, file)
		return httpsigKeys(keys), "a key that you trust", err
	}
	l, err := a.login()
	if err != nil {
		return nil, "", err
	}
	raw, err := fetchKeys(ctx, l.Address, l.Key)
	if err != nil {
		return nil, "", fmt.Errorf("%w; or name a file of saved keys with --key", err)
	}
	keys, err := publishedKeys(raw, l.Address)
	return httpsigKeys(keys), "a key that " + l.Address + " publishes now", err
}

// fetchKeys reads the keys that a service publishes.
func fetchKeys(ctx context.Context, address, key string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+keysPath, nil)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(key, "sdt_") { // whose answers another key signs
		req.Header.Set("Authorization", "Bearer "+key)
	}
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answered %d", address+keysPath, r.StatusCode)
	}
	return io.ReadAll(io.LimitReader(r.Body, 1<<20))
}

func httpsigKeys(published []bundle.PublicKey) (list []httpsig.Key) {
	for _, k := range published {
		key := httpsig.Key{ID: k.ID, Key: ed25519.PublicKey(k.Key)}
		if k.SignedUntil != nil {
			key.Until = *k.SignedUntil
		}
		list = append(list, key)
	}
	return list
}
