package simulator

// adText is what an advertiser's ads say: titles and texts in turns, of lengths without a common divisor.
type adText struct {
	count         int
	titles, texts titles
}

// adWords are the words of the first advertisers.
var adWords = []adText{
	{46,
		as("The kettle that sings", "Gooseneck, 0.9 litres", "Brushed copper, 1.2 litres", "Free engraving until Sunday", "The camping kettle", "Refurbished, with a warranty", "Gifts under $80"),
		as("A kettle that sings in two notes, so you hear it from the garden.", "Two cups in ninety seconds. Made in one workshop, by people whose names are on the bottom.",
			"4,212 people reviewed this kettle. Most of them mention the handle.", "Your old kettle is worth 15 % of a new one. Send it in, we pay the postage.", "No plastic touches the water. Not one part.",
			"Pour-over people: this is the spout that you asked for.", "Back in stock after eleven weeks. It will not last.", "It will outlive your kitchen.")},
	{9,
		as("Two wheels, one city", "The Bluejay Commuter", "Lease it from €39 a month", "Test rides on Saturday"),
		as("Two wheels, one city, no traffic.", "Ride to work for a month. If you miss the bus, send it back.", "Our winter tyres are on sale, and so are the bikes around them.", "Built in Bonn, repaired in your street.", "A step-through frame that fits everybody in the house.")},
	{6,
		as("Vote for the lanterns", "Measure 12, explained", "Town hall on Tuesday"),
		as("On 4 November, vote yes for the lanterns.", "It costs each of us two dollars a year. Read the whole measure before you decide.", "Come and say what you think. There will be soup.", "Our festival has 30,000 guests and no budget. Measure 12 changes that.")},
	{5, as("{{product.name}}"), as("{{product.name}}")},
	{2, as("A small batch of gin", "Botanicals from the coast"), as("For adults. Please drink responsibly.")},
}
