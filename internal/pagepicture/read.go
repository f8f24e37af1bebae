package pagepicture

import (
	"context"
	"encoding/json"
	"errors"

	"socialdata/internal/content"
)

// script returns what a visitor sees of the page: innerText leaves out what is hidden.
const script = `(() => {
	const visible = e => { const r = e.getBoundingClientRect(); return r.width > 0 && r.height > 0 && getComputedStyle(e).visibility !== 'hidden'; };
	const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
	const dialog = middle && middle.closest('dialog, [role=dialog], [role=alertdialog], [aria-modal=true]');
	return JSON.stringify({
		address: location.href, title: document.title.slice(0, 300), text: document.body ? document.body.innerText.slice(0, 200000) : '',
		dialog: dialog ? dialog.innerText.slice(0, 20000) : null, password: [...document.querySelectorAll('input[type=password]')].some(visible),
	});
})()`

// read returns what the page shows now.
func (v *visit) read(ctx context.Context) (seen, error) {
	var world struct {
		ExecutionContextID int64 `json:"executionContextId"`
	}
	if err := v.tools.call(ctx, "Page.createIsolatedWorld", params{"frameId": v.frame, "worldName": "picture"}, &world); err != nil {
		return seen{}, err
	}
	var got struct {
		Result struct {
			Value string `json:"value"`
		} `json:"result"`
	}
	err := v.tools.call(ctx, "Runtime.evaluate", params{"expression": script, "contextId": world.ExecutionContextID, "returnByValue": true}, &got)
	var s seen
	if err == nil {
		err = json.Unmarshal([]byte(got.Result.Value), &s)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	s.status = v.status
	return s, err
}

// screenshot returns the whole page as PNG, or what the window shows of it if that is too large.
func (v *visit) screenshot(ctx context.Context) ([]byte, error) {
	var size struct {
		Content struct {
			Height float64 `json:"height"`
		} `json:"cssContentSize"`
	}
	if err := v.tools.call(ctx, "Page.getLayoutMetrics", params{}, &size); err != nil {
		return nil, err
	}
	for _, height := range []float64{min(max(size.Content.Height, windowHeight), mostHeight), windowHeight} {
		png, err := v.file(ctx, "Page.captureScreenshot", params{"format": "png", "captureBeyondViewport": height > windowHeight,
			"clip": params{"x": 0, "y": 0, "width": windowWidth, "height": height, "scale": 1}})
		if err != nil || len(png) <= mostBytes {
			return png, err
		}
	}
	return nil, failed(content.PageTooLarge, errors.New("the picture of the window"))
}

// pdf returns the page as PDF.
func (v *visit) pdf(ctx context.Context) ([]byte, error) {
	return v.file(ctx, "Page.printToPDF", params{"printBackground": true})
}

// file returns the file that a command makes.
func (v *visit) file(ctx context.Context, method string, p params) ([]byte, error) {
	var made struct {
		Data []byte `json:"data"`
	}
	err := v.tools.call(ctx, method, p, &made)
	return made.Data, err
}
