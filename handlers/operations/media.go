package operations

import (
	"cmp"
	"context"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/input"
	"socialdata/internal/media"
	"socialdata/models/references"
	"socialdata/models/shares"
)

// CreateDownloadURL returns a signed link to a kept file, which needs no credential; 0 seconds are the default.
func (s *Service) CreateDownloadURL(ctx context.Context, c *session.Caller, id string, life LinkSeconds, how media.Disposition) (m *references.KeptMedia, path string, expires time.Time, err error) {
	if m, err = s.Store.References.FindMedia(ctx, c.WorkspaceID, id); err != nil {
		return nil, "", expires, err
	}
	expires = media.LinkEnd(s.now(), time.Duration(cmp.Or(life, input.DefaultLinkSeconds))*time.Second, m.HoldExpiresAt)
	return m, s.mediaLink(id, expires, how), expires, nil
}

// ShownMedia signs the link by which a page shows a file, for as long as links work. Its address changes once in half of that time.
func (s *Service) ShownMedia(id string, hold *int64, how media.Disposition) string {
	return s.mediaLink(id, s.steadyEnd(hold), how)
}

// SharedMedia signs the link by which the page of a share shows a file. It works below that page alone, and ends with the share.
func (s *Service) SharedMedia(share *shares.Share, token, id string, hold *int64) string {
	return SharePath + token + media.LinkPath + s.Links.Sign(media.Link{MediaID: id, ExpiresAt: s.steadyEnd(hold), Disposition: media.Inline, Share: share.ID})
}

func (s *Service) steadyEnd(hold *int64) time.Time {
	return media.SteadyLinkEnd(s.now(), time.Duration(LongestLink)*time.Second, hold)
}

func (s *Service) mediaLink(id string, expires time.Time, how media.Disposition) string {
	return media.LinkPath + s.Links.Sign(media.Link{MediaID: id, ExpiresAt: expires, Disposition: how})
}
