package jobs

import (
	"context"
	"fmt"
	"strings"
	"time"

	"socialdata/internal/mail"
	"socialdata/models"
	"socialdata/models/digests"
	"socialdata/models/usage"
	"socialdata/models/work"
)

// UnsubscribePath is the path at which a digest is switched off, before its token.
const UnsubscribePath = "/digest/"

// Digests tells members by e-mail what happened in their workspaces.
type Digests struct {
	Store  *models.Store
	Mailer Mailer
	Origin string                                // base of the links
	Render func(Letter) (html string, err error) // writes a letter as HTML
	Ended  func(outcome string)                  // is called after each attempt with "ok" or "failed"; nil disables it
}

// Letter is the contents of a digest.
type Letter struct {
	Title, Period string
	Watches       []LetterWatch
	Failed        []string // imports that failed, by cause
	Cost          string
	More          string // how many more watches have news, in words; "" if none
	Home          string // address of the workspace
	Settings, Off string // addresses where digests are chosen, and where this one is switched off
}

// LetterWatch is what a watch told.
type LetterWatch struct {
	Name, Link, News string
	Titles           []string
}

// Handle sends one digest, unless nothing happened in its period, and schedules the next one.
func (d *Digests) Handle(ctx context.Context, j *work.Job) work.Outcome {
	m, next, err := d.Store.Digests.Due(ctx, j)
	switch {
	case err != nil:
		return work.Failed(err)
	case m == nil && next == nil:
		return work.Cancel(nil)
	case m == nil:
		return work.Snooze(*next)
	}
	letter, any, err := d.letter(ctx, m)
	if err == nil && any {
		err = d.send(ctx, m, letter)
	}
	if err == nil {
		err = d.Store.Digests.Told(context.WithoutCancel(ctx), m)
	}
	if err != nil {
		return work.Failed(err)
	}
	return work.Settled()
}

func (d *Digests) send(ctx context.Context, m *digests.Mail, letter Letter) error {
	html, err := d.Render(letter)
	if err != nil {
		return err
	}
	err = d.Mailer.Send(ctx, mail.Message{To: m.Email, Subject: letter.Title, Text: letter.text(), HTML: html, Unsubscribe: letter.Off, OneClick: true,
		ID: fmt.Sprintf("digest.%s.%s.%d", m.WorkspaceID, m.UserID, m.Until.Unix())})
	if d.Ended != nil {
		d.Ended(map[bool]string{true: "ok", false: "failed"}[err == nil])
	}
	return err
}

// letter composes a digest. any is false if nothing happened.
func (d *Digests) letter(ctx context.Context, m *digests.Mail) (l Letter, any bool, err error) {
	token, err := d.Store.Digests.Token(m.WorkspaceID, m.UserID)
	if err != nil {
		return l, false, err
	}
	name := mail.Plain(m.Workspace)
	l = Letter{Title: map[digests.Every]string{digests.Daily: "Your day", digests.Weekly: "Your week"}[m.Every] + " in " + name, Home: d.Origin + "/w/" + m.WorkspaceID,
		Period:   m.From.In(m.Zone).Format("Mon 2 Jan 15:04") + " to " + m.Until.In(m.Zone).Format("Mon 2 Jan 15:04 MST"),
		Settings: d.Origin + "/account#digests", Off: d.Origin + UnsubscribePath + token}
	for _, w := range m.Watches {
		link := fmt.Sprintf("%s/watches/%s/report?from=%s&to=%s", l.Home, w.ID, m.From.UTC().Format(time.RFC3339), m.Until.UTC().Format(time.RFC3339))
		one := LetterWatch{Name: mail.Plain(w.Name), Link: link, News: newsWords(w)}
		for _, title := range w.Titles {
			one.Titles = append(one.Titles, mail.Plain(title))
		}
		l.Watches = append(l.Watches, one)
	}
	if m.MoreWatches > 0 {
		l.More = fmt.Sprintf("%d more watches have news.", m.MoreWatches)
	}
	window := usage.Window{Start: m.From, End: m.Until, Bucket: m.Until.Sub(m.From)}
	causes, err := d.Store.Usage.FailureCauses(ctx, m.WorkspaceID, window)
	if err != nil {
		return l, false, err
	}
	for _, c := range causes {
		l.Failed = append(l.Failed, fmt.Sprintf("%d × %s", c.Count, c.Code))
	}
	if len(l.Watches) == 0 && len(l.Failed) == 0 {
		return l, false, nil
	}
	spent, err := d.Store.Usage.Spending(ctx, m.WorkspaceID, window)
	total := int64(0)
	for _, b := range spent {
		total += b.Credits
	}
	l.Cost = fmt.Sprintf("Credits spent: %d.", total)
	return l, true, err
}

// newsWords says what a watch told: 3 new, 1 ended.
func newsWords(w digests.News) string {
	var parts []string
	for _, one := range []struct {
		n    int64
		word string
	}{{w.Found, "new"}, {w.Ended, "ended"}, {w.Returned, "back again"}, {w.Edited, "changed"}, {w.Crossed, "beyond a threshold"}, {w.Failed, map[bool]string{true: "look failed", false: "looks failed"}[w.Failed == 1]}} {
		if one.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", one.n, one.word))
		}
	}
	return strings.Join(parts, ", ")
}

// text returns the letter as plain text.
func (l *Letter) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\n", l.Title, l.Period)
	for _, w := range l.Watches {
		fmt.Fprintf(&b, "%s: %s\n", w.Name, w.News)
		for _, title := range w.Titles {
			fmt.Fprintf(&b, "  - %s\n", title)
		}
		fmt.Fprintf(&b, "  %s\n\n", w.Link)
	}
	if l.More != "" {
		fmt.Fprintf(&b, "%s\n\n", l.More)
	}
	if len(l.Failed) > 0 {
		fmt.Fprintf(&b, "Imports that failed:\n  %s\n  %s/imports?state=failed\n\n", strings.Join(l.Failed, "\n  "), l.Home)
	}
	fmt.Fprintf(&b, "%s\n%s/credits\n\n--\nYou chose this digest. Change it: %s\nSwitch it off: %s\n", l.Cost, l.Home, l.Settings, l.Off)
	return b.String()
}
