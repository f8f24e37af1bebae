package content

// Advance is what an unmetered workspace holds beside its own credits. Every check of a balance passes with it, so nothing that charges has
// to ask whether a workspace is metered, and what it uses is counted as ever. It is taken back when the workspace is metered again.
const Advance = 1 << 52

// Unmetered reports whether a balance has the advance. No metered workspace has half as much.
func Unmetered(balance int64) bool { return balance >= Advance/2 }
