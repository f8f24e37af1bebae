package operations

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/captions"
	"socialdata/internal/input"
	"socialdata/models/accounts"
	"socialdata/models/events"
	"socialdata/models/imports"
	"socialdata/models/rollouts"
	"socialdata/models/support"
)

// The types of input fields. The schema of each carries its bounds from input or the models, so struct tags do not repeat
// them.
type (
	Email            string
	GivenEmail       string // at sign-in: any text is accepted, so that a malformed address fails as a wrong credential
	NewPassword      string
	GivenPass        string
	FactorCode       string // of a second factor, or a recovery code
	SharePassword    string // of a share link
	Name             string // of what people name: a workspace, a key, a board, a watch
	InviteToken      string
	SetupToken       string
	ZoneName         string // an IANA time zone
	Link             string
	Cursor           string
	LanguageTag      string
	Selector         string // a handle, an id or a link of an account
	AccountID        string // natural id of an account
	SearchWords      string // of a search on a platform
	StoredWords      string // of a search in saved references
	CustomTitle      string
	Notes            string
	Tag              string
	Tags             []Tag
	SearchedTags     []string
	Networks         []string
	BulkIDs          []string
	LinkTexts        []string
	SearchedStates   []imports.State
	ExportFormat     string
	TranscriptFormat string
	WebhookEvents    []events.Type
	EndpointURL      string
	Description      string
	SearchedEvents   []events.Type
	Reason           string // why support acted
	Version          string // of this program
	MendedText       string // what affected workspaces are told
	ShapesText       string // JSON, as a file of shapes
	KeyScopes        []accounts.Scope
)

// Schema implements huma.SchemaProvider.
func (Email) Schema(huma.Registry) *huma.Schema {
	s := text(0, input.MaxEmail)
	s.MinLength, s.Pattern = nil, input.EmailPattern
	return Ready(s)
}

// Schema implements huma.SchemaProvider.
func (GivenEmail) Schema(huma.Registry) *huma.Schema { return Ready(text(1, input.MaxEmail)) }

// LeastPassword is the minimum length of a new password, in characters.
const LeastPassword = input.MinPassword

// Schema implements huma.SchemaProvider.
func (NewPassword) Schema(huma.Registry) *huma.Schema {
	return Ready(text(LeastPassword, input.MaxPassword))
}

// Schema implements huma.SchemaProvider.
func (GivenPass) Schema(huma.Registry) *huma.Schema { return Ready(text(1, input.MaxPassword)) }

// Schema implements huma.SchemaProvider.
func (FactorCode) Schema(huma.Registry) *huma.Schema { return Ready(text(1, input.MaxCode)) }

// LeastSharePassword is the minimum length of a share's password, in characters.
const LeastSharePassword = input.MinSharePassword

// Schema implements huma.SchemaProvider.
func (SharePassword) Schema(huma.Registry) *huma.Schema {
	return Ready(text(LeastSharePassword, input.MaxPassword))
}

// Schema implements huma.SchemaProvider.
func (Name) Schema(huma.Registry) *huma.Schema { return Ready(notBlank(text(1, input.MaxName))) }

// Schema implements huma.SchemaProvider.
func (InviteToken) Schema(huma.Registry) *huma.Schema { return Ready(text(1, input.MaxToken)) }

// Schema implements huma.SchemaProvider.
func (SetupToken) Schema(huma.Registry) *huma.Schema { return Ready(text(1, input.MaxSetupToken)) }

// Schema implements huma.SchemaProvider.
func (ZoneName) Schema(huma.Registry) *huma.Schema {
	s := text(1, input.MaxName)
	s.Format = "zone"
	return Ready(s)
}

// Schema implements huma.SchemaProvider.
func (Link) Schema(huma.Registry) *huma.Schema {
	s := text(1, input.MaxLink)
	s.Format = "link"
	return Ready(s)
}

// Schema implements huma.SchemaProvider.
func (Cursor) Schema(huma.Registry) *huma.Schema { return Ready(text(1, input.MaxCursor)) }

// Schema implements huma.SchemaProvider.
func (Selector) Schema(huma.Registry) *huma.Schema {
	s := text(1, input.MaxLink)
	s.Format = "selector"
	return Ready(s)
}

// Schema implements huma.SchemaProvider.
func (AccountID) Schema(huma.Registry) *huma.Schema { return Ready(text(1, input.MaxNaturalID)) }

// Schema implements huma.SchemaProvider.
func (LanguageTag) Schema(huma.Registry) *huma.Schema {
	s := text(2, input.MaxLanguage)
	s.Pattern, s.Format = input.LanguagePattern, "language"
	return Ready(s)
}

// Schema implements huma.SchemaProvider.
func (SearchWords) Schema(huma.Registry) *huma.Schema {
	return Ready(notBlank(text(1, input.MaxSearch)))
}

// Schema implements huma.SchemaProvider.
func (StoredWords) Schema(huma.Registry) *huma.Schema {
	s := text(1, input.MaxFind)
	s.Format = "words"
	return Ready(s)
}

