package content

import "slices"

func (a *Ad) finish() {
	if a == nil {
		return
	}
	a.PageName, a.Byline = cut(a.PageName, maxName), cut(a.Byline, maxName)
	a.StartedAt, a.EndedAt = sane(a.StartedAt), sane(a.EndedAt)
	a.Platforms, a.DisplayFormat = words(a.Platforms, 64), fits(a.DisplayFormat, 64)
	a.CollationID, a.CollationCount = fits(a.CollationID, 64), counts(a.CollationCount)
	a.Spend, a.Impressions, a.Currency = fits(a.Spend, 64), fits(a.Impressions, 64), fits(a.Currency, 16)
	a.Reach = counts(a.Reach)
	a.Transparency.finish()
	a.finishExtras()
	a.Creatives = first(a.Creatives, maxCreatives)
	for i := range a.Creatives {
		c := &a.Creatives[i]
		c.Title, c.Text = cut(c.Title, 1000), cut(c.Text, 10000)
		c.LinkURL, c.MediaURL, c.PreviewURL = publicURL(c.LinkURL), publicURL(c.MediaURL), publicURL(c.PreviewURL)
		c.LinkCaption, c.LinkDescription = cut(c.LinkCaption, 1000), cut(c.LinkDescription, 10000)
		c.CTAType, c.CTAText = fits(c.CTAType, 64), cut(c.CTAText, maxName)
		c.Width, c.Height, c.DurationMs, c.ExpiresAt = positive(c.Width), positive(c.Height), counts(c.DurationMs), sane(c.ExpiresAt)
	}
}

// finishExtras cuts the further texts and links; it drops links to addresses that are not public.
func (a *Ad) finishExtras() {
	a.ExtraTexts = a.ExtraTexts[:min(len(a.ExtraTexts), maxExtras)]
	for i := range a.ExtraTexts {
		a.ExtraTexts[i] = *cut(&a.ExtraTexts[i], 10000)
	}
	a.ExtraLinks = slices.DeleteFunc(a.ExtraLinks, func(link string) bool { return publicURL(&link) == nil })
	a.ExtraLinks = a.ExtraLinks[:min(len(a.ExtraLinks), maxExtras)]
}

// finishReach cuts the lists of an ad's reach.
func (t *AdTransparency) finishReach() {
	t.Breakdown = slices.DeleteFunc(t.Breakdown, func(r AdReach) bool { return fits(&r.Country, 64) == nil || fits(&r.Age, 64) == nil })
	t.Breakdown = t.Breakdown[:min(len(t.Breakdown), maxReaches)]
	for i := range t.Breakdown {
		r := &t.Breakdown[i]
		r.Men, r.Women, r.Unknown = counts(r.Men), counts(r.Women), counts(r.Unknown)
	}
	t.ByAge, t.ByRegion = shares(t.ByAge, maxAges), shares(t.ByRegion, maxLocations)
	t.AudienceSize, t.BRReach = fits(t.AudienceSize, 64), counts(t.BRReach)
	if t.Languages != nil {
		t.Languages = words(t.Languages, 64)
	}
}

// shares returns at most n valid shares.
func shares(list []AdShare, n int) []AdShare {
	list = slices.DeleteFunc(list, func(s AdShare) bool { return fits(&s.Name, maxName) == nil || !(s.Share >= 0 && s.Share <= 1) })
	return list[:min(len(list), n)]
}

func (t *AdTransparency) finish() {
	if t == nil {
		return
	}
	t.finishReach()
	t.EUReach, t.UKReach = counts(t.EUReach), counts(t.UKReach)
	t.Payers, t.Beneficiaries = words(t.Payers, maxName), words(t.Beneficiaries, maxName)
	if g := t.Targeting; g != nil {
		g.MinAge, g.MaxAge = counts(g.MinAge), counts(g.MaxAge)
		g.Locations = first(g.Locations, maxLocations)
		for i := range g.Locations {
			g.Locations[i].Name = *cut(&g.Locations[i].Name, maxName)
		}
	}
}
