package sources

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"socialdata/internal/apierror"
)

// maxHops is the maximum number of redirects that are followed for a short or share link.
const maxHops = 5

// Follow returns the supported link that short leads to on the same platform. It calls only the platform's own hosts,
// without the operator's cookies, and reads redirects but never the page at the end. The error is unsupported_object if
// the link leads elsewhere or has too many redirects, route_degraded if the platform asks for a login or consent, and
// not_found if the platform does not know the code.
func (set Platforms) Follow(ctx context.Context, fetcher Fetcher, short Link) (Link, error) {
	p, _ := set.Find(short.Platform)
	address := "https://" + strings.TrimPrefix(strings.TrimPrefix(short.Canonical, "https://"), "http://")
	for range maxHops {
		next, err := p.next(ctx, fetcher, address)
		if err != nil {
			return short, err
		}
		if next == "" {
			return short, set.notFollowed(short)
		}
		link, problem := set.Recognize(next)
		switch {
		case problem != nil || link.Platform != p.Name && link.Platform != "":
			return short, set.notFollowed(short)
		case link.Supported():
			return link, nil
		}
		address = next
	}
	return short, set.notFollowed(short)
}

// next returns the address that address leads to: the one in its own query if it has one, else the platform's redirect.
func (p Platform) next(ctx context.Context, fetcher Fetcher, address string) (string, error) {
	if u, err := url.Parse(address); err == nil && u.Path == "/redirect" {
		if carried, err := url.Parse(u.Query().Get("q")); err == nil && p.leadsTo(carried) {
			return carried.String(), nil
		}
		return "", nil
	}
	a, err := fetcher.Fetch(ctx, Request{URL: address, Stay: true, Bare: true})
	if err != nil {
		return "", err
	}
	return p.redirected(a)
}

// notFollowed returns the error for a short link that leads to nothing readable on its platform.
func (set Platforms) notFollowed(short Link) error {
	problem := set.Unsupported(short, TargetItem)
	problem.Message = "This short link was followed, and leads to nothing of its platform that can be read."
	return problem
}

// redirected returns the target of a redirect, or "" if the target is not on the platform's hosts.
func (p Platform) redirected(a *Answer) (string, error) {
	location := a.Header.Get("Location")
	switch {
	case a.Status == http.StatusNotFound, a.Status == http.StatusGone:
		gone := apierror.New(apierror.CodeNotFound, "resource", "item")
		gone.Message = "This short link leads nowhere: its platform does not know it."
		return "", gone
	case a.Status < 300, a.Status > 399, location == "":
		return "", Degraded("a short link was answered with a page")
	}
	base, err := url.Parse(a.URL)
	if err != nil {
		return "", apierror.Wrap(err, apierror.CodeSourceChanged, "missing", []string{"Location"})
	}
	next, err := base.Parse(location)
	if err != nil || next.Port() != "" || next.User != nil || !p.leadsTo(next) {
		return "", nil //nolint:nilerr // a link that leads elsewhere
	}
	if isWall(next) {
		return "", Degraded("a short link leads to a wall")
	}
	next.Scheme, next.Fragment = "https", ""
	return next.String(), nil
}

// leadsTo reports whether an address is on one of the platform's hosts.
func (p Platform) leadsTo(u *url.URL) bool {
	return (u.Scheme == "https" || u.Scheme == "http") && (HostAllowed(u.Hostname(), p.Hosts) || slices.Contains(p.Links.Hosts, strings.ToLower(u.Hostname())))
}

// wallSegments are first or second path segments of the login, consent and challenge pages that platforms redirect to.
var wallSegments = []string{"login", "login.php", "challenge", "checkpoint", "consent", "captcha", "verify"}

func isWall(u *url.URL) bool {
	path := strings.Split(strings.Trim(u.Path, "/"), "/")
	return strings.HasPrefix(u.Hostname(), "consent.") || slices.ContainsFunc(path[:min(2, len(path))], func(segment string) bool { return slices.Contains(wallSegments, segment) })
}
