package operations

import (
	"fmt"

	"socialdata/models/billing"
)

func lookupPrice(p billing.Prices) string {
	return credits(p.Lookup) + " for a live fetch or the first serving of a stored observation; repeats within maxAge and errors are free"
}

func batchPrice(p billing.Prices) string {
	return "for each row what its lookup costs: " + lookupPrice(p) + "; equal rows of a batch are charged once"
}

func pagesPrice(p billing.Prices) string {
	return "for each account what its page costs: " + pagePrice(p) + "; equal accounts of a batch are charged once"
}

func pagePrice(p billing.Prices) string {
	return credits(p.Page) + " for a live page or the first serving of a stored page with at least one row; empty pages, repeats within maxAge and errors are free"
}

func importPrice(p billing.Prices) string {
	return fmt.Sprintf("%d to %s", p.Import, credits(p.FullImport()))
}

func capturePrice(p billing.Prices) string {
	return fmt.Sprintf("free; its import costs %s less than an import with a fetch, and has no transcript", credits(p.Import))
}

func importsPrice(p billing.Prices) string { return importPrice(p) + " for each import" }

func retryPrice(p billing.Prices) string {
	return importPrice(p) + " for each import that succeeds; those that fail again are free"
}

func watchPrice(p billing.Prices) string {
	return "each run: " + credits(p.Page) + " for each page with at least one row, or " + credits(p.Lookup) + " for a single item, within dailyCredits; making it is free"
}

func credits(n int64) string {
	if n == 1 {
		return "1 credit"
	}
	return fmt.Sprintf("%d credits", n)
}
