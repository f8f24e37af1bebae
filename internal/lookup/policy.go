package lookup

import (
	"encoding/json"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// policy is what the operator blocks: whole platforms, and single items or accounts.
type policy struct {
	platforms map[content.Platform]bool
	ids       map[string]bool // natural ids
}

// newPolicy parses SOCIALDATA_POLICY_BLOCK. A host blocks the platforms that it belongs to, however their objects are
// requested; a host of no platform has no effect.
func newPolicy(platforms sources.Platforms, blocked []string) policy {
	p := policy{platforms: map[content.Platform]bool{}, ids: map[string]bool{}}
	for _, entry := range blocked {
		entry = strings.TrimSpace(entry)
		if strings.Contains(entry, ":") {
			p.ids[entry] = true
			continue
		}
		for _, platform := range platforms.OfHost(entry) {
			p.platforms[platform] = true
		}
	}
	return p
}

// check returns policy_blocked if the platform, or one of its objects by local id, is blocked.
func (p policy) check(platform content.Platform, localIDs ...string) error {
	if p.platforms[platform] {
		return blockedError()
	}
	for _, id := range localIDs {
		if p.ids[content.NaturalID(platform, id)] {
			return blockedError()
		}
	}
	return nil
}

func blockedError() error {
	return apierror.New(apierror.CodePolicyBlocked, "policy", "blocked_by_operator")
}

// subject identifies the item of an answer or a row, its author and its account.
type subject struct {
	ID      string
	Author  *struct{ ID string }
	Account *struct{ ID string }
}

func (p policy) refuses(s subject) bool {
	return p.ids[s.ID] || s.Author != nil && p.ids[s.Author.ID] || s.Account != nil && p.ids[s.Account.ID]
}

// checkBody returns policy_blocked for an answer about a blocked item or account, however it was requested. It is used
// for stored answers, too, because the operator may block what is already stored.
func (p policy) checkBody(body []byte) error {
	if len(p.ids) == 0 {
		return nil
	}
	var s subject
	if err := json.Unmarshal(body, &s); err != nil {
		return apierror.Wrap(err, apierror.CodeInternalError)
	}
	if p.refuses(s) {
		return blockedError()
	}
	return nil
}

// refusedRows returns the ids of a page's rows that are blocked or have a blocked author.
func (p policy) refusedRows(body []byte) (map[string]bool, error) {
	refused := map[string]bool{}
	if len(p.ids) == 0 {
		return refused, nil
	}
	var page struct{ Data []subject }
	if err := json.Unmarshal(body, &page); err != nil {
		return nil, apierror.Wrap(err, apierror.CodeInternalError)
	}
	for _, row := range page.Data {
		if p.refuses(row) {
			refused[row.ID] = true
		}
	}
	return refused, nil
}
