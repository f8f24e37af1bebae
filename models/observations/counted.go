package observations

import (
	"encoding/json"
	"strings"

	"socialdata/internal/content"
	"socialdata/models/history"
)

// counted returns the counts of items and accounts in an observation. An incomplete one has none, because a missing count is
// not a change. A stored body that cannot be parsed has none either: that is our mistake and must not fail a paid request.
func (o *Observation) counted() []history.Seen {
	if o.Incomplete {
		return nil
	}
	kind, rest, _ := strings.Cut(o.Subject, ":")
	switch kind {
	case "item":
		var stats content.Stats
		if json.Unmarshal([]byte(o.Counts), &stats) != nil {
			return nil
		}
		return []history.Seen{{Subject: rest, Counts: history.CountsOf(stats), Source: history.Lookup, At: o.ObservedAt}}
	case "account":
		return o.countedAccount()
	case "items", "search":
		return o.countedRows()
	}
	return nil
}

func (o *Observation) countedAccount() []history.Seen {
	var a struct {
		ID        string                `json:"id"`
		Stats     content.AccountStats  `json:"stats"`
		VideoSite *content.VideoAccount `json:"video_site"`
	}
	if json.Unmarshal(o.Body, &a) != nil || a.ID == "" {
		return nil
	}
	approximate := a.VideoSite != nil && a.VideoSite.FollowersApproximate
	return []history.Seen{{Subject: a.ID, Counts: history.CountsOf(a.Stats), Approximate: approximate, Source: history.Lookup, At: o.ObservedAt}}
}

// countedRows returns the counts of the items on a page. Rows of accounts are left out, because they have one count of four.
func (o *Observation) countedRows() []history.Seen {
	var page struct {
		Data []struct {
			Object           string        `json:"object"`
			ID               string        `json:"id"`
			Stats            content.Stats `json:"stats"`
			ViewsApproximate bool          `json:"viewsApproximate"`
		} `json:"data"`
	}
	if json.Unmarshal(o.Body, &page) != nil {
		return nil
	}
	var list []history.Seen
	for _, row := range page.Data {
		if row.Object == "item_summary" {
			list = append(list, history.Seen{Subject: row.ID, Counts: history.CountsOf(row.Stats), Approximate: row.ViewsApproximate, Source: history.List, At: o.ObservedAt})
		}
	}
	return list
}
