package references

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/references"
	"socialdata/models/watches"
	"socialdata/views"
)

// The number of references on the page of an account.
const (
	bestShown   = 4
	latestShown = 8
)

// account shows what a workspace knows about an account on a platform.
func (h *Handlers) account(c *fiber.Ctx) error {
	id, workspace := c.Params("accountId"), page.Caller(c).WorkspaceID
	of := references.Filter{Account: id}
	latest, err := h.Store.References.ListReferences(c.UserContext(), workspace, references.Listing{Filter: of, WithoutFailed: true, Sort: references.PublishedFirst}, db.PageRequest{Limit: latestShown})
	if err != nil {
		return err
	}
	v := views.Channel{ID: id, Name: id, Platform: h.PlatformOf(platformOf(id)), AllHref: accountReferences(c, id)}
	growth, err := h.Store.History.Growth(c.UserContext(), workspace, id, h.Store.Now())
	if err != nil {
		return err
	}
	v.Growth = shown.AccountGrowth(h.Base, growth)
	if v.Trends, err = shown.AccountTrends(c.UserContext(), h.Base, workspace, id); err != nil {
		return err
	}
	if len(latest.Items) == 0 && len(v.Growth.Rows) == 0 && !operations.IsAccountID(h.Platforms, id) {
		return apierror.New(apierror.CodeNotFound, "resource", "account")
	}
	if err := h.identify(c, &v, latest.Items); err != nil {
		return err
	}
	if len(latest.Items) > bestShown { // ordering only a few says nothing
		best, err := h.Store.References.ListReferences(c.UserContext(), workspace, references.Listing{Filter: of, WithoutFailed: true, Sort: references.MostViews}, db.PageRequest{Limit: bestShown})
		if err != nil {
			return err
		}
		v.Best = slices.DeleteFunc(h.cards(c, best.Items), func(r views.ReferenceCard) bool { return r.Views == "" })
	}
	v.Latest, v.More = h.cards(c, latest.Items), latest.NextCursor != ""
	if err := h.addAccountLinks(c, &v); err != nil {
		return err
	}
	return page.Show(c, fiber.StatusOK, views.ChannelPage(h.Frame(c, v.Name, "references"), v))
}

// identify adds what the workspace knows an account by: as its newest reference shows it, else as it was last looked up, else by the handle that a
// watch of it has.
func (h *Handlers) identify(c *fiber.Ctx, v *views.Channel, saved []references.Reference) error {
	var name string
	if len(saved) > 0 {
		newest := slices.MaxFunc(saved, func(a, b references.Reference) int { return cmp.Compare(a.CreatedAt, b.CreatedAt) })
		o := newest.Observed()
		name, v.Handle, v.Link = page.OrEmpty(o.ChannelName), strings.TrimPrefix(page.OrEmpty(o.ChannelHandle), "@"), page.OrEmpty(o.ChannelURL)
	}
	a, err := h.addServed(c, v)
	if err != nil {
		return err
	}
	if a != nil {
		name, v.Handle, v.Link = cmp.Or(name, page.OrEmpty(a.Name)), cmp.Or(v.Handle, page.OrEmpty(a.Handle)), cmp.Or(v.Link, page.OrEmpty(a.URL))
	}
	handle, err := h.Store.Observations.LastHandle(c.UserContext(), v.ID)
	if err != nil {
		return err
	}
	if v.Watches, err = h.watchesOf(c, v.ID, cmp.Or(v.Handle, handle)); err != nil {
		return err
	}
	if len(v.Watches) > 0 {
		v.Handle = cmp.Or(v.Handle, handle)
	}
	v.Name = cmp.Or(name, v.Handle, v.ID)
	return nil
}

// addServed adds what the account's last lookup showed to the workspace.
func (h *Handlers) addServed(c *fiber.Ctx, v *views.Channel) (*content.Account, error) {
	a, err := h.Lookup.ServedAccount(c.UserContext(), page.Caller(c).WorkspaceID, v.ID)
	if apierror.Is(err, apierror.CodeInvalidInput) {
		return nil, nil // such an account cannot be looked up
	}
	if err != nil || a == nil {
		return nil, err
	}
	v.Bio, v.Facts = page.OrEmpty(a.Description), shown.AccountFacts(a)
	return a, nil
}

// watchAccount returns the path of the page that watches an account by its address. The address that a platform shows for an advertiser
// is not one of its ad library: such an account is watched by its id.
func (h *Handlers) watchAccount(c *fiber.Ctx, id, address string) string {
	if _, _, problem := h.Platforms.ParseSelector(address); problem != nil {
		address = id
	}
	return page.Address(page.WorkspacePath(c, "watches/new"), "kind", string(watches.Account), "account", address)
}

