package pages

import (
	"unicode"
	"unicode/utf8"

	"socialdata/internal/apierror"
	"socialdata/models/imports"
	"socialdata/views"
)

// causeText says why a call or an attempt failed: by how the platform refused where that is known, else by the code.
func causeText(code apierror.Code, reason apierror.Reason) string {
	if s, ok := reasonTexts[reason]; ok {
		return s
	}
	return errorText(code)
}

var reasonTexts = map[apierror.Reason]string{
	apierror.TooManyRequests: "The platform asked us to wait (429)",
	apierror.AskedToWait:     "The platform asked us to wait",
	apierror.BotCheck:        "The platform asked for a bot check",
	apierror.SignInWall:      "The platform asked for a sign-in",
	apierror.EmptyAnswer:     "The platform gave an empty answer",
	apierror.ServerError:     "The platform had an error of its own",
	apierror.Refused:         "The platform refused to answer",
	apierror.Cooldown:        "Calls to this platform were paused after many failures",
}

// failureOf says how an import ended, or why it waits for another attempt, with the code of the cause; "" if nothing failed.
func failureOf(i imports.Import) (words, code string) {
	cause := causeText(i.CauseCode, i.CauseReason)
	switch {
	case i.State == imports.RetryWait && i.CauseCode != "":
		return cause, string(i.CauseCode)
	case i.OutcomeCode == "":
		return "", ""
	case i.OutcomeCode != apierror.CodeRetryExhausted && i.CauseCode == i.OutcomeCode:
		return cause, string(i.CauseCode)
	case i.OutcomeCode != apierror.CodeRetryExhausted || i.CauseCode == "":
		return errorText(i.OutcomeCode), string(i.OutcomeCode)
	case i.Attempt <= 1:
		return cause, string(i.CauseCode)
	}
	return "Gave up after " + views.Count(i.Attempt, "attempt") + ": " + lowerFirst(cause), string(i.CauseCode)
}

// lowerFirst begins a sentence in the middle of another one.
func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}
