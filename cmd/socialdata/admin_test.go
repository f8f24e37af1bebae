package main

import (
	"errors"
	"strings"
	"testing"

	"socialdata/internal/apierror"
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

// TestErrorsForOperatorsAreWords prints errors of the catalogue and of ours without Go's notation.
func TestErrorsForOperatorsAreWords(t *testing.T) {
	for want, err := range map[string]error{
		"no wall \"nope\"": errors.New("no wall \"nope\""),
		"The request is not valid; email: want an e-mail that nobody has yet": apierror.InvalidInput(apierror.Field{Name: "email", In: "body", Reason: "taken", Expected: "an e-mail that nobody has yet"}),
		"Not found; resource: workspace":                                      apierror.New(apierror.CodeNotFound, "resource", "workspace"),
	} {
		if got := operatorError(err).Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestSettingsThatAreHardlyMeantAreSaid warns of what opens a public installation.
func TestSettingsThatAreHardlyMeantAreSaid(t *testing.T) {
	bad := config{Origin: "https://a.example", SetupToken: "x", WebhooksLocal: true, TrustedProxies: []string{"0.0.0.0/0", "10.0.0.0/8"}}
	if got := bad.warnings(); len(got) != 3 {
		t.Errorf("%q", got)
	}
	good := config{Origin: "http://localhost:8080", SetupToken: "x", WebhooksLocal: true, TrustedProxies: []string{"10.0.0.0/8", "192.0.2.1"}}
	if got := good.warnings(); len(got) != 0 {
		t.Errorf("%q", got)
	}
}