// addAccountLinks offers what the caller may do with the account.
func (h *Handlers) addAccountLinks(c *fiber.Ctx, v *views.Channel) (err error) {
	who := page.Caller(c)
	if _, _, problem := h.Platforms.ParseSelector(v.Link); problem == nil && who.Has(accounts.Editor) {
		v.TryHref = page.Address(page.WorkspacePath(c, "try"), "url", v.Link)
		if v.LookPrice, err = h.lookPrice(c, v.Link); err != nil {
			return err
		}
	}
	if !who.Has(accounts.Owner) {
		return nil
	}
	v.EraseHref = page.WorkspacePath(c, "accounts/"+v.ID+"/erase")
	if len(v.Watches) == 0 {
		v.WatchHref = h.watchAccount(c, v.ID, v.Link)
	}
	return nil
}

// lookPrice says in a few words what looking an account up costs now. It returns "" if the lookup would be rejected or not be paid.
func (h *Handlers) lookPrice(c *fiber.Ctx, address string) (string, error) {
	link, ok := h.ReadLink(address)
	if !ok || !link.IsAccount() {
		return "", nil
	}
	e, err := h.EstimateLink(c.UserContext(), page.Caller(c), link)
	if err != nil {
		return "", page.OurOwn(err)
	}
	if !e.Sufficient() {
		return "", nil
	}
	price, _ := shown.LookupPrice(e)
	return price, nil
}

// platformOf returns the platform of a natural id.
func platformOf(id string) content.Platform {
	name, _, _ := strings.Cut(id, ":")
	return content.Platform(name)
}

func (h *Handlers) cards(c *fiber.Ctx, list []references.Reference) []views.ReferenceCard {
	return page.Map(list, func(r references.Reference) views.ReferenceCard { return h.referenceCard(c, r) })
}

// watchesOf returns the workspace's watches of an account, whether they name its id, its handle or a link to it.
func (h *Handlers) watchesOf(c *fiber.Ctx, id, handle string) (links []views.TagLink, err error) {
	for p := (db.PageRequest{Limit: 100}); ; {
		list, err := h.Store.Watches.List(c.UserContext(), page.Caller(c).WorkspaceID, p)
		if err != nil {
			return nil, err
		}
		for _, w := range list.Items {
			if s := w.Source(); s.Kind == watches.Account && h.isAccount(s.Account, id, handle) {
				links = append(links, views.TagLink{Tag: w.Name, Href: page.WorkspacePath(c, "watches/"+w.ID)})
			}
		}
		if p.Cursor = list.NextCursor; p.Cursor == "" {
			return links, nil
		}
	}
}

// isAccount reports whether a selector names the account with an id and a handle.
func (h *Handlers) isAccount(selector, id, handle string) bool {
	platform, account, problem := h.Platforms.ParseSelector(selector)
	if problem != nil || platform != platformOf(id) {
		return false
	}
	return account.ID != "" && content.NaturalID(platform, account.ID) == id || account.Handle != "" && strings.EqualFold(account.Handle, handle)
}

// accountPage returns the address of an account's page, or "" if its id is unknown.
func accountPage(c *fiber.Ctx, id *string) string {
	if id == nil || *id == "" {
		return ""
	}
	return page.WorkspacePath(c, "accounts/"+*id)
}

// accountReferences returns the address of an account's references.
func accountReferences(c *fiber.Ctx, id string) string { return referencesBy(c, "account", id) }

// ofAccount shows which account a list is filtered by, with the name from its newest reference.
func (h *Handlers) ofAccount(c *fiber.Ctx, list *references.Listing, v *views.References) {
	if list.Account == "" {
		return
	}
	v.OfID, v.Of = list.Account, &views.TagLink{Tag: list.Account, Href: without(c, "account", list.Account)}
	newest, err := h.Store.References.OfAccounts(c.UserContext(), page.Caller(c).WorkspaceID, []string{list.Account})
	if r := newest[list.Account]; err == nil && r != nil {
		v.Of.Tag = cmp.Or(page.OrEmpty(r.Observed().ChannelName), v.Of.Tag)
	}
}

// accountName returns what the workspace calls an account, or its id.
func (h *Handlers) accountName(c *fiber.Ctx, id string) (string, error) {
	rows, err := h.Store.References.References(c.UserContext(), page.Caller(c).WorkspaceID, references.Filter{Account: id}, db.PageRequest{Limit: 1})
	if err != nil {
		return "", err
	}
	v := views.Channel{ID: id}
	err = h.identify(c, &v, rows.Items)
	return v.Name, err
}
