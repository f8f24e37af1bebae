package main

import (
	"strings"
	"testing"

	"socialdata/internal/input"
)

func TestCreateUserRequiresEmailAndName(t *testing.T) {
	for _, c := range []struct {
		email, name string
		good        bool
	}{
		{"a@b", "A", true}, {"", "A", false}, {"nope", "A", false}, {"@b", "A", false}, {"a@", "A", false}, {"a@b@c", "A", false}, {"a b@c", "A", false},
		{"a@b", "", false}, {"a@b", strings.Repeat("é", input.MaxName), true}, {"a@b", strings.Repeat("é", input.MaxName+1), false}, {strings.Repeat("a", input.MaxEmail) + "@b", "A", false},
	} {
		if err := (createUserCmd{Email: c.email, Name: c.name}).Validate(); (err == nil) != c.good {
			t.Errorf("%q, %.10q: %v", c.email, c.name, err)
		}
	}
}

func TestSupportIsNotOperator(t *testing.T) {
	if p := (createUserCmd{Support: true}).person("p"); p.Operator || !p.Support {
		t.Errorf("--support makes %+v", p)
	}
	if p := (createUserCmd{}).person("p"); !p.Operator || p.Support {
		t.Errorf("without it: %+v", p)
	}
}
