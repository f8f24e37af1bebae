package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"socialdata/internal/testkit"
)

// widths are those of windows at which no page may scroll sideways: phones, tablets, half a screen, a small laptop.
var widths = []int64{320, 390, 600, 768, 900, 1024, 1280}

// accessible holds a page, as it is now, to what everybody needs: axe-core finds nothing in light, dark and on a phone, no page scrolls
// sideways, every field has a name and every id is there once, the keyboard reaches everything in the order of reading, and nothing
// was complained of. All but the last depends on the structure of a page alone, and is looked at once in a process.
func (b *browser) accessible() {
	b.t.Helper()
	evaluate[bool](b, `window.fetched ??= fetch, window.fetch = () => Promise.reject(), true`) // a part that is refreshed meanwhile is another page
	if _, audited := auditedPages.LoadOrStore(b.structure(), true); !audited {
		b.scheme("dark")
		b.axe("dark", colourRules)
		b.scheme("light")
		b.axe("desktop", "")
		b.keyboard()
		b.named()
		for _, width := range widths {
			b.run(chromedp.EmulateViewport(width, 844))
			if width == 390 {
				b.axe("phone", "")
			}
			b.fits(width)
		}
	}
	b.run(chromedp.EmulateViewport(1280, 900))
	evaluate[bool](b, `window.fetch = window.fetched, true`)
	b.quiet()
}

// scheme shows the page in light or dark.
func (b *browser) scheme(scheme string) {
	b.t.Helper()
	b.run(ask(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}))
}

// fits holds that the page does not scroll sideways in a window of a width, and that no list scrolls within it.
func (b *browser) fits(width int64) {
	b.t.Helper()
	wide := evaluate[string](b, `(() => {
		if (document.documentElement.scrollWidth <= innerWidth) return "";
		const w = [...document.querySelectorAll("body *")].find(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll, pre, .hidden, [hidden]"));
		return w ? w.outerHTML.slice(0, 200) : "something";
	})()`)
	if wide != "" {
		b.t.Errorf("%s is wider than a window of %d: %s", b.address(), width, wide)
	}
	if boxed := evaluate[string](b, `[...document.querySelectorAll("table")].find(e => /auto|scroll/.test(getComputedStyle(e).overflow))?.className ?? ""`); boxed != "" {
		b.t.Errorf("%s: a table %q scrolls by itself in a window of %d", b.address(), boxed, width)
	}
}

// named holds that every field has a name for those who hear the page, and that no id is there twice.
func (b *browser) named() {
	b.t.Helper()
	if twice := evaluate[[]string](b, `[...document.querySelectorAll("[id]")].map(e => e.id).filter((id, n, all) => all.indexOf(id) !== n)`); len(twice) > 0 {
		b.t.Errorf("%s has ids twice: %v", b.address(), twice)
	}
	var tree accessibility.GetFullAXTreeResult
	b.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) (err error) {
		tree, err = cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		return err
	}))
	fields := []string{"textbox", "searchbox", "combobox", "checkbox", "radio", "spinbutton", "button", "link", "Date"}
	for _, node := range tree.Nodes {
		if role := axValue(node.Role); slices.Contains(fields, role) && !node.Ignored && axValue(node.Name) == "" {
			b.t.Errorf("%s: a %s has no name", b.address(), role)
		}
	}
}

func axValue(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	return strings.Trim(string(v.Value), `"`)
}

// auditedPages are the structures of pages that axe-core has seen.
var auditedPages sync.Map

// structure is what axe-core judges of a page: its elements with their attributes, without texts, ids and addresses. Of equal ones in a row,
// such as the rows of a list, it says that there are several, and not how many.
func (b *browser) structure() string {
	b.t.Helper()
	return evaluate[string](b, `(function shape(e) {
		const own = e.tagName + [...e.attributes].map(a =>
			a.name + (["class", "role", "type", "hidden", "open", "disabled", "checked"].includes(a.name) || a.name.startsWith("aria-") && a.value.length < 20 ? "=" + a.value : "")).join()
			+ (e.children.length || e.textContent.trim() ? "" : "-");
		const all = [...e.children].map(shape);
		const parts = all.filter((s, n) => s !== all[n-1]).map(s => all.some((t, n) => t === s && t === all[n+1]) ? s + "*" : s);
		return own + "(" + parts.join() + ")";
	})(document.documentElement)`)
}

