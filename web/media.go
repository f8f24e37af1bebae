package web

import "socialdata/handlers/media"

// media mounts the links under which kept bytes are served.
func (s *Server) media() {
	if s.opts.Media != nil {
		s.app.Get(media.Path, s.opts.Media.Serve)
	}
}
