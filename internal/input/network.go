package input

import "net/netip"

// MaxNetworks is the maximum number of networks of a key.
const MaxNetworks = 20

// Network reads a network as a CIDR, or a single address as the network of itself.
func Network(text string) (netip.Prefix, bool) {
	if p, err := netip.ParsePrefix(text); err == nil {
		return p.Masked(), !p.Addr().Is4In6()
	}
	a, err := netip.ParseAddr(text)
	if err != nil || a.Zone() != "" {
		return netip.Prefix{}, false
	}
	a = a.Unmap()
	return netip.PrefixFrom(a, a.BitLen()), true
}
