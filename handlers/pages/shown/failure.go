package shown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"socialdata/internal/apierror"
	"socialdata/models/imports"
	"socialdata/views"
)

// CauseText explains why a call or an attempt failed, by the reason if it is known, else by the code.
func CauseText(code apierror.Code, reason apierror.Reason) string {
	if words, ok := reasonWords[reason]; ok {
		return words.happened
	}
	return ErrorText(code)
}

// reasonWords say what happened, and what to do about it without saying it again.
var reasonWords = map[apierror.Reason]struct{ happened, advice string }{
	apierror.TooManyRequests: {"The platform asked us to wait (429)", "It had too many calls from this service. Import again later."},
	apierror.AskedToWait:     {"The platform asked us to wait", "It had too many calls from this service. Import again later."},
	apierror.BotCheck:        {"The platform asked for a bot check", "It took this service for a robot, which often passes. Import again later, or save the post with the browser extension."},
	apierror.SignInWall:      {"The platform asked for a sign-in", "This service has no account there. Import again later, or save the post with the browser extension."},
	apierror.EmptyAnswer:     {"The platform gave an empty answer", "It gave no reason. Import again later, or save the post with the browser extension."},
	apierror.ServerError:     {"The platform had an error of its own", "This passes when the platform has mended it. Import again later."},
	apierror.Refused:         {"The platform refused to answer", "It gave no reason. Import again later, or save the post with the browser extension."},
	apierror.Cooldown:        {"Calls to this platform were paused after many failures", "The pause ends by itself. Import again later."},
}

// FailureOf explains how an import failed, or why it waits for another attempt, and returns the code of the cause. It
// returns "" if nothing failed.
func FailureOf(i imports.Import) (words, code string) {
	cause := CauseText(i.CauseCode, i.CauseReason)
	switch {
	case i.State == imports.RetryWait && i.CauseCode != "":
		return cause, string(i.CauseCode)
	case i.OutcomeCode == "":
		return "", ""
	case i.OutcomeCode != apierror.CodeRetryExhausted && i.CauseCode == i.OutcomeCode:
		return cause, string(i.CauseCode)
	case i.OutcomeCode != apierror.CodeRetryExhausted || i.CauseCode == "":
		return ErrorText(i.OutcomeCode), string(i.OutcomeCode)
	case i.Attempt <= 1:
		return cause, string(i.CauseCode)
	}
	return "Gave up after " + views.Count(i.Attempt, "attempt") + ": " + LowerFirst(cause), string(i.CauseCode)
}

// LowerFirst returns a sentence with a lower-case first letter, for use inside another sentence.
func LowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

// FailureAdvice says what to do about a failed import, by the cause that FailureOf names.
func FailureAdvice(i imports.Import) string {
	code := i.OutcomeCode
	if code == apierror.CodeRetryExhausted && i.CauseCode != "" {
		code = i.CauseCode
	}
	if words, ok := reasonWords[i.CauseReason]; ok && code == i.CauseCode {
		return words.advice
	}
	return Advice(code)
}

// Advice says what to do about a failed import of which the code alone is known.
func Advice(code apierror.Code) string {
	if s, ok := advices[code]; ok {
		return s
	}
	return apierror.Lookup(code).Advice
}

var advices = map[apierror.Code]string{
	apierror.CodeRouteDegraded:         "This often passes by itself. Import again later.",
	apierror.CodeRouteDisabled:         "This source is switched off. Import again when the status page shows that it works.",
	apierror.CodeNetworkTimeout:        "Import it again. If it keeps failing, check the status page.",
	apierror.CodeNetworkTransport:      "Import it again. If it keeps failing, check the status page.",
	apierror.CodeSourceChanged:         "We have to adapt to the change first. Support has the details; importing again will not help yet.",
	apierror.CodeUnavailablePrivate:    "Only its owner can make it public.",
	apierror.CodeUnavailableRestricted: "It requires a sign-in, an age or a region that we do not have.",
	apierror.CodeUnavailableRemoved:    "It cannot be recovered.",
	apierror.CodeNotFound:              "Check the link.",
	apierror.CodeMediaInvalid:          "The platform delivered a damaged file. Import again, or keep “The facts” only.",
	apierror.CodeUnsupportedMedia:      "Keep “The facts” only, without media.",
	apierror.CodeStorageUnavailable:    "Import again.",
	apierror.CodeInsufficientCredits:   "Ask the operator for more credits, then import again.",
	apierror.CodeRetryExhausted:        "Import the link again later.",
	apierror.CodeInternalError:         "Import it again. If it fails again, send support the import id.",
}

// WhyNotChanged explains why one of several references was not changed.
func WhyNotChanged(code apierror.Code) string {
	switch code {
	case apierror.CodeUnsupportedMedia:
		return "no media is kept"
	case apierror.CodeNotFound:
		return "it is gone"
	case apierror.CodeLimitExceeded:
		return "it would have too many tags"
	default:
		return strings.ToLower(ErrorText(code))
	}
}

// ErrorText describes an error code to the person whose import or lookup failed with it.
func ErrorText(code apierror.Code) string {
	if s, ok := errorTexts[code]; ok {
		return s
	}
	return apierror.Happened(apierror.Lookup(code).Message)
}

// AnswerText says in a sentence what an answer with this code means. The log of requests keeps the code alone: what was not found, or
// whose credits were too few, it does not say.
func AnswerText(code apierror.Code) string {
	if code == apierror.CodeInsufficientCredits {
		return "The workspace, or the budget of the key, had too few credits."
	}
	return apierror.Happened(apierror.Lookup(code).Message)
}

// FinalCodes returns the codes with which an import or a lookup can fail, in the order of the catalogue.
func FinalCodes() (list []apierror.Code) {
	for _, e := range apierror.Catalogue() {
		if _, ends := errorTexts[e.Code]; ends {
			list = append(list, e.Code)
		}
	}
	return list
}

var errorTexts = map[apierror.Code]string{
	apierror.CodeRouteDegraded:         "The platform is temporarily refusing requests",
	apierror.CodeRouteDisabled:         "This source is switched off",
	apierror.CodeNetworkTimeout:        "The platform did not respond in time",
	apierror.CodeNetworkTransport:      "The connection to the platform failed",
	apierror.CodeSourceChanged:         "The platform's response has changed and could not be read",
	apierror.CodeUnavailablePrivate:    "This content is private",
	apierror.CodeUnavailableRestricted: "This content is restricted",
	apierror.CodeUnavailableRemoved:    "This content has been removed",
	apierror.CodeNotFound:              "The platform could not find this content",
	apierror.CodeMediaInvalid:          "The media file is damaged or is not what it claims to be",
	apierror.CodeUnsupportedMedia:      "This type of media is not supported",
	apierror.CodeUnsupportedObject:     "This link is not supported",
	apierror.CodeStorageUnavailable:    "Storage was temporarily unavailable",
	apierror.CodeInsufficientCredits:   "The workspace did not have enough credits",
	apierror.CodeRetryExhausted:        "The import gave up",
	apierror.CodePolicyBlocked:         "The operator has blocked this source",
	apierror.CodeInternalError:         "Something went wrong on our side",
	apierror.CodeLimitExceeded:         "A limit was exceeded",
}
