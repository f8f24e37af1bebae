//go:build scale

package main

// growthOperation is one request. key is that of the API; "" asks as the owner in a browser.
type growthOperation struct{ name, path, key string }

// growthExceptions are the operations whose cost may follow what is stored, each with its reason.
func growthExceptions() map[string]string {
	const few, failures = "what a word in between finds is read whole and sorted: no index has words in another order", "it counts what failed in the time it is about"
	const higher = "it reads a thousand rows one by one, and the tree of their ids is two levels higher than at the smallest size"
	return map[string]string{
		"api references, q prefix":        "none is among the newest: the matches of each word that begins so are counted in the index, up to two thousand, and then the newest ten thousand are read",
		"api references, q half and half": "both words are frequent and none has both: the index reads both of their lists",
		"page references, q of all":       higher, "page imports, q of all": higher, "page search, all": higher, "page search, one in 200": few,
		"api references, q one in 200": few, "page references, q one in 200": few,
		"page references, q one in 200 by views": few, "page imports, q one in 200": few, "page references, tag by views": "a tag has no order by views: one in twenty references has it", "page references, tag": "its total reads a thousand rows, of which the smallest size has fifty",
		"api references, two tags, empty": "two lists of one in twenty are read beside each other to their ends", "page overview": "it counts imports and charges of weeks, of which the smallest size has few", "page overview 7d": "as above",
		"page imports, q id":          "what few have is looked for among the newest four thousand imports before it is counted",
		"page imports, q rare":        "as the imports of an id",
		"api references, q two words": "up to two thousand matches are sorted, each from a page of its own",
		"page imports, code":          "the page is full at the largest size, and has three rows at the smallest",
		"page support failures":       failures, "page support failures 30d": failures,
	}
}

// operations lists what is asked.
func (g *growth) operations() []growthOperation {
	list := []growthOperation{}
	add := func(name, path, key string) { list = append(list, growthOperation{name, path, key}) }
	for name, query := range map[string]string{
		"first page": "", "q rare": "q=rare", "q one in 200": "q=mid", "q half": "q=half", "q of all": "q=demo", "q prefix": "q=w5", "q two words": "q=demo+w77", "q nothing": "q=nowhere",
		"q id": "q=00000000077", "q half and half": "q=half+v7", "tag of half": "tag=red", "tag 1 in 20": "tag=t7", "tag nobody has": "tag=none", "two tags": "tag=red&tag=t8", "two tags, empty": "tag=t7&tag=t8", "rare tag and platform": "platform=clip_site&tag=c8",
		"platform": "platform=clip_site", "state failed": "state=failed", "media expired": "mediaAvailability=expired", "nobody has": "platform=photo_site&state=failed&mediaAvailability=expired",
		"platform and tag": "platform=clip_site&tag=red", "platform and tag, empty": "platform=photo_site&tag=red", "word and tag": "q=half&tag=red",
	} {
		add("api references, "+name, "/v1/references?"+query, g.key)
	}
	for name, query := range map[string]string{"all": "", "failed": "state=failed", "running": "state=running", "updated since": "updatedSince=2020-01-01T00:00:00Z"} {
		add("api imports, "+name, "/v1/ingestions?"+query, g.key)
	}
	w := "/v1/workspaces/" + g.workspace
	for name, query := range map[string]string{"all": "", "code": "code=rate_limited", "code nobody got": "code=not_found", "operation": "operation=lookupItem", "operation and code, empty": "operation=listItems&code=rate_limited",
		"operation nobody called": "operation=listComments", "key": "keyId=k1", "key without": "keyId=01890a5d-ac96-774e-bcce-000000000099", "status": "status=429", "status nobody got": "status=418"} {
		add("api requests, "+name, w+"/requests?"+query, g.key)
	}
	for name, query := range map[string]string{"all": "", "type": "type=reference.updated", "type without": "type=credits.low", "two types": "type=credits.low&type=import.succeeded"} {
		add("api events, "+name, "/v1/events?"+query, g.key)
	}
	for name, query := range map[string]string{"24h": "24h", "30d": "30d", "7d": "7d"} {
		add("api usage, "+name, w+"/usage?range="+query, g.key)
	}
	add("api credits", w+"/credits", "")
	add("api routes", "/v1/source-routes", g.key)
	for name, query := range map[string]string{"q of all": "q=demo", "q one in 200": "q=mid", "q rare": "q=rare", "tag of half": "tag=red"} {
		add("api references of a small workspace, "+name, "/v1/references?"+query, g.smallKey)
	}
	p := "/w/" + g.workspace
	for name, path := range map[string]string{
		"overview": p, "overview 7d": p + "?range=7d", "search, all": p + "/search?q=demo", "search, one in 200": p + "/search?q=mid", "search, id": p + "/search?q=00000000077",
		"imports": p + "/imports", "imports, failed": p + "/imports?state=failed", "imports, code": p + "/imports?code=not_found", "imports, code nobody got": p + "/imports?code=insufficient_credits",
		"imports, cause nobody got": p + "/imports?code=api_busy", "imports, q of all": p + "/imports?q=demo", "imports, q one in 200": p + "/imports?q=mid", "imports, q rare": p + "/imports?q=rare",
		"imports, q id": p + "/imports?q=00000000077", "imports, platform nobody used": p + "/imports?platform=ad_library",
		"references": p + "/references", "references, views": p + "/references?sort=views", "references, q of all": p + "/references?q=demo", "references, q of all by views": p + "/references?q=demo&sort=views",
		"references, q one in 200": p + "/references?q=mid", "references, q one in 200 by views": p + "/references?q=mid&sort=views", "references, tag": p + "/references?tag=t7", "references, tag by views": p + "/references?tag=t7&sort=views", "references, platform": p + "/references?platform=clip_site",
		"requests": p + "/requests", "requests, refused": p + "/requests?outcome=failed", "requests, operation nobody called": p + "/requests?operation=listComments",
		"credits": p + "/credits", "members": p + "/members", "audit": p + "/audit", "status": "/status",
		"support failures": "/support", "support failures 30d": "/support?range=30d", "support imports": "/support/imports", "support workspaces": "/support/workspaces",
		"support routes": "/support/routes", "support route": "/support/routes/video_site.web", "support audit": "/support/audit", "support audit of an action": "/support/audit?action=route_disabled",
	} {
		add("page "+name, path, "")
	}
	return list
}
