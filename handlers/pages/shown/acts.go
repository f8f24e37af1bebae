package shown

import (
	"slices"

	"socialdata/models/support"
)

// ActGroups lists what may be recorded in a workspace, with what support does last.
func ActGroups() []ActGroup {
	bySupport := ActGroup{Name: "Support"}
	for _, a := range support.Actions() {
		bySupport.Kinds = append(bySupport.Kinds, ActKind{string(a), supportDid + ActionWord(a)})
	}
	return append(slices.Clone(actGroups), bySupport)
}

// ActWords describes what somebody did. Kinds of other versions of this program are shown as they are stored.
func ActWords(kind string) string {
	for _, g := range ActGroups() {
		for _, k := range g.Kinds {
			if k.Kind == kind {
				return k.Words
			}
		}
	}
	return kind
}

// supportDid begins the words for an action of support.
const supportDid = "Support: "

// ActGroup holds kinds of acts that concern the same things.
type ActGroup struct {
	Name  string
	Kinds []ActKind
}

// ActKind is a kind of act with the words for it.
type ActKind struct{ Kind, Words string }

// actGroups lists operations and exports.
var actGroups = []ActGroup{
	{"References", []ActKind{
		{"annotateReference", "Edited a reference"},
		{"holdMedia", "Kept media for longer"},
		{"deleteReference", "Deleted a reference"},
		{"changeReferences", "Changed several references"},
		{"createChange", "Changed or deleted many references"},
		{"stopChange", "Stopped a change of many references"},
		{"getBundle", "Downloaded a reference with its evidence"},
		{"exportReferences", "Exported references"},
	}},
	{"Boards and links for others", []ActKind{
		{"createBoard", "Made a board"},
		{"changeBoard", "Changed a board"},
		{"arrangeBoard", "Arranged a board"},
		{"deleteBoard", "Deleted a board"},
		{"createShare", "Made a link for others"},
		{"revokeShare", "Revoked a link for others"},
	}},
	{"Imports", []ActKind{
		{"createRetry", "Ran failed imports again"},
		{"changeRetry", "Paused, resumed or stopped a retry"},
		{"exportIngestions", "Exported the list of imports"},
	}},
	{"Watches", []ActKind{
		{"createWatch", "Made a watch"},
		{"changeWatch", "Changed a watch"},
		{"runWatch", "Ran a watch"},
		{"deleteWatch", "Deleted a watch"},
		{"createWatchFeed", "Made a feed of a watch"},
		{"revokeWatchFeed", "Revoked a feed of a watch"},
		{"exportWatchReport", "Exported the report of a watch"},
	}},
	{"Keys and programs", []ActKind{
		{"createKey", "Made a key"},
		{"changeKey", "Changed a key"},
		{"revokeKey", "Revoked a key"},
		{"allowProgram", "Let a program act in their name"},
		{"revokeKeysOfFormerMembers", "Revoked keys of former members"},
		{"exportKeys", "Exported the list of keys"},
	}},
	{"Webhooks", []ActKind{
		{"createWebhook", "Added an endpoint"},
		{"changeWebhook", "Changed an endpoint"},
		{"rotateWebhookSecret", "Gave an endpoint a new secret"},
		{"testWebhook", "Tried an endpoint"},
		{"resendDelivery", "Sent a delivery again"},
		{"deleteWebhook", "Deleted an endpoint"},
	}},
	{"Exports and lists", []ActKind{
		{"createExport", "Scheduled an export"},
		{"changeExport", "Changed the schedule of an export"},
		{"runExport", "Ran an export out of turn"},
		{"exportExport", "Downloaded a file of a scheduled export"},
		{"deleteExport", "Deleted a scheduled export"},
		{"exportCredits", "Exported the ledger"},
		{"exportRequests", "Exported the request log"},
		{"exportActs", "Exported the audit"},
	}},
	{"Members", []ActKind{
		{"createInvite", "Invited a person"},
		{"acceptInvite", "Joined by an invite"},
		{"deleteInvite", "Withdrew an invite"},
		{"setMemberRole", "Changed a member’s role"},
		{"removeMember", "Removed a member"},
		{"createPasswordReset", "Made a link for a new password"},
		{"exportMembers", "Exported the list of members"},
	}},
	{"Sign-in", []ActKind{
		{"signIn", "Signed in"},
		{"signInCode", "Signed in with a second factor"},
		{"signInIssued", "Signed in at the issuer"},
		{"confirmSecondFactor", "Switched a second factor on"},
		{"removeSecondFactor", "Switched a second factor off"},
		{"changePassword", "Changed their password"},
		{"resetPassword", "Set a new password by a link"},
		{"changeDetails", "Changed their name or e-mail"},
		{"setZone", "Changed the time zone"},
	}},
	{"The workspace", []ActKind{
		{"bootstrap", "Set this installation up"},
		{"createWorkspace", "Made the workspace"},
		{"renameWorkspace", "Changed the workspace’s name or low balance"},
		{"eraseAccount", "Erased the data of an account"},
	}},
}