// axeSource is axe-core, where npm has installed it; in CI it must be there.
var axeSource = sync.OnceValue(func() string {
	raw, err := os.ReadFile("../../node_modules/axe-core/axe.min.js")
	if err != nil && os.Getenv("CI") != "" {
		panic("axe-core is needed here: npm install --no-save axe-core")
	}
	return string(raw)
})

// colourRules are the rules of axe-core that look at colours. Over a whole page they take as long as all others together.
const colourRules = `["color-contrast", "link-in-text-block"]`

// axe runs rules of axe-core over the page, as a list in JavaScript; "" are all of WCAG 2.2 AA and best practice. Those about colours
// look only at texts and fields whose look was not judged before.
func (b *browser) axe(state, only string) {
	b.t.Helper()
	if axeSource() == "" {
		b.t.Log("axe-core is not in node_modules: its check is left out")
		return
	}
	fresh := b.freshLooks()
	if only != "" && fresh == 0 {
		return
	}
	if !evaluate[bool](b, `"axe" in window`) {
		evaluate[bool](b, axeSource()+`; axe.configure({rules: [{id: "color-contrast", selector: "[data-fresh]"}, {id: "link-in-text-block", selector: "a[href][data-fresh]"}]}); true`)
	}
	options := `{resultTypes: ["violations", "passes"], selectors: false, elementRef: true`
	if only != "" {
		options += `, runOnly: {type: "rule", values: ` + only + `}`
	}
	found := evaluate[struct{ Violations, Judged []string }](b, `axe.run(document, `+options+`}).then(r => {
		const judged = new Set([...r.passes, ...r.violations].filter(v => `+colourRules+`.includes(v.id)).flatMap(v => v.nodes.map(n => n.element)));
		for (const e of document.querySelectorAll("[data-fresh]")) delete e.dataset.fresh;
		return {
			Violations: r.violations.map(v => v.id + ": " + v.help + " — " + v.nodes.map(n => n.html + " " + (n.any[0] ? n.any[0].message : "")).join("; ")),
			Judged: Object.keys(window.looks).filter(look => window.looks[look].some(e => judged.has(e))),
		};
	})`, chromedp.EvalAwaitPromise)
	for _, v := range found.Violations {
		b.t.Errorf("%s (%s): %.600s", b.address(), state, v)
	}
	for _, look := range found.Judged {
		judgedLooks.Store(look, true)
	}
}

// judgedLooks are the looks of texts and fields that axe-core has judged: all that their contrast depends on.
var judgedLooks sync.Map

