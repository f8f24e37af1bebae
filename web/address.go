package web

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"
)

// proxies lists the networks whose X-Forwarded-For is trusted.
type proxies []netip.Prefix

// parseProxies parses networks and single addresses.
func parseProxies(names []string) (proxies, error) {
	list := make(proxies, 0, len(names))
	for _, name := range names {
		if a, err := netip.ParseAddr(name); err == nil {
			list = append(list, netip.PrefixFrom(a.Unmap(), a.Unmap().BitLen()))
			continue
		}
		p, err := netip.ParsePrefix(name)
		if err != nil {
			return nil, fmt.Errorf("trusted proxies: %w", err)
		}
		list = append(list, p.Masked())
	}
	return list, nil
}

func (p proxies) trust(a netip.Addr) bool {
	return slices.ContainsFunc(p, func(n netip.Prefix) bool { return n.Contains(a) })
}

// clientAddress returns the address of the client. It follows the hops in X-Forwarded-For backward from the peer, as
// long as a trusted proxy added them. The caller can write anything before those.
func (p proxies) clientAddress(peer netip.Addr, forwarded string) netip.Addr {
	at := peer.Unmap()
	for p.trust(at) {
		n := strings.LastIndexByte(forwarded, ',')
		next, ok := parseHop(strings.TrimSpace(forwarded[n+1:]))
		if !ok {
			break
		}
		at, forwarded = next, forwarded[:max(n, 0)]
	}
	return at
}

// parseHop parses an address as proxies write it: plain, in brackets, with a port or with an IPv6 zone.
func parseHop(s string) (netip.Addr, bool) {
	a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(s, "["), "]"))
	if err != nil {
		withPort, err := netip.ParseAddrPort(s)
		if err != nil {
			return netip.Addr{}, false
		}
		a = withPort.Addr()
	}
	return a.Unmap().WithZone(""), true
}

// rateAddress returns the key by which rate limits count an address. IPv6 addresses count by /64, because a customer
// owns a whole /64 and may use any address in it.
func rateAddress(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if p, err := a.Prefix(64); err == nil && a.Is6() {
		return p.String()
	}
	return a.String()
}

// clientAddress returns the address that a request comes from, for rate limits.
func (s *Server) clientAddress(c *fiber.Ctx) string { return rateAddress(s.clientIP(c)) }

// clientIP returns the address that a request comes from.
func (s *Server) clientIP(c *fiber.Ctx) netip.Addr {
	peer, _ := netip.AddrFromSlice(c.Context().RemoteIP())
	hops := []string{}
	for _, line := range c.Request().Header.PeekAll(fiber.HeaderXForwardedFor) {
		hops = append(hops, string(line))
	}
	return s.proxies.clientAddress(peer, strings.Join(hops, ","))
}
