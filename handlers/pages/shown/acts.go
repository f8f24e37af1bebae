package shown

import (
	"maps"
	"slices"

	"socialdata/models/support"
)

// ActKinds returns what may be recorded in a workspace, with the words for it.
func ActKinds() map[string]string {
	all := maps.Clone(actWords)
	for _, a := range support.Actions() {
		all[string(a)] = bySupport + ActionWord(a)
	}
	return all
}

// ActWords describes what somebody did. Kinds of other versions of this program are shown as they are stored.
func ActWords(kind string) string {
	if words := actWords[kind]; words != "" {
		return words
	}
	if action := support.Action(kind); slices.Contains(support.Actions(), action) {
		return bySupport + ActionWord(action)
	}
	return kind
}

// bySupport begins the words for an action of support.
const bySupport = "Support: "

// actWords describes operations and exports.
var actWords = map[string]string{
	"signIn":                    "Signed in",
	"signInCode":                "Signed in with a second factor",
	"signInIssued":              "Signed in at the issuer",
	"bootstrap":                 "Set this installation up",
	"createWorkspace":           "Made the workspace",
	"renameWorkspace":           "Changed the workspace’s name or low balance",
	"eraseAccount":              "Erased the data of an account",
	"setMemberRole":             "Changed a member’s role",
	"removeMember":              "Removed a member",
	"createInvite":              "Invited a person",
	"deleteInvite":              "Withdrew an invite",
	"acceptInvite":              "Joined by an invite",
	"createKey":                 "Made a key",
	"allowProgram":              "Let a program act in their name",
	"revokeKey":                 "Revoked a key",
	"changeKey":                 "Changed a key",
	"createRetry":               "Ran failed imports again",
	"changeRetry":               "Paused, resumed or stopped a retry",
	"exportReferences":          "Exported references",
	"changeReferences":          "Changed several references",
	"createChange":              "Changed or deleted many references",
	"stopChange":                "Stopped a change of many references",
	"getBundle":                 "Downloaded a reference with its evidence",
	"annotateReference":         "Edited a reference",
	"deleteReference":           "Deleted a reference",
	"holdMedia":                 "Kept media for longer",
	"createWebhook":             "Added an endpoint",
	"changeWebhook":             "Changed an endpoint",
	"deleteWebhook":             "Deleted an endpoint",
	"rotateWebhookSecret":       "Gave an endpoint a new secret",
	"testWebhook":               "Tried an endpoint",
	"resendDelivery":            "Sent a delivery again",
	"createWatch":               "Made a watch",
	"changeWatch":               "Changed a watch",
	"deleteWatch":               "Deleted a watch",
	"runWatch":                  "Ran a watch",
	"createWatchFeed":           "Made a feed of a watch",
	"revokeWatchFeed":           "Revoked a feed of a watch",
	"createExport":              "Scheduled an export",
	"runExport":                 "Ran an export out of turn",
	"deleteExport":              "Deleted a scheduled export",
	"createBoard":               "Made a board",
	"changeBoard":               "Changed a board",
	"deleteBoard":               "Deleted a board",
	"arrangeBoard":              "Arranged a board",
	"createShare":               "Made a link for others",
	"revokeShare":               "Revoked a link for others",
	"resetPassword":             "Set a new password by a link",
	"confirmSecondFactor":       "Switched a second factor on",
	"removeSecondFactor":        "Switched a second factor off",
	"changePassword":            "Changed their password",
	"changeDetails":             "Changed their name or e-mail",
	"setZone":                   "Changed the time zone",
	"createPasswordReset":       "Made a link for a new password",
	"revokeKeysOfFormerMembers": "Revoked keys of former members",
	"exportKeys":                "Exported the list of keys",
	"exportMembers":             "Exported the list of members",
	"exportCredits":             "Exported the ledger",
	"exportRequests":            "Exported the request log",
	"exportIngestions":          "Exported the list of imports",
	"exportWatchReport":         "Exported the report of a watch",
	"exportActs":                "Exported the audit",
	"exportExport":              "Downloaded a file of a scheduled export",
}
