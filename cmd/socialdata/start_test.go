package main

import (
	"bytes"
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/caarlos0/env/v11"

	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
)

// keyOf is a secret key in base64, made of one repeated byte.
func keyOf(letters string) string {
	var list []string
	for _, letter := range []byte(letters) {
		list = append(list, base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{letter}, 32)))
	}
	return strings.Join(list, ",")
}

// buildOf builds a program with settings and closes it; it returns why it was refused.
func buildOf(t *testing.T, adopt bool, settings map[string]string) error {
	t.Helper()
	cfg := &config{adopt: adopt}
	testkit.Must(t, env.ParseWithOptions(cfg, env.Options{Environment: settings}))
	p, err := build(t.Context(), cfg)
	if err != nil {
		return err
	}
	return p.close()
}

// TestProcessesOfOneDatabaseAgree starts processes with other secret keys and other blob stores on one database: they are
// refused, unless a key is shared or the operator adopts them.
func TestProcessesOfOneDatabaseAgree(t *testing.T) {
	t.Parallel()
	database, dir := modelstest.PostgresURL(t), t.TempDir()
	start := func(what string, adopt bool, keys, blobs, refusal string) {
		t.Helper()
		err := buildOf(t, adopt, map[string]string{"DATABASE_URL": database, "DATA_DIR": t.TempDir(), "SECRET_KEYS": keyOf(keys), "BLOB_URL": filepath.Join(dir, blobs)})
		if (err == nil) != (refusal == "") || err != nil && !strings.HasPrefix(err.Error(), refusal) {
			t.Errorf("%s: %v", what, err)
		}
	}
	start("the first process", false, "a", "one", "")
	start("another one", false, "a", "one", "")
	start("without the key", false, "b", "one", "SOCIALDATA_SECRET_KEYS shares no key")
	start("a key is replaced", false, "ba", "one", "")
	start("a process that has the old one still", false, "ab", "one", "")
	start("the new one alone", false, "b", "one", "")
	start("the old one alone", false, "a", "one", "SOCIALDATA_SECRET_KEYS shares no key")
	start("another blob store", false, "b", "two", "SOCIALDATA_BLOB_URL is not the blob store")
	testkit.Must(t, os.CopyFS(filepath.Join(dir, "moved"), os.DirFS(filepath.Join(dir, "one"))))
	start("the blob store was moved", false, "b", "moved", "")
	start("all is lost", true, "c", "three", "")
	start("after it was adopted", false, "c", "three", "")
	start("what was before", false, "b", "one", "SOCIALDATA_")
}

// TestStartSaysWhatIsWrong starts the program with settings that cannot be right: it ends at once and says in a sentence which
// setting is wrong, without Go's names for things and without the values.
func TestStartSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "key")
	testkit.Must(t, os.WriteFile(file, []byte("hush"), 0o600))
	for name, c := range map[string]struct {
		settings []string
		want     string
	}{
		"a misspelt setting":   {[]string{"RATE_LOOKUPS=5"}, "SOCIALDATA_RATE_LOOKUPS is not a setting; did you mean SOCIALDATA_RATE_LOOKUP?"},
		"nothing like it":      {[]string{"XYZ=5"}, "SOCIALDATA_XYZ is not a setting\n"},
		"a number":             {[]string{"RATE_LOOKUP=many"}, "SOCIALDATA_RATE_LOOKUP: want a whole number\n"},
		"a duration":           {[]string{"SOURCE_TIMEOUT=soon"}, "SOCIALDATA_SOURCE_TIMEOUT: want a duration such as 10s or 2m\n"},
		"no language":          {[]string{"SPEECH_LANGUAGE=deutsch"}, "SOCIALDATA_SPEECH_LANGUAGE: "},
		"durations":            {[]string{"IMPORT_BACKOFF=1s,hush"}, "SOCIALDATA_IMPORT_BACKOFF: want durations such as 5s,30s,2m\n"},
		"yes or no":            {[]string{"WEBHOOKS_LOCAL=hush"}, "SOCIALDATA_WEBHOOKS_LOCAL: want true or false\n"},
		"a level":              {[]string{"LOG_LEVEL=hush"}, "SOCIALDATA_LOG_LEVEL: want debug, info, warn or error\n"},
		"a file of no secret":  {[]string{"ORIGIN_FILE=" + file}, "SOCIALDATA_ORIGIN_FILE is not a setting"},
		"a file that is gone":  {[]string{"SETUP_TOKEN_FILE=/nowhere/hush"}, "SOCIALDATA_SETUP_TOKEN_FILE: the file cannot be read\n"},
		"a secret twice":       {[]string{"SETUP_TOKEN_FILE=" + file, "SETUP_TOKEN=hush"}, "SOCIALDATA_SETUP_TOKEN_FILE: SOCIALDATA_SETUP_TOKEN is set as well"},
		"a bad secret in file": {[]string{"SECRET_KEYS_FILE=" + file}, "SOCIALDATA_SECRET_KEYS: want base64 keys of 32 bytes, comma-separated\n"},
		"no database": {[]string{"DATABASE_URL=postgres://u:hush@127.0.0.1:1/d"},
			"SOCIALDATA_DATABASE_URL: the database cannot be opened: dial tcp 127.0.0.1:1: connect: connection refused\n"},
		"a slash in the password": {[]string{"DATABASE_URL=postgres://u:hu/sh@127.0.0.1:1/d"}, "SOCIALDATA_DATABASE_URL: the database cannot be opened: the address cannot be read: want postgres://"},
		"another database":        {[]string{"DATABASE_URL=mysql://u:hush@h/d"}, "SOCIALDATA_DATABASE_URL: the database cannot be opened: the address is neither sqlite: nor postgres://\n"},
		"Redis":                   {[]string{"REDIS_URL=hush"}, "SOCIALDATA_REDIS_URL: want redis://"},
		"a bucket without keys":   {[]string{"BLOB_URL=s3://media?region=us-east-1&use_path_style=true&endpoint=http%3A%2F%2F127.0.0.1%3A1"}, "SOCIALDATA_BLOB_URL: the blob store cannot be used: it does not answer"},
		"no such store":           {[]string{"BLOB_URL=ftp://hush"}, "SOCIALDATA_BLOB_URL: the blob store cannot be used: "},
		"a port without a host":   {[]string{"WORK_LISTEN=8080"}, "SOCIALDATA_WORK_LISTEN: want host:port, or nothing\n"},
	} {
		t.Run(name, func(t *testing.T) {
			c2 := exec.Command(must(os.Executable()), "migrate")
			c2.Env = []string{asProgram + "=1", "SOCIALDATA_DATA_DIR=" + t.TempDir(), "AWS_EC2_METADATA_DISABLED=true", "AWS_MAX_ATTEMPTS=1"}
			for _, setting := range c.settings {
				c2.Env = append(c2.Env, "SOCIALDATA_"+setting)
			}
			out, err := c2.CombinedOutput()
			if err == nil || !strings.Contains(string(out), c.want) || strings.Contains(string(out), "hush") {
				t.Errorf("%v: %s", err, out)
			}
			if regexp.MustCompile(`map\[|not a |storage_unavailable|db\.|%!`).Match(bytes.ReplaceAll(out, []byte("not a setting"), nil)) {
				t.Errorf("it speaks Go: %s", out)
			}
		})
	}
}
