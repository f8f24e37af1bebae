package pages

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/views"
)

// lastOwner refuses a change that would leave a workspace without an owner.
const lastOwner = "A workspace needs at least one owner. Make another member an owner first."

// members shows who is in the workspace; an owner manages them here.
func (h *Handlers) members(c *fiber.Ctx) error {
	return h.showMembers(c, fiber.StatusOK, readForm(c), views.Members{})
}

// changeRole gives a person another role.
func (h *Handlers) changeRole(c *fiber.Ctx) error {
	f := readForm(c)
	in := bind[operations.SetRole](h.Service, f, roleBound)
	if !f.ok() {
		return h.showMembers(c, fiber.StatusBadRequest, &form{}, views.Members{Refusal: f.problems["role"]})
	}
	m, err := h.SetMemberRole(c.UserContext(), caller(c), c.Params("userId"), in)
	if apierror.Is(err, apierror.CodeLastOwnerConflict) {
		return h.showMembers(c, fiber.StatusConflict, readForm(c), views.Members{Refusal: lastOwner})
	}
	if err != nil {
		return err
	}
	return h.redirect(c, workspacePath(c, "members"), m.Name+" is "+views.RoleWord(string(in.Role))+" now.")
}

// askRemoveMember says what goes before it goes.
func (h *Handlers) askRemoveMember(c *fiber.Ctx) error {
	return h.showRemoveMember(c, fiber.StatusOK, "")
}

func (h *Handlers) removeMember(c *fiber.Ctx) error {
	id := c.Params("userId")
	revoke := readForm(c).isChecked("revokeKeys")
	err := h.RemoveMember(c.UserContext(), caller(c), id, revoke)
	if apierror.Is(err, apierror.CodeLastOwnerConflict) {
		return h.showRemoveMember(c, fiber.StatusConflict, lastOwner)
	}
	if err != nil {
		return err
	}
	if id == caller(c).UserID() {
		return h.redirect(c, "/", "You left the workspace.")
	}
	if revoke {
		return h.redirect(c, workspacePath(c, "members"), "Member removed. They no longer have access, and their keys are revoked.")
	}
	return h.redirect(c, workspacePath(c, "members"), "Member removed. They no longer have access.")
}

func (h *Handlers) showRemoveMember(c *fiber.Ctx, status int, refused string) error {
	m, err := h.Store.Accounts.Member(c.UserContext(), caller(c).WorkspaceID, c.Params("userId"))
	if err != nil {
		return err
	}
	keys, err := h.Store.Accounts.CountLiveKeys(c.UserContext(), caller(c).WorkspaceID, m.UserID)
	if err != nil {
		return err
	}
	v := views.Confirm{Question: "Remove " + m.Name + "?", Verb: "Remove " + m.Name, Back: workspacePath(c, "members"), Refusal: refused,
		Goes: m.Email + " cannot open this workspace any more. What they wrote stays."}
	if m.UserID == caller(c).UserID() {
		v.Question, v.Verb = "Leave this workspace?", "Leave"
		v.Goes = "You will lose access to this workspace unless someone invites you again."
	}
	if keys > 0 {
		v.Option = &views.Tick{Name: "revokeKeys", Label: "Also revoke " + views.Count(keys, "key") + " of theirs, which otherwise go on working", Chosen: true}
		if m.UserID == caller(c).UserID() {
			v.Option.Label, v.Option.Chosen = "Also revoke "+views.Count(keys, "key")+" of yours, which otherwise go on working", false
		}
	}
	return show(c, status, views.ConfirmPage(h.frame(c, v.Question, "members"), v))
}

func (h *Handlers) showMembers(c *fiber.Ctx, status int, f *form, v views.Members) error {
	who := caller(c)
	people, err := h.Store.Accounts.Members(c.UserContext(), who.WorkspaceID, readQuery(c).pageRequest())
	if err != nil {
		return err
	}
	for _, m := range people.Items {
		v.People = append(v.People, views.MemberRow{Name: m.Name, Email: m.Email, Role: views.RoleName(string(m.Role)), Roles: roleOptions(m.Role), You: m.UserID == who.UserID(),
			Joined: h.when(&m.JoinedAt), At: workspacePath(c, "members/"+m.UserID)})
	}
	v.Older, v.Newest = pageLinks(c, people.NextCursor)
	v.Manage, v.Invite = who.Has(accounts.Owner), workspacePath(c, "invites")
	if v.Manage {
		if err := h.openInvites(c, f, &v); err != nil {
			return err
		}
	}
	return show(c, status, views.MembersPage(h.frame(c, "Members", "members"), v))
}
