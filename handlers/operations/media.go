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

// CreateDownloadURL returns a signed link to a stored file, which works without a credential. A life of 0 seconds
// means the default.
func (s *Service) CreateDownloadURL(ctx context.Context, c *session.Caller, id string, life LinkSeconds, how media.Disposition) (m *references.KeptMedia, path string, expires time.Time, err error) {
	if m, err = s.Store.References.FindMedia(ctx, c.WorkspaceID, id); err != nil {
		return nil, "", expires, err
	}
	expires = media.LinkEnd(s.now(), time.Duration(cmp.Or(life, input.DefaultLinkSeconds))*time.Second, m.HoldExpiresAt)
	return m, s.mediaLink(id, expires, how), expires, nil
}

// ShownMedia returns the signed link by which a page shows a file. It is valid for the longest time that links can
// be, and changes only once in half of that time, so that browsers can cache it.
func (s *Service) ShownMedia(id string, hold *int64, how media.Disposition) string {
	return s.mediaLink(id, s.steadyEnd(hold), how)
}

// SharedMedia returns the signed link by which a share's page shows a file. It only works below that page, and stops
// working when the share ends.
func (s *Service) SharedMedia(share *shares.Share, token, id string, hold *int64) string {
	return SharePath + token + media.LinkPath + s.Links.Sign(media.Link{MediaID: id, ExpiresAt: s.steadyEnd(hold), Disposition: media.Inline, Share: share.ID})
}

func (s *Service) steadyEnd(hold *int64) time.Time {
	return media.SteadyLinkEnd(s.now(), time.Duration(LongestLink)*time.Second, hold)
}

func (s *Service) mediaLink(id string, expires time.Time, how media.Disposition) string {
	return media.LinkPath + s.Links.Sign(media.Link{MediaID: id, ExpiresAt: expires, Disposition: how})
}
