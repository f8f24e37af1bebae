package operations

import (
	"cmp"
	"context"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/input"
	"socialdata/internal/media"
	"socialdata/models/references"
)

// CreateDownloadURL returns a signed link to a kept file, which needs no credential; 0 seconds are the default.
func (s *Service) CreateDownloadURL(ctx context.Context, c *session.Caller, id string, life LinkSeconds, how media.Disposition) (m *references.KeptMedia, path string, expires time.Time, err error) {
	if m, err = s.Store.References.FindMedia(ctx, c.WorkspaceID, id); err != nil {
		return nil, "", expires, err
	}
	path, expires = s.MediaLink(id, m.HoldExpiresAt, cmp.Or(life, input.DefaultLinkSeconds), how)
	return m, path, expires, nil
}

// MediaLink signs the link to a file that the caller was shown. It never outlives the hold.
func (s *Service) MediaLink(id string, hold *int64, life LinkSeconds, how media.Disposition) (path string, expires time.Time) {
	expires = media.LinkEnd(s.now(), time.Duration(life)*time.Second, hold)
	return media.LinkPath + s.Links.Sign(media.Link{MediaID: id, ExpiresAt: expires, Disposition: how}), expires
}
