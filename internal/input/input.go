// Package input defines the limits of what people and programs send, for the schemas of the API, the forms of the pages
// and the command line. It imports nothing of ours.
package input

import "regexp"

// Limits on texts, in code points.
const (
	MaxEmail       = 254
	MinPassword    = 12
	MaxPassword    = 256
	MaxName        = 100 // of what people name: a workspace, a key, a board, a watch
	MaxToken       = 128 // of an invite
	MaxCode        = 40  // of a second factor, with blanks
	MaxNaturalID   = 200 // of an item or an account, with its platform
	MaxSetupToken  = 512
	MaxLink        = 2048
	MaxTitle       = 300
	MaxNotes       = 20_000
	MaxDescription = 200 // of an endpoint or a board
	MaxTag         = 64
	MaxSearch      = 200 // on platforms
	MaxFind        = 280 // in saved data; enough for the longest titles
	MaxCursor      = 512
	MaxReason      = 500 // of an action by support
	MaxVersion     = 32  // of the program

	MinSharePassword = 8 // of a link for strangers, which is a secret itself
)

// Limits on lists and numbers.
const (
	MaxBatch           = 100 // objects in one request
	MaxID              = 64  // characters of an id of ours
	MaxTags            = 50  // of a reference, and in a search
	MaxHoldDays        = 365
	MaxKnownDays       = 365 // of a group of failures that is known
	MaxRerunRate       = 600 // imports a minute that support runs again
	MaxRetryRate       = 60  // imports a minute that a workspace runs again
	DefaultRetryRate   = 30
	MaxChangeDelay     = 60 // seconds in which a change of many references can be taken back
	DefaultHoldDays    = 30
	MaxKeyDays         = 3650 // of a key that is made on a page
	MaxShareDays       = 365  // of a link for strangers
	MinLinkSeconds     = 60
	MaxLinkSeconds     = 3600
	DefaultLinkSeconds = 900
	MaxWaitSeconds     = 30            // for an import to end
	MaxDailyCredits    = 100_000       // of a watch
	MaxKeyCredits      = 1_000_000_000 // a day or a month, of a key
	MaxRecords         = 100           // rows of a page of stored records
	DefaultRecords     = 30
	MaxCaptureAnswers  = 20        // of one capture
	MaxSafeInteger     = 1<<53 - 1 // the largest integer that every JSON parser reads exactly
)

// Limits on what a browser hands over.
const (
	MaxCapture       = 8 << 20 // bytes of the whole request
	MaxCaptureAnswer = 6 << 20 // code points of one answer
	MaxContentType   = 200     // code points
	MaxCaptureHours  = 24      // age of a capture
	MaxClockMinutes  = 5       // by which a browser's clock may be fast

	MaxPiece = 8 << 20   // bytes of an uploaded part in one request
	MinPiece = 256 << 10 // unless it is the last of its part
)

// EmailPattern matches e-mail addresses.
const EmailPattern = `^[^\s@<>]+@[^\s@<>]+$`

var email = regexp.MustCompile(EmailPattern)

// IsEmail reports whether a text has the shape of an e-mail address.
func IsEmail(text string) bool { return email.MatchString(text) }
