package simulator

// videoTitles are the titles of YouTube's first channels, with how many items have them.
var videoTitles = [][]struct {
	tab, count int
	titles     titles
}{
	{
		{tabVideos, 65, titles{
			[]string{"ramen", "lamb pie", "pickled plums", "rye crackers", "French onion soup", "pork dumplings", "plum tart", "flatbread", "dal", "roast chicken", "braised cabbage", "baked beans", "rice pudding"},
			[]string{"%s in 20 minutes", "I made %s every day for a week", "%s: the mistake almost everybody makes", "My grandmother’s %s", "%s for two, for less than €5"},
		}},
		{tabShorts, 52, titles{
			[]string{"chop an onion", "fold a dumpling", "salt pasta water", "crack an egg with one hand", "peel ginger", "rest a steak", "zest a lemon", "toast spices", "keep herbs fresh", "hone a knife", "brown butter", "stop rice from sticking", "rescue a split sauce"},
			[]string{"How to %s", "Please %s like this", "Nobody taught me to %s", "Three ways to %s"},
		}},
	},
	{
		{tabVideos, 12, titles{[]string{"a three-legged stool", "steam-bent arms", "a woven seat", "a drawknife handle"}, []string{"Making %s with hand tools", "What I got wrong about %s", "%s, start to finish (no talking)"}}},
		{tabShorts, 6, titles{[]string{"one perfect shaving", "a tenon that fits", "the old lathe"}, []string{"%s", "Watch until the end: %s"}}},
	},
	{
		{tabVideos, 31, titles{
			[]string{"an island with two harbours", "a river delta", "a drowned valley", "a walled city", "a coast of lighthouses", "a mountain pass", "a desert port"},
			[]string{"Drawing %s from nothing", "How I ink %s", "%s, in real time", "You asked for it: %s", "Why I redrew %s"},
		}},
		{tabStreams, 4, as("Drawing all night: the harbour map", "Sunday inks, ask me anything", "Drawing all night: 400 tiny trees", "Finishing the commission, live")},
	},
	{{tabVideos, 8, titles{[]string{"朝の一杯", "雨の日の音楽", "窓辺の席"}, []string{"%s", "%s、二時間", "今日の%s", "%s｜喫茶みどり"}}}},
	{{tabVideos, 3, as("First light with a €90 telescope", "Jupiter from my balcony", "Why my Saturn is blurry")}},
	{{tabVideos, 5, as("Opening a cask from 2009", "From barley to bottle", "What the angels take", "Three casks, tasted blind", "A night at the still")}},
}
