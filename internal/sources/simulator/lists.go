package simulator

import "slices"

// first returns the first element of a list that has a property; nil if there is none.
func first[T any](list []*T, has func(*T) bool) *T {
	if i := slices.IndexFunc(list, has); i >= 0 {
		return list[i]
	}
	return nil
}

// pageOf returns at most size elements of a list from a place on, and where the next page begins: at the list's end after the last one.
func pageOf[T any](list []T, from, size int) (page []T, next int) {
	from = min(from, len(list))
	next = min(from+size, len(list))
	return list[from:next], next
}
