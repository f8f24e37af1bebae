package workspace

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/views"
)

// lastOwner is shown when a change would leave a workspace without an owner.
const lastOwner = "A workspace needs at least one owner. Make another member an owner first."

// members lists the members of a workspace. Owners can manage them here.
func (h *Handlers) members(c *fiber.Ctx) error {
	return h.showMembers(c, fiber.StatusOK, page.ReadForm(c), views.Members{})
}

// changeRole changes a member's role.
func (h *Handlers) changeRole(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.SetRole](h.Service, f, roleBound)
	if !f.OK() {
		return h.showMembers(c, fiber.StatusBadRequest, &page.Form{}, views.Members{Refusal: f.Problems["role"]})
	}
	m, err := h.SetMemberRole(c.UserContext(), page.Caller(c), c.Params("userId"), in)
	if apierror.Is(err, apierror.CodeLastOwnerConflict) {
		return h.showMembers(c, fiber.StatusConflict, page.ReadForm(c), views.Members{Refusal: lastOwner})
	}
	if err != nil {
		return err
	}
	return h.Redirect(c, page.WorkspacePath(c, "members"), m.Name+" is "+views.RoleWord(string(in.Role))+" now.")
}

// askRemoveMember shows what will be removed and asks for confirmation.
func (h *Handlers) askRemoveMember(c *fiber.Ctx) error {
	return h.showRemoveMember(c, fiber.StatusOK, "")
}

func (h *Handlers) removeMember(c *fiber.Ctx) error {
	id := c.Params("userId")
	revoke := page.ReadForm(c).IsChecked("revokeKeys")
	err := h.RemoveMember(c.UserContext(), page.Caller(c), id, revoke)
	if apierror.Is(err, apierror.CodeLastOwnerConflict) {
		return h.showRemoveMember(c, fiber.StatusConflict, lastOwner)
	}
	if err != nil {
		return err
	}
	if id == page.Caller(c).UserID() {
		return h.Redirect(c, "/", "You left the workspace.")
	}
	if revoke {
		return h.Redirect(c, page.WorkspacePath(c, "members"), "Member removed. They no longer have access, and their keys are revoked.")
	}
	return h.Redirect(c, page.WorkspacePath(c, "members"), "Member removed. They no longer have access.")
}

func (h *Handlers) showRemoveMember(c *fiber.Ctx, status int, refused string) error {
	m, err := h.Store.Accounts.Member(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("userId"))
	if err != nil {
		return err
	}
	keys, err := h.Store.Accounts.CountLiveKeys(c.UserContext(), page.Caller(c).WorkspaceID, m.UserID)
	if err != nil {
		return err
	}
	v := views.Confirm{Question: "Remove " + m.Name + "?", Verb: "Remove " + m.Name, Back: page.WorkspacePath(c, "members"), BackWord: "Members", Keep: "Keep them", Refusal: refused,
		Goes: m.Email + " cannot open this workspace any more. What they wrote stays."}
	if m.UserID == page.Caller(c).UserID() {
		v.Question, v.Verb, v.Keep = "Leave this workspace?", "Leave", "Stay"
		v.Goes = "You will lose access to this workspace unless someone invites you again."
	}
	if keys > 0 {
		v.Option = &views.Tick{Name: "revokeKeys", Label: "Also revoke " + views.Count(keys, "key") + " of theirs, which otherwise go on working", Chosen: true}
		if m.UserID == page.Caller(c).UserID() {
			v.Option.Label, v.Option.Chosen = "Also revoke "+views.Count(keys, "key")+" of yours, which otherwise go on working", false
		}
	}
	return page.Show(c, status, views.ConfirmPage(h.Frame(c, v.Question, "members"), v))
}

func (h *Handlers) showMembers(c *fiber.Ctx, status int, f *page.Form, v views.Members) error {
	who := page.Caller(c)
	people, err := h.Store.Accounts.Members(c.UserContext(), who.WorkspaceID, page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	for _, m := range people.Items {
		v.People = append(v.People, views.MemberRow{Name: m.Name, Email: m.Email, Role: views.RoleName(string(m.Role)), Roles: roleOptions(m.Role), You: m.UserID == who.UserID(),
			Joined: h.When(&m.JoinedAt), At: page.WorkspacePath(c, "members/"+m.UserID)})
	}
	v.Older, v.Newest = page.PageLinks(c, people.NextCursor)
	v.Manage, v.Invite, v.IssuerOnly = who.Has(accounts.Owner), page.WorkspacePath(c, "invites"), h.IssuerOnly()
	if v.Manage {
		if err := h.openInvites(c, f, &v); err != nil {
			return err
		}
	}
	return page.Show(c, status, views.MembersPage(h.Frame(c, "Members", "members"), v))
}

// beyondReach is shown when a reset link would give an owner access to more than they have.
const beyondReach = "This person also has access that you do not have, so only the operator of the service can make a link for them."

// makePasswordReset creates a link with which a member sets a new password. It is only shown in this response.
func (h *Handlers) makePasswordReset(c *fiber.Ctx) error {
	m, r, token, err := h.CreatePasswordReset(c.UserContext(), page.Caller(c), c.Params("userId"))
	if apierror.Is(err, apierror.CodeForbidden) {
		return h.showMembers(c, fiber.StatusForbidden, page.ReadForm(c), views.Members{Refusal: beyondReach})
	}
	if err != nil {
		return err
	}
	v := views.NewPasswordReset{Name: m.Name, Link: h.Origin + "/reset/" + token, Ends: h.When(&r.ExpiresAt), Back: page.WorkspacePath(c, "members")}
	return page.Show(c, fiber.StatusCreated, views.NewPasswordResetPage(h.Frame(c, "Password link", "members"), v))
}
