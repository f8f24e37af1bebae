//go:build !unix

package main

// keepPrivate does nothing: other systems have no umask.
func keepPrivate() {}
