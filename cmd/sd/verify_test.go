package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"socialdata/internal/bundle"
	"socialdata/internal/testkit"
)

// run runs sd and returns what it printed.
func run(args ...string) (string, error) {
	var out bytes.Buffer
	c := (&app{}).root()
	c.SetOut(&out)
	c.SetArgs(args)
	err := c.Execute()
	return out.String(), err
}

func TestVerify(t *testing.T) {
	t.Parallel()
	signer, err := bundle.NewSigner(bytes.Repeat([]byte{1}, 32))
	testkit.Must(t, err)
	other, err := bundle.NewSigner(bytes.Repeat([]byte{2}, 32))
	testkit.Must(t, err)
	var b bytes.Buffer
	w := bundle.NewWriter(&b, signer, bundle.Manifest{Program: "1.2.0", ReferenceID: "some-reference"})
	testkit.Must(t, w.Add("media.mp4", []byte("a video")))
	testkit.Must(t, w.Close())
	dir := t.TempDir()
	save := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		testkit.Must(t, os.WriteFile(path, content, 0o600))
		return path
	}
	keys := func(s *bundle.Signer) []byte {
		raw, err := json.Marshal(map[string]any{"object": "signing_keys", "keys": s.PublicKeys()})
		testkit.Must(t, err)
		return raw
	}
	whole, ours, theirs := save("whole.zip", b.Bytes()), save("ours.json", keys(signer)), save("theirs.json", keys(other))
	flipped := save("flipped.zip", bytes.Replace(b.Bytes(), []byte("a video"), []byte("a vIdeo"), 1))
	for _, c := range []struct {
		args []string
		ok   bool
		says string
	}{
		{[]string{"verify", whole}, true, "compared with no key of yours"},
		{[]string{"verify", whole, "--key", ours}, true, "which you trust"},
		{[]string{"verify", whole, "--json"}, true, `"referenceId":"some-reference"`},
		{[]string{"verify", whole, "--key", theirs}, false, "not one that you trust"},
		{[]string{"verify", whole, "--key", whole}, false, "the keys"},
		{[]string{"verify", whole, "--tsa-roots", ours}, false, "no certificate"},
		{[]string{"verify", flipped}, false, "media.mp4"},
		{[]string{"verify", ours}, false, "the zip itself"},
		{[]string{"verify", filepath.Join(dir, "nothing.zip")}, false, "no such file"},
		{[]string{"verify"}, false, "needs FILE"},
	} {
		out, err := run(c.args...)
		if err != nil {
			out += err.Error()
		}
		if (err == nil) != c.ok || !strings.Contains(out, c.says) {
			t.Errorf("sd %s: %v\n%s", strings.Join(c.args, " "), err, out)
		}
	}
}
