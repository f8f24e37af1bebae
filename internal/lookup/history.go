package lookup

import (
	"context"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/db"
	"socialdata/models/history"
)

// HistoryRequest requests the history of counts of an item or account, by link or natural id.
type HistoryRequest struct {
	Workspace string
	URL, ID   string
	During    history.Period
	Page      db.PageRequest
}

// ItemHistory returns what the workspace was served of an item, for GET /v1/items/observations. It fetches nothing.
func (s *Service) ItemHistory(ctx context.Context, r HistoryRequest) (*db.RecordPage[history.Record], error) {
	var link sources.Link
	if r.URL != "" {
		var err error
		if link, err = s.itemLink(r.URL); err != nil {
			return nil, err
		}
	} else {
		l, problem := s.platforms.ParseItemID(r.ID)
		if problem != nil {
			return nil, problem
		}
		if err := s.policy.check(l.Platform, l.LocalID); err != nil {
			return nil, err
		}
		link = l
	}
	if _, err := s.checkStoredAuthor(ctx, r.Workspace, link); err != nil {
		return nil, err
	}
	return s.store.History.Records(ctx, r.Workspace, content.NaturalID(link.Platform, link.LocalID), r.During, r.Page)
}

// AccountHistory is the same for GET /v1/accounts/observations. A name that was never looked up has no history.
func (s *Service) AccountHistory(ctx context.Context, r HistoryRequest) (*db.RecordPage[history.Record], error) {
	typed := r.URL
	if typed == "" {
		typed = r.ID
	}
	id, err := s.AccountNamed(ctx, typed)
	if err != nil {
		return nil, err
	}
	return s.store.History.Records(ctx, r.Workspace, id, r.During, r.Page)
}

// AccountNamed returns the natural id of an account, without a local part if only its name is given and no answer has told
// whose it is. It fetches nothing.
func (s *Service) AccountNamed(ctx context.Context, typed string) (string, error) {
	platform, selector, problem := s.platforms.ParseSelector(typed)
	if problem != nil {
		return "", problem
	}
	id := selector.ID
	if id == "" {
		known, err := s.store.Observations.FindAccountByName(ctx, platform, selectorName(selector))
		if err != nil {
			return "", err
		}
		_, id, _ = strings.Cut(known, ":")
	}
	if err := s.policy.check(platform, id); err != nil {
		return "", err
	}
	return content.NaturalID(platform, id), nil
}
