package views

import "socialdata/internal/content"

// Unmetered reports whether a balance is that of a workspace that is refused nothing for credits.
func Unmetered(balance int64) bool { return content.Unmetered(balance) }

// balanceWords is a sentence about a balance.
func balanceWords(balance int64) string {
	if Unmetered(balance) {
		return "This workspace is not metered: what it uses is only counted."
	}
	return "The balance is " + Credits(balance) + "."
}

// ChargedWords is a sentence about what an answer cost and what is left.
func ChargedWords(charged, left int64) string {
	if Unmetered(left) {
		return Credits(charged) + " counted, not metered."
	}
	return "Charged " + Credits(charged) + ", " + Credits(left) + " left."
}

// balanceNumber returns a balance for a table.
func balanceNumber(balance int64) string {
	if Unmetered(balance) {
		return "not metered"
	}
	return Number(balance)
}

// creditsOrNone describes what a workspace has.
func creditsOrNone(balance int64) string {
	if Unmetered(balance) {
		return "no meter"
	}
	return Credits(balance)
}

// forfeitWords says what closing a workspace takes; nothing if it is not metered.
func forfeitWords(balance int64) string {
	if Unmetered(balance) {
		return ""
	}
	return Credits(balance) + " will be forfeited."
}
