package workspace

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/models/billing"
	"socialdata/models/usage"
	"socialdata/views"
)

// lasts describes how long a balance will last.
func (h *Handlers) lasts(c *fiber.Ctx, balance int64) (string, error) {
	pace, err := h.Store.Usage.Pace(c.UserContext(), page.Caller(c).WorkspaceID)
	if err != nil {
		return "", err
	}
	lasts, ok := pace.Lasts(balance)
	return lastsWords(lasts, ok && balance > 0), nil
}

func lastsWords(lasts time.Duration, known bool) string {
	const day = 24 * time.Hour
	switch {
	case !known:
		return ""
	case lasts < day:
		return "lasts less than a day at the pace of the last 7 days"
	case lasts > 365*day:
		return "lasts more than a year at the pace of the last 7 days"
	}
	return "lasts about " + views.Count(int64(lasts/day), "day") + " at the pace of the last 7 days"
}

// spenders maps the workspace's people, keys and watches to their names.
type spenders map[string]string

// spenders names the workspace's newest members, keys and watches, and all that are shown.
func (h *Handlers) spenders(c *fiber.Ctx, shown []string) (spenders, error) {
	names, ids := spenders{}, map[string][]string{}
	for _, by := range shown {
		kind, id, _ := strings.Cut(by, ":")
		ids[kind] = append(ids[kind], id)
	}
	for kind, read := range map[string]func(*fiber.Ctx, ...string) (map[string]string, error){billing.ByUser: h.memberNames, billing.ByKey: h.keyNames, billing.ByWatch: h.watchNames} {
		found, err := read(c, ids[kind]...)
		if err != nil {
			return nil, err
		}
		for id, name := range found {
			names[kind+":"+id] = name
		}
	}
	return names, nil
}

// unnamed describes kinds of spenders whose name is no longer known, and support, which has none.
var unnamed = map[string]string{billing.ByUser: "A former member", billing.ByKey: "A key that is gone", billing.ByWatch: "A watch that is gone", "": "Support"}

// name describes a spender, with its kind unless it is a person.
func (s spenders) name(by string) string {
	kind, _, _ := strings.Cut(by, ":")
	switch name := s[by]; {
	case name == "":
		return unnamed[kind]
	case kind == billing.ByKey:
		return "Key “" + name + "”"
	case kind == billing.ByWatch:
		return "Watch “" + name + "”"
	default:
		return name
	}
}

// spending adds up who spent how much on which day, and adds links that filter the page by one of them.
func (h *Handlers) spending(c *fiber.Ctx, v *views.CreditsPageProps, w usage.Window, list []usage.Spent, by string, names spenders) {
	days, sums, purposes := make([]usage.SpentBucket, len(w.Starts())), map[string]int64{}, map[usage.Purpose]int64{}
	for n, start := range w.Starts() {
		days[n].Start = start
	}
	for _, one := range list {
		sums[one.By] += one.Credits
		if by == "" || one.By == by {
			days[one.Bucket].Credits += one.Credits
			purposes[one.For] += one.Credits
			v.Sum += one.Credits
		}
	}
	order := mostFirst(sums)
	for _, purpose := range mostFirst(purposes) {
		v.For = append(v.For, views.Share{Name: cmp.Or(purposeWords[purpose], "Other"), Count: purposes[purpose]})
	}
	v.Spenders = []views.Option{{Word: "Anybody"}}
	if by != "" && sums[by] == 0 {
		order = append(order, by)
	}
	for _, one := range order {
		share := views.Share{Name: names.name(one), Count: sums[one]}
		if one != "" {
			share.Href = page.Address(c.Path(), "by", one, "range", v.Preset, "from", v.From.Value, "to", v.To.Value)
			v.Spenders = append(v.Spenders, views.Option{Value: one, Word: share.Name, Chosen: one == by})
		}
		if sums[one] > 0 && len(v.By) < mostSpenders {
			v.By = append(v.By, share)
		}
	}
	chart := spendingChart(days, w, h.Store.Now(), v.Period)
	chart.Zone = zoneName(page.Caller(c).Zone(), h.Store.Now())
	v.Chart = chart
}

// mostFirst returns the keys of sums, those with the largest sum first.
func mostFirst[K cmp.Ordered](sums map[K]int64) []K {
	return slices.SortedFunc(maps.Keys(sums), func(a, b K) int { return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b)) })
}

// purposeWords says what credits were spent for, in the words of the ledger.
var purposeWords = map[usage.Purpose]string{usage.ForItems: "Lookups", usage.ForAccounts: "Accounts", usage.ForLists: "Lists", usage.ForComments: "Comments", usage.ForSearches: "Searches",
	usage.ForWatches: "Runs of watches", usage.ForImports: "Imports", usage.ForTranscript: "Imports: transcript", usage.ForSpeech: "Imports: speech", usage.ForAnalysis: "Imports: analysis", usage.ForMedia: "Imports: media"}

// mostSpenders is the maximum number of rows in the table of spenders.
const mostSpenders = 20

// ledgerRows describes entries of the ledger, with the titles of what was charged for.
func (h *Handlers) ledgerRows(c *fiber.Ctx, list []billing.Posting, by spenders) ([]views.LedgerRow, error) {
	titles, err := shown.Names(h.Base, c, page.Map(list, func(p billing.Posting) string {
		_, subject := shown.PostingWords(p)
		return subject
	}))
	return page.Map(list, func(p billing.Posting) views.LedgerRow { return h.ledgerRow(c, p, by, titles) }), err
}

func (h *Handlers) ledgerRow(c *fiber.Ctx, p billing.Posting, names spenders, titles map[string]views.Named) views.LedgerRow {
	v := views.LedgerRow{When: h.When(&p.CreatedAt), Note: p.Note, Amount: p.Amount, After: p.BalanceAfter}
	word, subject := shown.PostingWords(p)
	v.For, v.Subject = word, shown.NameOf(titles, subject)
	if id := p.ImportID(); id != "" {
		v.Import = page.WorkspacePath(c, "imports/"+id)
	}
	if p.Amount < 0 {
		v.By = names.name(p.SpentBy)
	}
	return v
}
