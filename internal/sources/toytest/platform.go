// Package toytest is an invented platform in the single package that a platform needs: its descriptor, its route and the
// simulated site. Tests add it to the platforms of the release, which proves that no other package has to know a
// platform. Only tests import it.
package toytest

import (
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/platforms"
)

// Name is the toy platform's name in the API.
const Name content.Platform = "toy_site"

const (
	host = "toy.example"
	home = "https://" + host + "/"
)

// Adapter returns the toy platform's entry for a list of platforms.
func Adapter() platforms.Adapter { return platforms.Adapter{Platform: platform(), Routes: routes} }

func platform() sources.Platform {
	return sources.Platform{
		Name:  Name,
		Title: "Toy Box",
		Mark:  "M3 3h10v10H3z",
		Hosts: []string{host},
		Links: sources.LinkRules{Hosts: []string{host}, Recognize: recognize},
		Items: sources.ItemRules{
			Kinds: []content.Kind{content.KindImage},
			IsID:  isID,
			Link: func(id string) sources.Link {
				return sources.Link{Canonical: home + "toys/" + id, Platform: Name, Target: sources.TargetItem, LocalID: id}
			},
		},
		Accounts: sources.AccountRules{IsID: isID, IsHandle: isHandle, Lookup: true, IDPattern: "[0-9]{1,9}"},
		Lists:    sources.Parameters{{Name: "collection", Values: []string{"wooden", "plush"}, Default: "wooden"}},
		Search:   &sources.SearchRules{},
	}
}

func recognize(a sources.Address) sources.Link {
	switch {
	case a.Segments() == 2 && a.Segment(0) == "toys" && isID(a.Segment(1)):
		return platform().Items.Link(a.Segment(1))
	case a.Segments() == 2 && a.Segment(0) == "makers" && isHandle(a.Segment(1)):
		return sources.Link{Canonical: home + "makers/" + a.Segment(1), Platform: Name, Target: sources.TargetAccount, Handle: a.Segment(1)}
	}
	return a.Unsupported(sources.UnrecognizedURL)
}

func isID(s string) bool { return sources.IsDigits(s, 1, 9) }

func isHandle(s string) bool { return sources.IsWord(s, "", 1, 20) }
