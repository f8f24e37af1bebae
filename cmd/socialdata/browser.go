package main

import (
	"context"
	"fmt"
	"path/filepath"

	"socialdata/internal/pagepicture"
)

// openBrowser opens the browser for pictures of pages, if the operator names one. It is an error if that does not run. Test keys have none.
func (p *program) openBrowser(ctx context.Context) (err error) {
	if p.cfg.Browser == "" || p.cfg.test != nil {
		return nil
	}
	o := pagepicture.Options{Program: p.cfg.Browser, Folder: filepath.Join(p.cfg.DataDir, "browser"), Dial: p.client.Dial, Log: p.log,
		Agent: func() string { return p.shapes.Now().UserAgent }}
	if p.client.HasUpstream() {
		front, err := p.client.NewFront()
		if err != nil {
			return err
		}
		p.closers = append(p.closers, front.Close)
		o.Dial, o.Trust = front.Dial, []string{front.Key}
	}
	if p.browser, err = pagepicture.Open(ctx, o); err != nil {
		return fmt.Errorf("SOCIALDATA_BROWSER: %w", err)
	}
	return nil
}
