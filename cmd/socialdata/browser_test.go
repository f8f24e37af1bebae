package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"socialdata/internal/testkit"
)

// patience bounds what a test waits for, a step in the browser among it.
const patience = testkit.Patience

// browser is one person's browser window on a testProgram, with cookies of its own. What the page complains of on the console, and
// every report of the Content-Security-Policy, fails the test.
type browser struct {
	t    *testing.T
	ctx  context.Context
	base string

	mu         sync.Mutex
	complaints []string
}

// chromium is started once for all tests of the process; the one that has no windows opens pages in half the time.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path := ""
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		return nil, errors.New("no chromium on PATH")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("force-color-profile", "srgb"), chromedp.WSURLReadTimeout(60*time.Second))
	allocator, _ := chromedp.NewExecAllocator(context.Background(), options...) // ends with the process
	ctx, _ := chromedp.NewContext(allocator)
	return ctx, chromedp.Do(ctx)
})

// open gives a new window, or skips where there is no browser; in CI there must be one.
func (h *testProgram) open(t *testing.T) *browser {
	t.Helper()
	parent, err := chromium()
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	ctx, cancel := chromedp.NewContext(parent, chromedp.WithNewBrowserContext())
	b := &browser{t: t, ctx: ctx, base: h.base}
	t.Cleanup(func() { b.quiet(); cancel() })
	testkit.Must(t, chromedp.Listen(ctx, b.hear))
	testkit.Must(t, chromedp.Do(ctx, ask(log.Enable, cdp.Empty{}), ask(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: notesFlash}),
		ask(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}), // windows are open beside each other
		chromedp.EmulateViewport(1280, 900)))
	return b
}

// notesFlash keeps the message about the previous act, which a live page takes away as soon as what it announced has ended.
const notesFlash = `addEventListener("DOMContentLoaded", () => window.announced = document.querySelector(".flash")?.innerText)`

// hear keeps what the page complains of.
func (b *browser) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError && e.Entry.Source != log.EntrySourceNetwork || e.Entry.Source == log.EntrySourceSecurity {
			b.complaints = append(b.complaints, string(e.Entry.Source)+": "+e.Entry.Text)
		}
	case *runtime.EventExceptionThrown:
		b.complaints = append(b.complaints, e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			b.complaints = append(b.complaints, fmt.Sprint("console.", e.Type))
		}
	}
}

// quiet holds that nothing was complained of.
func (b *browser) quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.complaints {
		b.t.Errorf("the page complains: %s", c)
	}
	b.complaints = nil
}

// run does steps within the patience.
func (b *browser) run(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatalf("at %s: %v\n%.2500s", b.address(), err, b.words())
	}
}

// evaluate asks the page.
func evaluate[T any](b *browser, script string, options ...chromedp.EvaluateOption) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, options...))
	if err != nil {
		b.t.Fatalf("at %s: %v\n%.2500s", b.address(), err, b.words())
	}
	return v
}

// ask is a command of the browser's own protocol as a step.
func ask[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, command, params)
		return err
	})
}

// visit opens a page by its path.
func (b *browser) visit(path string) {
	b.t.Helper()
	b.run(chromedp.Navigate(b.base+path), chromedp.WaitReady(chromedp.CSS("body")))
}

// fill types into the field with a name, in place of what was there.
func (b *browser) fill(name, text string) {
	b.t.Helper()
	b.field(name, `e.focus(); e.select()`)
	b.run(ask(input.InsertText, input.InsertTextParams{Text: text}))
}

// choose picks the option with a value, or sets any field, without typing.
func (b *browser) choose(name, value string) {
	b.t.Helper()
	b.field(name, fmt.Sprintf(`e.value = %q; e.dispatchEvent(new Event("change", {bubbles: true}))`, value))
}

// tick sets a box, or picks a radio button, by its value.
func (b *browser) tick(name, value string) {
	b.t.Helper()
	b.field(name+`"][value="`+value, `e.checked = true`)
}

// field does something with the visible field of a name.
func (b *browser) field(name, script string) {
	b.t.Helper()
	if !evaluate[bool](b, fmt.Sprintf(`(e => { if (!e) return false; %s; return true; })(document.querySelector('main [name="%s"]:not([type=hidden])'))`, script, name)) {
		b.t.Fatalf("at %s there is no field %s:\n%.2500s", b.address(), name, b.words())
	}
}

