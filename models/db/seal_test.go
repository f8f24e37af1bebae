package db

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSealerOpensItsOwnValuesOnly(t *testing.T) {
	t.Parallel()
	first, second := bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)
	sealer := func(purpose string, secrets ...[]byte) *Sealer {
		s, err := NewSealer(secrets, purpose)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	sealed, err := sealer("cursor", first).Seal("list", After(7, "id"))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name         string
		sealer       *Sealer
		scope, value string
		ok           bool
	}{
		{"its own", sealer("cursor", first), "list", sealed, true},
		{"after a new key", sealer("cursor", second, first), "list", sealed, true},
		{"after the key went", sealer("cursor", second), "list", sealed, false},
		{"another purpose", sealer("cookie", first), "list", sealed, false},
		{"another list", sealer("cursor", first), "list2", sealed, false},
		{"a cut value", sealer("cursor", first), "list", sealed[:len(sealed)-1], false},
		{"a longer value", sealer("cursor", first), "list", sealed + "A", false},
		{"an empty value", sealer("cursor", first), "list", "", false},
		{"no base 64", sealer("cursor", first), "list", "\x00\xff", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got Position
			err := tt.sealer.Open(tt.scope, tt.value, &got)
			if (err == nil) != tt.ok {
				t.Fatalf("Open: %v, want ok %v", err, tt.ok)
			}
			if diff := cmp.Diff(After(7, "id"), got); tt.ok && diff != "" {
				t.Errorf("the value differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSealerWantsLongKeys(t *testing.T) {
	t.Parallel()
	for name, secrets := range map[string][][]byte{
		"no key": nil, "an empty key": {{}}, "a short key": {make([]byte, 31)}, "a short key after a good one": {make([]byte,
			32), make([]byte, 31)},
	} {
		if _, err := NewSealer(secrets, "cursor"); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestStatesOfPostgreSQLThatPass(t *testing.T) {
	t.Parallel()
	for state, want := range map[string]bool{
		"08006": true, "40001": true, "40P01": true, "53300": true, "53100": true, "55P03": true, "57P01": true,
		"58030": true, "XX001": true,
		"25006": true, "25P03": true,
		"23505": false, "23514": false, "22P02": false, "42601": false, "42P01": false, "25001": false, "": false,
		"08": false, "080066": false,
	} {
		if got := isUnavailableState(state); got != want {
			t.Errorf("state %q is unavailable: %v, want %v", state, got, want)
		}
	}
}
