package main

import (
	"context"
	"fmt"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
)

// agingShapes says how old the shapes of platforms are that have old ones; it returns no sentence if none has.
func (p *program) agingShapes() []string {
	list := []string{}
	for _, platform := range p.platforms.All() {
		if days, old := p.shapes.Now().Aging(platform.Name, p.store.Now()); old {
			list = append(list, fmt.Sprintf("%s %d", platform.Title, days))
		}
	}
	if len(list) == 0 {
		return list
	}
	return []string{"Shapes are old (" + strings.Join(list, ", ") + " days): update, or bring newer ones (docs/sources.md)."}
}

// agingRoute returns a sentence if the shapes of a route are old; "" if they are not, or the route has none.
func (p *program) agingRoute(r sources.Route) string {
	days, old := p.shapes.Now().Aging(r.Platform, p.store.Now())
	if !old || r.Official || strings.HasSuffix(r.ID, ".engine") {
		return ""
	}
	return fmt.Sprintf("What this service knows of the platform's pages is %d days old.", days)
}

// engineTools returns sentences about the optional tools that the engine finds.
func (p *program) engineTools(ctx context.Context) []string {
	if p.engine == nil {
		return []string{}
	}
	tools, err := p.engine.Tools(ctx)
	if err != nil {
		return []string{"The engine does not say what it has: " + apierror.Redact(err)}
	}
	imitates := "The engine has no curl_cffi: clip_site and photo_site will mostly refuse it."
	if tools.Browsers > 0 {
		imitates = fmt.Sprintf("The engine has curl_cffi, for %d browsers.", tools.Browsers)
	}
	runs := "No JavaScript runtime is installed, and the engine runs without one."
	if len(tools.Runtimes) > 0 {
		runs = "JavaScript runtimes are installed (" + strings.Join(tools.Runtimes, ", ") + "), but the engine runs without one."
	}
	return []string{imitates, runs}
}
