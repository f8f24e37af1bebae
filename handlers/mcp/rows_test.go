package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// TestRowsThatDoNotFitAreNotLost asks for a page whose rows are too long even in few words: it is asked for again with as many
// rows as fit, so that the cursor goes on behind the last one that is shown, and never live.
func TestRowsThatDoNotFitAreNotLost(t *testing.T) {
	var asked []string
	api := func(_ context.Context, r *http.Request) (*Answer, error) {
		asked = append(asked, r.URL.Query().Encode())
		limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
		if err != nil {
			t.Fatal(err)
		}
		rows := []map[string]any{}
		for n := range limit {
			rows = append(rows, map[string]any{"id": fmt.Sprint(n), "url": "https://example.com/" + strconv.Itoa(n) + strings.Repeat("x", 2000), "title": nil,
				"text": strings.Repeat("ä", 5000), "thumbnails": []string{strings.Repeat("y", 4000)}, "viewsApproximate": true, "stats": map[string]any{"views": 0, "likes": nil}})
		}
		body, err := json.Marshal(map[string]any{"object": "list", "data": rows, "page": map[string]any{"nextCursor": fmt.Sprint("behind ", limit)}})
		return &Answer{Status: 200, Body: body, Header: http.Header{}}, err
	}
	h := &Handler{contract: &contract{operations: map[string]*operation{"listItems": {method: "GET", path: "/v1/items",
		Parameters: []parameter{{Name: "limit", In: "query"}, {Name: "maxAge", In: "query"}}}}}}
	list := tool{name: "list_items", operation: "listItems", arguments: []string{"limit", "maxAge"}}
	c := &call{h: h, tool: list, caller: &caller{ctx: t.Context(), api: api}, args: arguments{"limit": json.RawMessage("40"), "maxAge": json.RawMessage(`"0"`)}}
	answer, err := listRows(c)
	if err != nil {
		t.Fatal(err)
	}
	var page struct {
		Data []map[string]any
		Page struct{ NextCursor string }
	}
	if err := json.Unmarshal(answer.Body, &page); err != nil {
		t.Fatal(err)
	}
	shown := len(page.Data)
	if len(answer.Body) > MaxResult || shown < 15 || shown >= 40 || page.Page.NextCursor != fmt.Sprint("behind ", shown) || !strings.Contains(c.left, fmt.Sprint("Of 40 rows ", shown, " fit")) {
		t.Errorf("%d bytes, %d rows, %q, %q", len(answer.Body), shown, page.Page.NextCursor, c.left)
	}
	if len(asked) != 2 || asked[1] != fmt.Sprintf("limit=%d&maxAge=1h", shown) {
		t.Errorf("asked %v", asked)
	}
	row := page.Data[0]
	if row["viewsApproximate"] != true {
		t.Errorf("nothing tells that the views are rounded: %.200v", row)
	}
	if _, null := row["title"]; null || row["thumbnails"] != nil || len([]rune(row["text"].(string))) != rowText+1 || fmt.Sprint(row["stats"]) != "map[views:0]" {
		t.Errorf("a row is %.200v", row)
	}
}

// TestFoundReferencesSayWhereTheWordsAre keeps the moments of what was found.
func TestFoundReferencesSayWhereTheWordsAre(t *testing.T) {
	body, _ := readRows([]byte(`{"items":[{"id":"a","matches":[{"field":"transcript","text":"almost done","startMs":1200}]}]}`)).brief("search_references", MaxResult)
	if !strings.Contains(string(body), `"startMs":1200`) {
		t.Errorf("rows are %s", body)
	}
}

// TestShortenHoldsItsBound shortens values of every shape, lists in lists and links among them.
func TestShortenHoldsItsBound(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		body, err := json.Marshal(map[string]any{"nextCursor": "c", "v": randomValue(random, 4)})
		if err != nil {
			t.Fatal(err)
		}
		const size = 3000
		short, cuts := shorten(body, size)
		if len(short) > size || !json.Valid(short) || (len(cuts) == 0) != (len(body) <= size) {
			t.Errorf("value %d of %d bytes: %d bytes, %v", n, len(body), len(short), cuts)
		}
	}
	nested := map[string]any{"rows": [][]string{make([]string, 20000), make([]string, 20000)}}
	body, err := json.Marshal(nested)
	if err != nil {
		t.Fatal(err)
	}
	if short, cuts := shorten(body, MaxResult); len(short) > MaxResult || len(short) < MaxResult/4 || !strings.Contains(strings.Join(cuts, " "), "rows[]") {
		t.Errorf("%d bytes, %v", len(short), cuts)
	}
}

func randomValue(random *rand.Rand, depth int) any {
	switch kind := random.IntN(5); {
	case depth == 0 || kind == 0:
		return strings.Repeat("ä", random.IntN(600))
	case kind == 1:
		return "https://example.com/" + strings.Repeat("x", random.IntN(3000))
	case kind == 2:
		return random.Int64()
	case kind == 3:
		list := []any{}
		for range random.IntN(12) {
			list = append(list, randomValue(random, depth-1))
		}
		return list
	}
	object := map[string]any{}
	for n := range random.IntN(8) {
		object[fmt.Sprint("name", n)] = randomValue(random, depth-1)
	}
	return object
}
