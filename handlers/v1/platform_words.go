package v1

import (
	"strings"

	"socialdata/internal/sources"
)

// readers describes which platforms support a parameter and with which values: "YouTube (video_site): latest
// (default), popular".
func (h *Handlers) readers(name string, of func(sources.Platform) sources.Parameters) string {
	var parts []string
	for _, p := range h.Platforms.All() {
		if param, ok := of(p).Find(name); ok {
			parts = append(parts, p.Title+" ("+string(p.Name)+"): "+valuesInWords(param))
		}
	}
	return strings.Join(parts, "; ")
}

func valuesInWords(p sources.Parameter) string {
	var words []string
	for _, v := range p.Values {
		if v == p.Default {
			words = append([]string{v + " (default)"}, words...)
		} else {
			words = append(words, v)
		}
	}
	if p.Doc != "" {
		words = append(words, p.Doc)
	}
	if p.Default != "" && p.Values == nil {
		words = append(words, "default "+p.Default)
	}
	return strings.Join(words, ", ")
}

// titles lists the matching platforms, each with its title and its name in the API.
func (h *Handlers) titles(match func(sources.Platform) bool) string {
	var parts []string
	for _, p := range h.Platforms.All() {
		if match(p) {
			parts = append(parts, p.Title+" ("+string(p.Name)+")")
		}
	}
	return strings.Join(parts, ", ")
}

// without says what the platforms that do not match lack. It returns "" if all match.
func (h *Handlers) without(lack string, match func(sources.Platform) bool) string {
	names := h.titles(func(p sources.Platform) bool { return !match(p) })
	if names == "" {
		return ""
	}
	return names + " " + lack
}

// accountIDPattern returns a pattern that matches the account ids of any platform.
func accountIDPattern(set sources.Platforms) string {
	var patterns []string
	for _, p := range set.All() {
		if p.Accounts.IDPattern != "" {
			patterns = append(patterns, p.Accounts.IDPattern)
		}
	}
	if len(patterns) == 1 {
		return "^" + patterns[0] + "$"
	}
	return "^(" + strings.Join(patterns, "|") + ")$"
}
