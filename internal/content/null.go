package content

// OrNil returns nil, which is null on the wire, for the zero value.
func OrNil[T comparable](v T) *T {
	if v == *new(T) {
		return nil
	}
	return &v
}
