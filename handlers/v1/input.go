package v1

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/input"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/events"
	"socialdata/models/imports"
	"socialdata/models/watches"
)

// The types of what callers send. Each has its bounds from package input in its schema, so that a struct tag repeats none.
type (
	email            string
	givenEmail       string // of a sign-in: any text, so that a wrong one is a wrong credential
	newPassword      string
	givenPass        string
	name             string // of a person, a workspace or a key
	inviteToken      string
	link             string
	cursor           string
	languageTag      string
	selector         string // of an account
	searchWords      string // of a search on a platform
	storedWords      string // of a search in references
	customTitle      string
	notes            string
	tag              string
	tags             []tag
	searchedTags     []string
	holdDays         int64
	importHoldDays   int64
	linkSeconds      int64
	revision         int64
	bulkIDs          []string
	searchedStates   []imports.State
	exportFormat     string
	transcriptFormat string
	pageRows         int
	shownRows        int // of a page that a platform gave
	waitSeconds      int64
	webhookEvents    []events.Type
	endpointURL      string
	description      string
	searchedEvents   []events.Type
	lowBalance       int64
	dailyCredits     int64
	backfillCount    int64
	keyCredits       int64
	keyScopes        []accounts.Scope
)

// Schema implements huma.SchemaProvider.
func (email) Schema(huma.Registry) *huma.Schema {
	s := text(0, input.MaxEmail)
	s.MinLength, s.Pattern = nil, input.EmailPattern
	return ready(s)
}

// Schema implements huma.SchemaProvider.
func (givenEmail) Schema(huma.Registry) *huma.Schema { return ready(text(1, input.MaxEmail)) }

// Schema implements huma.SchemaProvider.
func (newPassword) Schema(huma.Registry) *huma.Schema {
	return ready(text(input.MinPassword, input.MaxPassword))
}

// Schema implements huma.SchemaProvider.
func (givenPass) Schema(huma.Registry) *huma.Schema { return ready(text(1, input.MaxPassword)) }

// Schema implements huma.SchemaProvider.
func (name) Schema(huma.Registry) *huma.Schema { return ready(notBlank(text(1, input.MaxName))) }

// Schema implements huma.SchemaProvider.
func (inviteToken) Schema(huma.Registry) *huma.Schema { return ready(text(1, input.MaxToken)) }

// Schema implements huma.SchemaProvider.
func (link) Schema(huma.Registry) *huma.Schema {
	s := text(1, input.MaxLink)
	s.Format = "link"
	return ready(s)
}

// Schema implements huma.SchemaProvider.
func (cursor) Schema(huma.Registry) *huma.Schema { return ready(text(1, input.MaxCursor)) }

// Schema implements huma.SchemaProvider.
func (selector) Schema(huma.Registry) *huma.Schema {
	s := text(1, input.MaxLink)
	s.Format = "selector"
	return ready(s)
}

// Schema implements huma.SchemaProvider.
func (languageTag) Schema(huma.Registry) *huma.Schema {
	s := text(2, input.MaxLanguage)
	s.Pattern, s.Format = input.LanguagePattern, "language"
	return ready(s)
}

// Schema implements huma.SchemaProvider.
func (searchWords) Schema(huma.Registry) *huma.Schema {
	return ready(notBlank(text(1, input.MaxSearch)))
}

// Schema implements huma.SchemaProvider.
func (storedWords) Schema(huma.Registry) *huma.Schema {
	s := text(1, input.MaxSearch)
	s.Format = "words"
	return ready(s)
}

// Schema implements huma.SchemaProvider.
func (customTitle) Schema(huma.Registry) *huma.Schema {
	return ready(notBlank(text(1, input.MaxTitle)))
}

// Schema implements huma.SchemaProvider.
func (notes) Schema(huma.Registry) *huma.Schema { return ready(text(0, input.MaxNotes)) }

// Schema implements huma.SchemaProvider: something to read, and no control characters.
func (tag) Schema(huma.Registry) *huma.Schema {
	s := notBlank(text(1, input.MaxTag))
	s.Pattern = `^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$`
	return ready(s)
}

// Schema implements huma.SchemaProvider.
func (tags) Schema(r huma.Registry) *huma.Schema {
	return ready(&huma.Schema{Type: huma.TypeArray, Items: tag("").Schema(r), MaxItems: new(input.MaxTags)})
}

// Schema implements huma.SchemaProvider: the states that a list is narrowed to.
func (searchedStates) Schema(huma.Registry) *huma.Schema {
	return ready(listOf(imports.States()))
}

// Schema implements huma.SchemaProvider.
func (searchedEvents) Schema(huma.Registry) *huma.Schema {
	return ready(listOf(events.Types()))
}

// Schema implements huma.SchemaProvider: what an endpoint may be told of, each once.
func (webhookEvents) Schema(huma.Registry) *huma.Schema {
	isTest := func(t events.Type) bool { return t == events.WebhookTest } // every endpoint is sent its own
	s := listOf(slices.DeleteFunc(events.Types(), isTest))
	s.MinItems, s.UniqueItems = new(1), true
	return ready(s)
}

