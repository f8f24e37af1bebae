package pages

import (
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

func TestForbiddenSaysWhoMay(t *testing.T) {
	for want, err := range map[string]*apierror.Error{
		"Only owners can see this":               apierror.New(apierror.CodeForbidden, "requiredRole", "owner"),
		"Support staff only":                     apierror.New(apierror.CodeForbidden, "requiredRole", "support"),
		"This form was sent from another site":   apierror.New(apierror.CodeForbidden, "reason", "origin"),
		"You do not have permission to do this.": apierror.New(apierror.CodeForbidden, "requiredRole", "operator"),
	} {
		t.Run(want, func(t *testing.T) {
			if got, do := forbidden(err); got != want || do == "" {
				t.Errorf("forbidden = %q, %q", got, do)
			}
		})
	}
}

func TestEveryErrorHasWords(t *testing.T) {
	for _, e := range apierror.Catalogue() {
		if errorText(e.Code) == "" {
			t.Errorf("%s has no text", e.Code)
		}
	}
}

func TestClaimsAboutAI(t *testing.T) {
	score := func(v float64) *content.AIProvenance { return &content.AIProvenance{AIGeneratedScore: &v} }
	for name, tt := range map[string]struct {
		found *content.AIProvenance
		want  string // the beginning
	}{
		"no file":         {nil, "No file was downloaded"},
		"no evidence":     {&content.AIProvenance{}, "No evidence either way"},
		"made by AI":      {score(0.9), "It claims to be made or changed by AI (0.90"},
		"a caption of AI": {score(0.3), "Its caption speaks of AI (0.30"},
		"a camera":        {score(0.05), "It claims to be a capture of a camera (0.05"},
	} {
		t.Run(name, func(t *testing.T) {
			got := claims(tt.found)
			if len(got) == 0 || len(got[0]) < len(tt.want) || got[0][:len(tt.want)] != tt.want {
				t.Errorf("claims = %q, want %q …", got, tt.want)
			}
		})
	}
}
