package lookup_test

import (
	"socialdata/internal/sources"
	"socialdata/internal/sources/platforms"
)

// release returns the platforms of the release.
func release() sources.Platforms { return platforms.All().Set() }

// allHosts returns every host that their routes may call.
func allHosts() []string { return platforms.All().Hosts() }
