package pagepicture

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/tunnel"
)

// Bounds of the steps of a picture. What remains of its time is for the files.
const (
	keepTime   = 6 * time.Second // at least, for picture and PDF
	settleTime = 4 * time.Second // in which the page may show the post after it was loaded
	lookEvery  = 200 * time.Millisecond
	mostHeight = 8000 // pixels of the picture
)

// visit is one page in the browser.
type visit struct {
	tools   *devtools
	way     *tunnel.Proxy
	request Request
	settle  time.Duration
	until   time.Time // its time is over
	frame   string

	mu     sync.Mutex
	at     string // address of the last document asked for
	status int
	once   sync.Once
	loaded chan struct{}
}

// params are the parameters of a command.
type params map[string]any

// open opens the page and waits until it is loaded, or until it is time to take the picture as it is.
func (v *visit) open(ctx context.Context) error {
	if err := v.attach(ctx); err != nil {
		return err
	}
	var went struct {
		FrameID   string `json:"frameId"`
		ErrorText string `json:"errorText"`
	}
	if err := v.tools.call(ctx, "Page.navigate", params{"url": v.request.Address}, &went); err != nil {
		return err
	}
	if went.ErrorText != "" {
		if v.request.leavesPlatform(v.address()) {
			return failed(content.PageElsewhere, errors.New(went.ErrorText))
		}
		return failed(content.PageUnreachable, errors.New(went.ErrorText))
	}
	v.frame = went.FrameID
	wait, cancel := context.WithDeadline(ctx, v.until.Add(-keepTime-v.settle))
	defer cancel()
	select {
	case <-v.loaded:
	case <-wait.Done():
	}
	return ctx.Err()
}

// attach opens an empty page and makes it report to us.
func (v *visit) attach(ctx context.Context) error {
	var target struct {
		TargetID string `json:"targetId"`
	}
	if err := v.tools.call(ctx, "Target.createTarget", params{"url": "about:blank"}, &target); err != nil {
		return err
	}
	var session struct {
		SessionID string `json:"sessionId"`
	}
	if err := v.tools.call(ctx, "Target.attachToTarget", params{"targetId": target.TargetID, "flatten": true}, &session); err != nil {
		return err
	}
	if err := v.tools.call(ctx, "Browser.setDownloadBehavior", params{"behavior": "deny"}, nil); err != nil {
		return err
	}
	v.tools.attach(session.SessionID, v.event)
	for _, c := range []struct {
		method string
		params params
	}{
		{"Page.enable", params{}}, {"Network.enable", params{}},
		{"Fetch.enable", params{"handleAuthRequests": true, "patterns": []params{{"urlPattern": "*"}}}},
		{"Emulation.setDeviceMetricsOverride", params{"width": windowWidth, "height": windowHeight, "deviceScaleFactor": 1, "mobile": false}},
	} {
		if err := v.tools.call(ctx, c.method, c.params, nil); err != nil {
			return err
		}
	}
	return nil
}

// event reacts to what the browser reports. It must not wait for an answer.
func (v *visit) event(method string, data raw) {
	switch method {
	case "Page.loadEventFired":
		v.once.Do(func() { close(v.loaded) })
	case "Page.javascriptDialogOpening":
		_ = v.tools.send("Page.handleJavaScriptDialog", params{"accept": false}, nil)
	case "Fetch.authRequired":
		v.authorize(data)
	case "Fetch.requestPaused":
		v.letThrough(data)
	case "Network.responseReceived":
		v.answered(data)
	}
}

// authorize gives the proxy its password, and nobody else any.
func (v *visit) authorize(data raw) {
	var e struct {
		RequestID     string `json:"requestId"`
		AuthChallenge struct {
			Source string `json:"source"`
		} `json:"authChallenge"`
	}
	if json.Unmarshal(data, &e) != nil {
		return
	}
	answer := params{"response": "CancelAuth"}
	if e.AuthChallenge.Source == "Proxy" {
		answer = params{"response": "ProvideCredentials", "username": tunnel.User, "password": v.way.Password()}
	}
	_ = v.tools.send("Fetch.continueWithAuth", params{"requestId": e.RequestID, "authChallengeResponse": answer}, nil)
}

// letThrough lets requests to the platform through and ends all others. The proxy refuses them, too.
func (v *visit) letThrough(data raw) {
	var e struct {
		RequestID    string `json:"requestId"`
		FrameID      string `json:"frameId"`
		ResourceType string `json:"resourceType"`
		Request      struct {
			URL string `json:"url"`
		} `json:"request"`
	}
	if json.Unmarshal(data, &e) != nil {
		return
	}
	v.mu.Lock()
	if e.ResourceType == "Document" && (v.frame == "" || v.frame == e.FrameID) {
		v.at = e.Request.URL
	}
	v.mu.Unlock()
	if inPage := strings.HasPrefix(e.Request.URL, "data:") || strings.HasPrefix(e.Request.URL, "blob:"); !inPage && v.request.leavesPlatform(e.Request.URL) {
		_ = v.tools.send("Fetch.failRequest", params{"requestId": e.RequestID, "errorReason": "AccessDenied"}, nil)
		return
	}
	_ = v.tools.send("Fetch.continueRequest", params{"requestId": e.RequestID}, nil)
}

// answered keeps the status of the page's own answer.
func (v *visit) answered(data raw) {
	var e struct {
		Type     string `json:"type"`
		FrameID  string `json:"frameId"`
		Response struct {
			Status int `json:"status"`
		} `json:"response"`
	}
	if json.Unmarshal(data, &e) != nil || e.Type != "Document" {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.frame == "" || v.frame == e.FrameID {
		v.status = e.Response.Status
	}
}

// address returns the address of the last document that was asked for.
func (v *visit) address() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.at
}

// look reads what the page shows, again and again until it shows the post or its time is over.
func (v *visit) look(ctx context.Context) (found seen, err error) {
	end := time.Now().Add(v.settle)
	if latest := v.until.Add(-keepTime); end.After(latest) {
		end = latest
	}
	for {
		if found, err = v.read(ctx); err != nil {
			return found, err
		}
		if status, _ := found.judge(v.request.Post); status == content.PageKept || !time.Now().Before(end) {
			return found, nil
		}
		select {
		case <-ctx.Done():
			return found, ctx.Err()
		case <-time.After(lookEvery):
		}
	}
}
