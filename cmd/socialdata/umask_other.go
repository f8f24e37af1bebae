//go:build !unix

package main

// keepPrivate does nothing: other systems have no such mask.
func keepPrivate() {}