// Schema implements huma.SchemaProvider.
func (CustomTitle) Schema(huma.Registry) *huma.Schema {
	return Ready(notBlank(text(1, input.MaxTitle)))
}

// Schema implements huma.SchemaProvider.
func (Notes) Schema(huma.Registry) *huma.Schema { return Ready(text(0, input.MaxNotes)) }

// tagPattern matches tags.
const tagPattern = `^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$`

// Schema implements huma.SchemaProvider. A tag is not blank and has no control characters.
func (Tag) Schema(huma.Registry) *huma.Schema {
	s := notBlank(text(1, input.MaxTag))
	s.Pattern = tagPattern
	return Ready(s)
}

// Schema implements huma.SchemaProvider.
func (Tags) Schema(r huma.Registry) *huma.Schema {
	return Ready(&huma.Schema{Type: huma.TypeArray, Items: Tag("").Schema(r), MaxItems: new(input.MaxTags)})
}

// Schema implements huma.SchemaProvider. The values are the states that a list can be filtered by.
func (SearchedStates) Schema(huma.Registry) *huma.Schema { return Ready(listOf(imports.States())) }

// Schema implements huma.SchemaProvider.
func (SearchedEvents) Schema(huma.Registry) *huma.Schema { return Ready(listOf(events.Types())) }

// Schema implements huma.SchemaProvider. The values are the event types that an endpoint can subscribe to, each once.
func (WebhookEvents) Schema(huma.Registry) *huma.Schema {
	isTest := func(t events.Type) bool { return t == events.WebhookTest } // sent by TestWebhook without a subscription
	s := listOf(slices.DeleteFunc(events.Types(), isTest))
	s.MinItems, s.UniqueItems = new(1), true
	return Ready(s)
}

// Schema implements huma.SchemaProvider. The values are the scopes of a key, each once.
func (KeyScopes) Schema(huma.Registry) *huma.Schema {
	s := listOf(accounts.Scopes())
	s.UniqueItems = true
	return Ready(s)
}

// Schema implements huma.SchemaProvider.
func (EndpointURL) Schema(huma.Registry) *huma.Schema {
	s := text(1, input.MaxLink)
	s.Format = "endpoint"
	return Ready(s)
}

// Schema implements huma.SchemaProvider.
func (Description) Schema(huma.Registry) *huma.Schema { return Ready(text(0, input.MaxDescription)) }

// Schema implements huma.SchemaProvider.
func (Reason) Schema(huma.Registry) *huma.Schema { return Ready(text(1, input.MaxReason)) }

// Schema implements huma.SchemaProvider.
func (MendedText) Schema(huma.Registry) *huma.Schema { return Ready(text(1, support.LongestMended)) }

// Schema implements huma.SchemaProvider.
func (ShapesText) Schema(huma.Registry) *huma.Schema { return Ready(text(1, rollouts.LongestText)) }

// Schema implements huma.SchemaProvider.
func (Version) Schema(huma.Registry) *huma.Schema { return Ready(text(0, input.MaxVersion)) }

// Schema implements huma.SchemaProvider. Ids must be distinct.
func (BulkIDs) Schema(huma.Registry) *huma.Schema {
	s := Several(Ready(&huma.Schema{Type: huma.TypeString, MaxLength: new(input.MaxID)}))
	s.UniqueItems = true
	return Ready(s)
}

// Schema implements huma.SchemaProvider.
func (LinkTexts) Schema(huma.Registry) *huma.Schema {
	return Several(Ready(&huma.Schema{Type: huma.TypeString}))
}

// The formats of reference exports.
const (
	FormatCSV   = "csv"
	FormatLines = "ndjson"
)

// Schema implements huma.SchemaProvider.
func (ExportFormat) Schema(huma.Registry) *huma.Schema {
	return Ready(&huma.Schema{Type: huma.TypeString, Enum: []any{FormatCSV, FormatLines}, Default: FormatCSV})
}

// Schema implements huma.SchemaProvider.
func (TranscriptFormat) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, Default: string(captions.JSON)}
	for _, f := range captions.Formats() {
		s.Enum = append(s.Enum, string(f))
	}
	return Ready(s)
}

// Schema implements huma.SchemaProvider. The values are the tags that a list is filtered by.
func (SearchedTags) Schema(huma.Registry) *huma.Schema {
	item := notBlank(&huma.Schema{Type: huma.TypeString})
	return Ready(&huma.Schema{Type: huma.TypeArray, Items: item, MaxItems: new(input.MaxTags)})
}

// Schema implements huma.SchemaProvider. The values are networks, as CIDRs, or single addresses.
func (Networks) Schema(huma.Registry) *huma.Schema {
	item := text(1, 64)
	item.Format = "network"
	return Ready(&huma.Schema{Type: huma.TypeArray, Items: Ready(item), MaxItems: new(input.MaxNetworks)})
}