// Schema implements huma.SchemaProvider: what a key may do, each once.
func (keyScopes) Schema(huma.Registry) *huma.Schema {
	s := listOf(accounts.Scopes())
	s.UniqueItems = true
	return ready(s)
}

// listOf is the schema of a list of some of these words.
func listOf[T ~string](words []T) *huma.Schema {
	item := &huma.Schema{Type: huma.TypeString}
	for _, w := range words {
		item.Enum = append(item.Enum, string(w))
	}
	return &huma.Schema{Type: huma.TypeArray, Items: ready(item), MaxItems: new(len(words))}
}

// Schema implements huma.SchemaProvider.
func (endpointURL) Schema(huma.Registry) *huma.Schema {
	s := text(1, input.MaxLink)
	s.Format = "endpoint"
	return ready(s)
}

// Schema implements huma.SchemaProvider.
func (description) Schema(huma.Registry) *huma.Schema { return ready(text(0, input.MaxDescription)) }

// Schema implements huma.SchemaProvider.
func (lowBalance) Schema(huma.Registry) *huma.Schema { return ready(integer(0, billing.MostCredits)) }

// Schema implements huma.SchemaProvider.
func (dailyCredits) Schema(huma.Registry) *huma.Schema {
	s := integer(1, input.MaxDailyCredits)
	s.Default = watches.DefaultDailyCredits
	return ready(s)
}

// Schema implements huma.SchemaProvider.
func (backfillCount) Schema(huma.Registry) *huma.Schema {
	s := integer(0, watches.MostBackfill)
	s.Default = 0
	return ready(s)
}

// Schema implements huma.SchemaProvider.
func (keyCredits) Schema(huma.Registry) *huma.Schema { return ready(integer(0, input.MaxKeyCredits)) }

// Schema implements huma.SchemaProvider: each once.
func (bulkIDs) Schema(huma.Registry) *huma.Schema {
	item := &huma.Schema{Type: huma.TypeString, MaxLength: new(input.MaxID)}
	return ready(&huma.Schema{Type: huma.TypeArray, Items: ready(item), MinItems: new(1), MaxItems: new(input.MaxBatch), UniqueItems: true})
}

// Schema implements huma.SchemaProvider.
func (exportFormat) Schema(huma.Registry) *huma.Schema {
	return ready(&huma.Schema{Type: huma.TypeString, Enum: []any{formatCSV, formatLines}, Default: formatCSV})
}

// Schema implements huma.SchemaProvider: the tags that a list is narrowed to.
func (searchedTags) Schema(huma.Registry) *huma.Schema {
	item := notBlank(&huma.Schema{Type: huma.TypeString})
	return ready(&huma.Schema{Type: huma.TypeArray, Items: item, MaxItems: new(input.MaxTags)})
}

// Schema implements huma.SchemaProvider.
func (holdDays) Schema(huma.Registry) *huma.Schema {
	return ready(integer(1, input.MaxHoldDays))
}

// Schema implements huma.SchemaProvider.
func (importHoldDays) Schema(r huma.Registry) *huma.Schema {
	s := holdDays(0).Schema(r)
	s.Default = input.DefaultHoldDays
	return s
}

// Schema implements huma.SchemaProvider.
func (linkSeconds) Schema(huma.Registry) *huma.Schema {
	s := integer(input.MinLinkSeconds, input.MaxLinkSeconds)
	s.Default = input.DefaultLinkSeconds
	return ready(s)
}

// Schema implements huma.SchemaProvider.
func (waitSeconds) Schema(huma.Registry) *huma.Schema {
	s := integer(0, input.MaxWaitSeconds)
	s.Default = 0
	return ready(s)
}

// Schema implements huma.SchemaProvider.
func (revision) Schema(huma.Registry) *huma.Schema {
	return ready(integer(0, input.MaxSafeInteger))
}

// Schema implements huma.SchemaProvider.
func (shownRows) Schema(huma.Registry) *huma.Schema { return ready(integer(1, input.MaxRecords)) }

// Schema implements huma.SchemaProvider.
func (pageRows) Schema(huma.Registry) *huma.Schema {
	s := integer(1, input.MaxRecords)
	s.Default = input.DefaultRecords
	return ready(s)
}

func text(minimum, maximum int) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, MinLength: &minimum, MaxLength: &maximum}
}

// notBlank refuses a text of blanks alone, Unicode's included, which no pattern of the contract can say.
func notBlank(s *huma.Schema) *huma.Schema {
	s.Format = "not-blank"
	return s
}

func integer(minimum, maximum float64) *huma.Schema {
	return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: &minimum, Maximum: &maximum}
}

// ready prepares a schema for validation.
func ready(s *huma.Schema) *huma.Schema {
	s.PrecomputeMessages()
	return s
}
