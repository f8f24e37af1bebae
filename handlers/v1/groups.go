package v1

import "github.com/danielgtaylor/huma/v2"

// Groups lists the parts of the contract, ordered by what clients need first. Each operation belongs to one.
func Groups() []*huma.Tag {
	var tags []*huma.Tag
	for _, g := range []struct{ name, title, about string }{
		{"urls", "Links", "What a link points to. A platform is asked only where a short link leads, on request."},
		{"items", "Items", "Posts, videos, shorts and ads, one by one or as the list of an account."},
		{"accounts", "Accounts", "The accounts that publish items."},
		{"comments", "Comments", "Comments and replies on an item."},
		{"search", "Search", "Search for items or accounts."},
		{"imports", "Imports", "Imports store a link as a reference, in the background."},
		{"captures", "Captures", "Posts that members' own browsers received and hand over, for what a platform does not show this service. A capture is its workspace's alone."},
		{"watches", "Watches", "Accounts, searches and items that are looked at again and again, so that what is new comes to you."},
		{"events", "Events", "What happened in a workspace, so that a program need not ask for each thing again."},
		{"references", "References", "What imports stored, together with your team's notes."},
		{"exports", "Exports", "What a workspace has, as files in the operator's store, on a schedule."},
		{"boards", "Boards", "Collections of references: put together by hand, or filled by a filter."},
		{"shares", "Shares", "Links by which people without an account see a board or a reference, until they end or are revoked."},
		{"media", "Media", "Stored files, through signed links that expire."},
		{"sourceRoutes", "Sources", "Which sources work right now."},
		{"workspaces", "Workspaces", "Workspaces with their credits, members, invites and keys."},
		{"auth", "Sessions", "Sessions for people who sign in with a browser."},
	} {
		tags = append(tags, &huma.Tag{Name: g.name, Description: g.about, Extensions: map[string]any{"x-displayName": g.title}})
	}
	return tags
}
