package v1

import (
	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/models/references"
)

// ReferencePeriod holds the parameters that filter references by time.
type ReferencePeriod struct {
	operations.SavedBetween
	UpdatedSince string `query:"updatedSince" format:"instant" minLength:"1" doc:"RFC 3339, inclusive: what was saved or changed since then"`
}

// listing returns a list with these filters, in an order; "" is the usual one.
func (in *ReferencePeriod) listing(order references.Sort) references.Listing {
	l := references.Listing{SavedFrom: operations.ParseInstant(in.CreatedFrom), SavedBefore: operations.ParseInstant(in.CreatedBefore), ChangedSince: operations.ParseInstant(in.UpdatedSince),
		Sort: order}
	if l.Sort == "" && l.ChangedSince != nil {
		l.Sort = references.LastChanged
	}
	return l
}

// timeSort is the order of an export of references.
type timeSort references.Sort

// Schema implements huma.SchemaProvider.
func (timeSort) Schema(huma.Registry) *huma.Schema { return sortSchema(references.TimeSorts()) }

// listSort is the order of a list of references.
type listSort references.Sort

// Schema implements huma.SchemaProvider.
func (listSort) Schema(huma.Registry) *huma.Schema {
	return sortSchema(append(references.TimeSorts(), references.MostRelevant))
}

func sortSchema(sorts []references.Sort) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, sort := range sorts {
		s.Enum = append(s.Enum, string(sort))
	}
	return operations.Ready(s)
}

// relevanceQuery rejects an order by relevance without words to be relevant for.
func relevanceQuery(given map[string]string) []apierror.Field {
	if given["sort"] == string(references.MostRelevant) && given["q"] == "" {
		return []apierror.Field{{Name: "q", In: "query", Reason: "required", Expected: "words, beside sort=relevance"}}
	}
	return nil
}

// referencesQuery rejects parameters of a list of references that do not go together.
func referencesQuery(given map[string]string) []apierror.Field {
	return append(relevanceQuery(given), meaningQuery(given)...)
}

// meaningQuery rejects a search by meaning without words, and what does not narrow one.
func meaningQuery(given map[string]string) (problems []apierror.Field) {
	if given["mode"] != operations.ByMeaning {
		return nil
	}
	if given["q"] == "" {
		problems = append(problems, apierror.Field{Name: "q", In: "query", Reason: "required", Expected: "words, beside mode=meaning"})
	}
	for _, name := range []string{"tag", "sourceTag", "account", "platform", "state", "mediaAvailability", "board", "createdFrom", "createdBefore", "updatedSince", "sort", "include"} {
		if given[name] != "" {
			problems = append(problems, apierror.Field{Name: name, In: "query", Reason: "conflict", Expected: "absent, beside mode=meaning"})
		}
	}
	return problems
}
