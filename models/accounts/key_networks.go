package accounts

import (
	"net/netip"
	"slices"
	"strings"
)

// Networks returns the networks from which the key may be used, as CIDRs; none for any.
func (k APIKey) Networks() []string { return strings.Fields(k.NetworkList) }

// Allows reports whether the key may be used from an address.
func (k APIKey) Allows(from netip.Addr) bool {
	if k.NetworkList == "" {
		return true
	}
	from = from.Unmap().WithZone("")
	return slices.ContainsFunc(k.Networks(), func(network string) bool {
		p, err := netip.ParsePrefix(network)
		return err == nil && p.Contains(from)
	})
}

// networkList returns networks as they are stored.
func networkList(networks []netip.Prefix) string {
	var list []string
	for _, n := range networks {
		if text := n.Masked().String(); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return strings.Join(list, " ")
}
