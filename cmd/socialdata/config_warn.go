package main

import (
	"net/netip"
	"strings"
)

// leastSetupToken is how long a setup token should be.
const leastSetupToken = 16

// widestProxies is the shortest prefix of a network that proxies may reasonably fill.
const widestProxies = 8

// warnings names settings that work and are hardly meant.
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
