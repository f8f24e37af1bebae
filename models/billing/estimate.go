package billing

import "socialdata/internal/content"

// EstimatedCharge is one line of a price that is not final yet, in credits.
type EstimatedCharge struct {
	Part     content.Part
	Min, Max int64
}

// EstimateImport returns the lines of the price of a successful import: the lookup is certain, the other parts are only
// charged if there is something to keep.
func (p Prices) EstimateImport(parts ImportParts) []EstimatedCharge {
	least := map[content.Part]int64{}
	for _, c := range p.ImportCharges(ImportParts{}) {
		least[c.Part] = c.Credits
	}
	lines := []EstimatedCharge{}
	for _, c := range p.ImportCharges(parts) {
		lines = append(lines, EstimatedCharge{Part: c.Part, Min: least[c.Part], Max: c.Credits})
	}
	return lines
}