// freshLooks marks the texts and fields whose look was not judged before, in whatever page, and returns how many looks they have: two texts
// of one colour and size on one background have one contrast. A look counts as judged when axe-core said whether it passes; of a single
// letter, or of a text over a picture, it says nothing.
func (b *browser) freshLooks() int {
	b.t.Helper()
	looks := evaluate[[]string](b, `(() => {
		for (const pre of document.querySelectorAll("pre")) pre.style.backgroundImage = "none"; // shades at its edges: axe-core judges no text on a gradient
		const behind = new Map([[null, ""]]);
		const ground = e => { // what is painted behind a text: the backgrounds of the elements that it lies in
			if (!behind.has(e)) {
				const s = getComputedStyle(e);
				const own = [s.backgroundColor, s.backgroundImage === "none" ? "" : e.tagName + e.className, s.opacity, s.filter, s.mixBlendMode, s.clipPath].join();
				behind.set(e, ground(e.parentElement) + (own === "rgba(0, 0, 0, 0),,1,none,normal,none" ? "" : ">" + own));
			}
			return behind.get(e);
		};
		const ink = e => { const s = getComputedStyle(e); return [s.color, s.fontSize, s.fontWeight, s.textShadow].join(); };
		const link = e => { const s = getComputedStyle(e); return [" as a link", s.textDecorationLine, s.display, ink(e.parentElement)].join(); }; // is told from the text around it
		const exempt = e => ground(e).includes("inset(50%)") || // is there for those who hear the page
			e.closest(".skip, :disabled, [aria-disabled=true], [inert], [aria-hidden=true]") || e.closest("label")?.control?.disabled;
		const coloured = e => e.matches("input:not([type=checkbox], [type=radio]), select, textarea") || [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim());
		window.looks = {};
		for (const e of document.body.querySelectorAll("*")) if (coloured(e) && e.checkVisibility() && !exempt(e)) (window.looks[ink(e) + (e.matches("a[href]") ? link(e) : "") + " on " + ground(e)] ??= []).push(e);
		return Object.keys(window.looks);
	})()`)
	fresh := slices.DeleteFunc(looks, func(look string) bool {
		_, judged := judgedLooks.Load(look)
		return judged
	})
	if len(fresh) > 0 {
		raw, err := json.Marshal(fresh)
		testkit.Must(b.t, err)
		evaluate[bool](b, fmt.Sprintf(`%s.forEach(look => window.looks[look].forEach(e => e.dataset.fresh = "")), true`, raw))
	}
	return len(fresh)
}

// keyboard walks the page by Tab: everything that can be used is reached, in the order of the document, and shows that
// it has the focus. The page itself notes what gets the focus, so that all keys are sent at once.
func (b *browser) keyboard() {
	b.t.Helper()
	wanted := evaluate[int](b, `(() => {
		const usable = [...(document.querySelector("dialog[open]") || document).querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0'], video[controls]")]
			.filter(e => e.checkVisibility({visibilityProperty: true}) && !e.disabled && e.tabIndex >= 0 && !(e.type === "radio" && !e.checked && document.querySelector("input[name='" + e.name + "']:checked")));
		usable.forEach((e, n) => e.dataset.tab = n);
		const seen = e => { const s = getComputedStyle(e); return e.matches("video") || s.outlineStyle !== "none" && s.outlineWidth !== "0px"; }; // a player's controls show it themselves
		window.tabbed = [];
		document.addEventListener("focusin", window.noteFocus = ({target: e}) => {
			if (e.dataset.tab !== undefined) window.tabbed.push({Tab: Number(e.dataset.tab), Seen: seen(e)});
		}, true);
		scrollTo(0, 0);
		document.activeElement.blur();
		return usable.length;
	})()`)
	for sent := 0; sent < 3*wanted+12; { // a player's own controls take further stops
		next := max(4, wanted-evaluate[int](b, `new Set(window.tabbed.map(t => t.Tab)).size`))
		b.run(chromedp.KeyEvent(strings.Repeat(kb.Tab, next)))
		if sent += next; evaluate[int](b, `new Set(window.tabbed.map(t => t.Tab)).size`) >= wanted {
			break
		}
	}
	tabbed := evaluate[[]struct {
		Tab  int
		Seen bool
	}](b, `(document.removeEventListener("focusin", window.noteFocus, true), window.tabbed)`)
	last, reached := -1, map[int]bool{}
	for _, at := range tabbed {
		if len(reached) == wanted {
			break
		}
		if !at.Seen {
			b.t.Errorf("%s: %s has the focus and does not show it", b.address(), b.tab(at.Tab))
		}
		if at.Tab < last && at.Tab != 0 {
			b.t.Errorf("%s: the focus jumps back to %s", b.address(), b.tab(at.Tab))
		}
		last = at.Tab
		reached[at.Tab] = true
	}
	missing := []string{}
	for n := range wanted {
		if !reached[n] {
			missing = append(missing, b.tab(n))
		}
	}
	if len(missing) > 0 {
		b.t.Errorf("%s: the keyboard does not reach %s", b.address(), strings.Join(missing, ", "))
	}
}

func (b *browser) tab(n int) string {
	return evaluate[string](b, fmt.Sprintf(`document.querySelector("[data-tab='%d']").outerHTML.slice(0, 160)`, n))
}
