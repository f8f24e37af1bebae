package v1

import (
	"context"
	"strings"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
)

// lookupAccountInput is the input of an account lookup. DescribePlatforms adds the platforms and the pattern of ids.
type lookupAccountInput struct {
	URL      operations.Link          `query:"url" doc:"Link to an account; or name platform with handle or id"`
	Platform string                   `query:"platform"`
	Handle   string                   `query:"handle" minLength:"1" maxLength:"312" doc:"Account handle, with or without a leading @"`
	ID       string                   `query:"id"`
	MaxAge   operations.AccountMaxAge `query:"maxAge" doc:"How fresh a stored account must be to be served; 0 always fetches live"`
	AsOf
	DryRun
}

// ServedAccount is an Account as responses contain it.
type ServedAccount struct {
	content.Account
	content.Served
}

// accountQuery requires either a link, or a platform with exactly one of handle and id.
func (h *Handlers) accountQuery(given map[string]string) []apierror.Field {
	fields := append([]apierror.Field{}, asOfQuery(given)...)
	problem := func(name, reason, expected string) {
		fields = append(fields, apierror.Field{Name: name, In: "query", Reason: reason, Expected: expected})
	}
	_, url := given["url"]
	_, platform := given["platform"]
	handle, byHandle := given["handle"]
	_, byID := given["id"]
	switch {
	case url:
		for _, name := range []string{"platform", "handle", "id"} {
			if _, also := given[name]; also {
				problem(name, "conflict", "either url, or platform with handle or id")
			}
		}
		return fields
	case !platform && !byHandle && !byID:
		problem("url", "required", "a link to an account, or platform with handle or id")
		return fields
	case !platform:
		problem("platform", "required", "the platform of the handle or id")
	case byHandle && byID:
		problem("id", "conflict", "either handle or id")
	case !byHandle && !byID:
		problem("handle", "required", "a handle, or an id on platforms that read one")
	}
	p, known := h.Platforms.Find(content.Platform(given["platform"]))
	switch id := given["id"]; {
	case byID && platform && (!known || p.Accounts.IDPattern == ""):
		problem("id", "not_read_by_platform", "a handle")
	case byID && platform && !p.Accounts.IsID(id):
		problem("id", "pattern", "an account id of the platform")
	}
	if byHandle && known && p.Accounts.Lookup && !p.IsHandle(trimAt(handle)) {
		problem("handle", "pattern", "a handle of the platform")
	}
	return fields
}

// trimAt removes a leading @ from a handle.
func trimAt(handle string) string { return strings.TrimPrefix(handle, "@") }

func (h *Handlers) lookupAccount(ctx context.Context, in *lookupAccountInput) (*lookupOutput[ServedAccount], error) {
	request := lookup.AccountRequest{
		Workspace: session.From(ctx).WorkspaceID, By: session.From(ctx).Spender(),
		URL:      string(in.URL),
		Platform: content.Platform(in.Platform),
		Handle:   trimAt(in.Handle),
		ID:       in.ID,
		MaxAge:   operations.CheckedMaxAge(input.AccountMaxAge, in.MaxAge),
	}
	subject := h.SubjectOf(string(in.URL))
	if in.By != "" {
		return earlier[ServedAccount](ctx, h, in.AsOf, subject, request)
	}
	return answered[ServedAccount](ctx, h, in.DryRun, "lookupAccount", subject, request)
}
