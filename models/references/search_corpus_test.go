package references_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// corpus is what is saved, in the order of saving, with what is said in it.
func corpus() []struct {
	name  string
	saved modelstest.Saved
} {
	type saved = modelstest.Saved
	list := []struct {
		name  string
		saved modelstest.Saved
	}{
		{"sourdough", saved{SourceTitle: "Sourdough at home: the whole method", Description: new("Oven at 250 °C, 40 minutes. #sourdough #baking"), Tags: []string{"bread", "long form"}, Transcript: new("we heat the oven\nand wait for the starter")}},
		{"starter", saved{SourceTitle: "Starter, day by day", Notes: new("use for the bread board"), Transcript: new("flour and water\nno oven today")}},
		{"kettle", saved{SourceTitle: "The kettle that sings", CustomTitle: new("Kettle ad, spring"), Tags: []string{"ads", "Q2"}, Channel: &content.AccountRef{ID: "clip_site:1", Name: new("Lantern Kitchen"), Handle: new("lantern.bakes")}}},
		{"brot", saved{SourceTitle: "Brot backen: Die große Anleitung", Description: new("Mit Weißmehl und Öl. Straßenküche in München."), Transcript: new("wir heizen den Ofen\nfür das süße Brot")}},
		{"pain", saved{SourceTitle: "Le pain à l'ancienne", Description: new("Où l'on goûte la crème brûlée"), Notes: new("naïve, déjà vu")}},
		{"cafe", saved{SourceTitle: "Café con leche en Málaga", Description: new("¿Qué señal da el camarero? ¡Mañana!")}},
		{"pho", saved{SourceTitle: "Phở bò Hà Nội", Description: new("Nước dùng trong, bánh phở tươi")}},
		{"istanbul", saved{SourceTitle: "İstanbul'da kahvaltı", Description: new("Çay, simit ve beyaz peynir; ışık")}},
		{"moskva", saved{SourceTitle: "Ещё один день в Москве", Description: new("Хлеб и чай на Красной площади")}},
		{"athina", saved{SourceTitle: "Ο ΣΊΣΥΦΟΣ στην Αθήνα", Description: new("καφές και ψωμί")}},
		{"tokyo", saved{SourceTitle: "東京タワーの夜景", Description: new("展望台から富士山が見える"), Transcript: new("今日は東京に来ました\nとてもきれいです")}},
		{"kyoto", saved{SourceTitle: "京都の抹茶ラテ", Description: new("ﾃｽﾄ です。")}},
		{"beijing", saved{SourceTitle: "北京烤鸭的做法", Description: new("二〇二六年新版")}},
		{"taipei", saved{SourceTitle: "臺北夜市小吃", Notes: new("珍珠奶茶")}},
		{"seoul", saved{SourceTitle: "서울 길거리 음식", Description: new("떡볶이와 김밥")}},
		{"bangkok", saved{SourceTitle: "ฉันดื่มกาแฟเย็นที่กรุงเทพ", Description: new("อร่อยมาก")}},
		{"phnompenh", saved{SourceTitle: "ផឹកកាហ្វេនៅភ្នំពេញ"}},
		{"delhi", saved{SourceTitle: "हिन्दी में चाय की विधि", Description: new("अदरक और इलायची")}},
		{"cairo", saved{SourceTitle: "القهوة في القاهرة", Description: new("خُبْز وشاي")}},
		{"haifa", saved{SourceTitle: "שָׁלוֹם מחיפה", Description: new("קפה ולחם")}},
		{"emoji", saved{SourceTitle: "🔥 New drop 👩🏽‍🍳 ❤️", Description: new("50 % off, 100 pieces, v2.1")}},
		{"numbers", saved{SourceTitle: "Full-width ＡＢＣ １２３ and x²", Description: new("snake_case, kebab-case, 3,5 kg")}},
		{"wide", saved{SourceTitle: "", Description: new("only a description: quokka at the zoo")}},
	}
	list[0].saved.Facts.Tags = []string{"sourdough", "baking"}
	return list
}

// queries are what people type, at least one for each way of writing and each place that is searched.
var queries = strings.Split(strings.TrimSpace(`
sourdough
SOURDOUGH method
sourd
oven
oven starter
starter oven water
bread
long form
heat the oven
flour wat
no oven today
kettle
kettle spring
lantern
lanternbakes
lantern.bakes
q2
ads kettle
große
GROSSE
strassenküche
weissmehl
öl
ol
münchen
süße brot
à l'ancienne
creme
crème brûlée
naïve
cafe
café
málaga mañ
phở
pho
nước dùng
istanbul
İSTANBUL
ışık
peynir
ещё
хлеб
ХЛЕБ чай
σίσυφος
αθήνα
東京
東京 夜景
京都
富士山
きれい
テスト
北京
二〇二六
臺北
奶茶
서울
김밥
กาแฟ
กรุงเทพ
កាហ្វេ
हिन्दी
चाय
القهوة
خبز
שלום
קפה
🔥
👩
❤
abc 123
x2
snake case
3,5
100 pieces
v2
quokka
nothing of this
`), "\n")

// TestSearchesOfAllScripts: both databases find the same, in the same order and at the same places, as the golden has it. Whoever changes
// the golden reads the change: each line is a search, and what is found with the first place of each.
func TestSearchesOfAllScripts(t *testing.T) {
	golden := filepath.Join("testdata", "searches.txt")
	if len(queries) < 60 {
		t.Fatalf("only %d searches", len(queries))
	}
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		w := modelstest.Install(t, s, 1000)
		names, said := map[string]string{}, map[string]*content.Transcript{}
		for _, c := range corpus() {
			id := modelstest.Save(t, s, w.Workspace, c.saved)
			names[id] = c.name
			if c.saved.Transcript != nil {
				t := &content.Transcript{}
				for n, line := range strings.Split(*c.saved.Transcript, "\n") {
					t.Segments = append(t.Segments, content.Segment{StartMs: int64(n) * 1000, Text: line})
				}
				said[id] = t
			}
			clock.Add(1e9)
		}
		var b strings.Builder
		for _, q := range queries {
			p, err := s.References.ListReferences(t.Context(), w.Workspace, references.Listing{Filter: references.Filter{Words: q}, Sort: references.MostRelevant}, db.PageRequest{Limit: 100})
			modelstest.Must(t, err)
			fmt.Fprintf(&b, "%s\n", q)
			for n := range p.Items {
				r := &p.Items[n]
				at := places(t, r, said[r.ID], q)
				fmt.Fprintf(&b, "    %s: %s\n", names[r.ID], strings.Join(at[:min(1, len(at))], ""))
			}
		}
		if *testkit.Update && !s.Postgres {
			modelstest.Must(t, os.MkdirAll("testdata", 0o750))
			modelstest.Must(t, os.WriteFile(golden, []byte(b.String()), 0o600))
		}
		want, err := os.ReadFile(golden)
		modelstest.Must(t, err)
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	})
}
