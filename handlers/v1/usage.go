package v1

import (
	"context"
	"slices"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/models/usage"
)

type usageInput struct {
	WorkspacePath
	Range string `query:"range" enum:"6h,24h,7d,30d" doc:"Period that ends now; 30d when from and to are not used"`
	From  string `query:"from" format:"day" minLength:"1" doc:"First UTC day, inclusive; needs to"`
	To    string `query:"to" format:"day" minLength:"1" doc:"Last UTC day, inclusive; at most 90 days in all"`
}

// UsageReport summarises a workspace's activity in a period.
type UsageReport struct {
	WorkspaceID    string          `json:"workspaceId"`
	Window         UsageWindow     `json:"window"`
	Imports        UsageImports    `json:"imports"`
	Credits        UsageCredits    `json:"credits"`
	FailuresByCode []UsageFailure  `json:"failuresByCode" maxItems:"20"`
	Series         []UsageBucket   `json:"series" maxItems:"100"`
	ByPlatform     []UsagePlatform `json:"byPlatform" maxItems:"16"`
	GeneratedAt    content.Time    `json:"generatedAt"`
}

// UsageWindow is the period of a report.
type UsageWindow struct {
	Range  *string      `json:"range" doc:"null for a custom period"`
	Start  content.Time `json:"start"`
	End    content.Time `json:"end"`
	Bucket string       `json:"bucket" enum:"15m,1h,2h,6h,1d"`
}

// UsageImports counts imports by outcome.
type UsageImports struct {
	Total     int64 `json:"total"`
	Succeeded int64 `json:"succeeded"`
	Failed    int64 `json:"failed"`
	Cancelled int64 `json:"cancelled"`
	InFlight  int64 `json:"inFlight"`
}

// UsageCredits are a workspace's credits.
type UsageCredits struct {
	Granted       int64 `json:"granted" doc:"Over the workspace's life"`
	Spent         int64 `json:"spent" doc:"Over the workspace's life"`
	SpentInWindow int64 `json:"spentInWindow" doc:"All charges of the window, not only those of imports"`
	Balance       int64 `json:"balance" doc:"Now"`
}

// UsageFailure counts imports that failed with one code.
type UsageFailure struct {
	Code  apierror.Code `json:"code"`
	Count int64         `json:"count"`
}

// UsageBucket counts the imports created in one bucket.
type UsageBucket struct {
	Start     content.Time `json:"start"`
	Total     int64        `json:"total"`
	Succeeded int64        `json:"succeeded"`
	Failed    int64        `json:"failed"`
}

// UsagePlatform counts the imports of one platform.
type UsagePlatform struct {
	Platform  content.Platform `json:"platform"`
	Total     int64            `json:"total"`
	Succeeded int64            `json:"succeeded"`
	Failed    int64            `json:"failed"`
}

func (h *Handlers) getUsage(ctx context.Context, in *usageInput) (*output[UsageReport], error) {
	w, err := h.window(in)
	if err != nil {
		return nil, err
	}
	r, err := h.Store.Usage.Report(ctx, in.WorkspaceID, w)
	if err != nil {
		return nil, err
	}
	spent, err := h.Store.Usage.Spending(ctx, in.WorkspaceID, w)
	if err != nil {
		return nil, err
	}
	v := h.usageView(in.WorkspaceID, r)
	v.Credits.SpentInWindow = usage.Sum(spent)
	return &output[UsageReport]{Body: v}, nil
}

// usageQuery requires either a preset range or two days, not both.
func usageQuery(given map[string]string) []apierror.Field {
	_, preset := given["range"]
	_, from := given["from"]
	_, to := given["to"]
	problem := func(name, reason, expected string) []apierror.Field {
		return []apierror.Field{{Name: name, In: "query", Reason: reason, Expected: expected}}
	}
	switch {
	case preset && (from || to):
		return problem("range", "conflict", "either range, or from and to")
	case to && !from:
		return problem("from", "required", "a day, because to is given")
	case from && !to:
		return problem("to", "required", "a day, because from is given")
	}
	return nil
}

// window returns the period of an already validated query.
func (h *Handlers) window(in *usageInput) (usage.Window, error) {
	if in.From == "" {
		name := in.Range
		if name == "" {
			name = "30d"
		}
		w, _ := h.Store.Usage.PresetWindow(name, time.UTC)
		return w, nil
	}
	return usage.CustomWindow(in.From, in.To, time.UTC)
}

func (h *Handlers) usageView(workspaceID string, r *usage.Report) UsageReport {
	v := UsageReport{WorkspaceID: workspaceID,
		Window:         UsageWindow{Range: content.OrNil(r.Window.Range), Start: content.At(r.Window.Start), End: content.At(r.Window.End), Bucket: bucketName(r.Window.Bucket)},
		Imports:        UsageImports(r.Imports),
		Credits:        UsageCredits{Granted: billing.WithoutAdvance(r.Credits.Granted), Spent: r.Credits.Spent, Balance: billing.WithoutAdvance(r.Credits.Balance)},
		FailuresByCode: make([]UsageFailure, 0, len(r.Failures)),
		Series:         make([]UsageBucket, 0, len(r.Series)),
		ByPlatform:     make([]UsagePlatform, 0, len(r.ByPlatform)),
		GeneratedAt:    content.At(r.At)}
	for _, f := range r.Failures {
		v.FailuresByCode = append(v.FailuresByCode, UsageFailure(f))
	}
	for _, b := range r.Series {
		v.Series = append(v.Series, UsageBucket{Start: content.At(b.Start), Total: b.Total, Succeeded: b.Succeeded, Failed: b.Failed})
	}
	for _, p := range r.ByPlatform {
		v.ByPlatform = append(v.ByPlatform, UsagePlatform(p))
	}
	slices.SortStableFunc(v.ByPlatform, func(a, b UsagePlatform) int { return h.Platforms.Index(a.Platform) - h.Platforms.Index(b.Platform) })
	return v
}

func bucketName(d time.Duration) string {
	switch d {
	case 15 * time.Minute:
		return "15m"
	case time.Hour:
		return "1h"
	case 2 * time.Hour:
		return "2h"
	case 6 * time.Hour:
		return "6h"
	}
	return "1d"
}
