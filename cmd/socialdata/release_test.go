//go:build chaos

package main

import (
	"socialdata/internal/sources"
	"socialdata/internal/sources/platforms"
)

// release returns the platforms of the release.
func release() sources.Platforms { return platforms.All().Set() }
