package main

import (
	"net/netip"
	"strings"
)

// leastSetupToken is the recommended minimum length of a setup token.
const leastSetupToken = 16

// widestProxies is the shortest plausible prefix of a network of proxies.
const widestProxies = 8

// warnings returns warnings about settings that are valid but probably not intended.
func (c *config) warnings() (list []string) {
	public := strings.HasPrefix(c.Origin, "https:")
	if c.SetupToken != "" && len(c.SetupToken) < leastSetupToken && public {
		list = append(list, "SOCIALDATA_SETUP_TOKEN is short: whoever guesses it before you becomes the owner")
	}
	if c.WebhooksLocal && public {
		list = append(list, "SOCIALDATA_WEBHOOKS_LOCAL lets customers' webhooks reach this machine")
	}
	for _, text := range c.TrustedProxies {
		if n, err := netip.ParsePrefix(text); err == nil && n.Bits() < widestProxies {
			list = append(list, "SOCIALDATA_TRUSTED_PROXIES trusts "+text+": anybody there can pretend to be another address, and limits by address end")
		}
	}
	return list
}