// press activates the button or link with these words, and waits for the page that comes.
func (b *browser) press(words string) {
	b.t.Helper()
	b.leave(func() { b.click(words) })
}

// pressImport presses the button of “Try it” that imports, whose words have the price.
func (b *browser) pressImport() {
	b.t.Helper()
	b.leave(func() {
		evaluate[any](b, `document.querySelector("form[action$='/try/import'] button[type=submit]").click()`)
	})
}

// click activates the button, link or summary with these words and waits for no page. A live page may show a button before
// it can be pressed, so it waits until there is one that is enabled.
func (b *browser) click(words string) {
	b.t.Helper()
	const script = `(words => {
		const ready = e => e.checkVisibility() && !e.disabled && e.textContent.trim().replace(/\s+/g, " ") === words;
		const found = [...document.querySelectorAll("main button, main a, main summary, main label"), ...document.querySelectorAll("button, a, summary")].find(ready);
		if (!found) return false;
		found.scrollIntoView({block: "center"});
		found.click();
		return true;
	})(%q)`
	b.until(fmt.Sprintf("something to press that says %q", words), fmt.Sprintf(script, words))
}

// clickAt clicks the first element of a selector, once the page is whole and nothing lies over the element. It does
// so in one script: between a script and a click of the mouse, a page that still moves may be elsewhere.
func (b *browser) clickAt(selector string) {
	b.t.Helper()
	const script = `(e => {
		if (!e || document.readyState !== "complete") return false;
		e.scrollIntoView({block: "center", inline: "center"});
		const r = e.getClientRects()[0];
		if (!r || !e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2))) return false;
		e.click();
		return true;
	})(document.querySelector(%q))`
	b.until(selector+" in view, with nothing over it", fmt.Sprintf(script, selector))
}

// leave does something that leads to another page, or to the same one anew, and waits until it is there.
func (b *browser) leave(do func()) {
	b.t.Helper()
	evaluate[bool](b, `document.documentElement.dataset.old = "yes"; true`)
	do()
	b.until("a new page", `!document.documentElement.dataset.old && document.readyState === "complete"`)
}

// until waits for a condition of the page.
func (b *browser) until(what, condition string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for {
		holds, err := chromedp.Run(ctx, chromedp.Evaluate[bool](condition))
		if err == nil && holds {
			return
		}
		if ctx.Err() != nil {
			b.t.Fatalf("waited in vain for %s at %s:\n%.2500s", what, b.address(), b.words())
		}
		time.Sleep(50 * time.Millisecond) // a page between two addresses has no context: it is asked again
	}
}

// reads waits until the page says each of the words, or said them at its start about the previous act.
func (b *browser) reads(words ...string) {
	b.t.Helper()
	for _, w := range words {
		b.until(fmt.Sprintf("the words %q", w), fmt.Sprintf(`[document.body.innerText, window.announced].join(" ").replace(/\s+/g, " ").toLowerCase().includes(%q.toLowerCase())`, w))
	}
}

// isShown waits until an element has the focus and is whole in view.
func (b *browser) isShown(selector string) {
	b.t.Helper()
	b.until(selector+" in view, with the focus", fmt.Sprintf(`(e => { const r = e.getBoundingClientRect();
		return document.activeElement === e && r.top >= 0 && r.bottom <= innerHeight })(document.querySelector(%q))`, selector))
}

// lacks holds that the page does not say the words, nor hold them in its markup.
func (b *browser) lacks(words ...string) {
	b.t.Helper()
	markup := evaluate[string](b, "document.documentElement.outerHTML")
	for _, w := range words {
		if strings.Contains(markup, w) {
			b.t.Errorf("%s says %q", b.address(), w)
		}
	}
}

// address is the path that the window shows.
func (b *browser) address() string {
	at, _ := chromedp.Run(b.ctx, chromedp.Location())
	return strings.TrimPrefix(at, b.base)
}

// words are what the page says.
func (b *browser) words() string {
	text, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.body.innerText`))
	return text
}

// signIn passes the front door.
func (b *browser) signIn(email string) {
	b.t.Helper()
	b.visit("/sign-in")
	b.fill("email", email)
	b.fill("password", testPassword)
	b.press("Sign in")
}

// unchecked lets a form out as it is, so that the server's own answer is seen.
func (b *browser) unchecked() {
	b.t.Helper()
	evaluate[bool](b, `for (const f of document.forms) f.noValidate = true; true`)
}
