package main

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"socialdata/internal/testkit"
)

// connectTime bounds what an agent does, with the person that lets it in.
const connectTime = time.Minute

// TestAnAgentIsLetIn: an agent that knows nothing but the address of /mcp finds out how it gets a token, a person lets it in, it calls a
// tool, and the person ends it on the page of keys.
func TestAnAgentIsLetIn(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		b := h.open(t)
		answers, address := comesBack(t)
		asked := false
		handler, err := auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{RedirectURL: address, RequestRefreshToken: true,
			DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{ClientName: "An agent in Go", RedirectURIs: []string{address}}},
			AuthorizationCodeFetcher: func(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
				if asked {
					return nil, errors.New("the person lets it in once")
				}
				asked = true
				b.letIn(strings.TrimPrefix(args.URL, h.base), w)
				select {
				case q := <-answers:
					return &auth.AuthorizationResult{Code: q.Get("code"), State: q.Get("state"), Iss: q.Get("iss")}, nil
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			}})
		testkit.Must(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), connectTime)
		defer cancel()
		client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
		connected, err := client.Connect(ctx, &sdk.StreamableClientTransport{Endpoint: h.base + "/mcp", OAuthHandler: handler, MaxRetries: -1}, nil)
		testkit.Must(t, err)
		defer func() { _ = connected.Close() }()
		balance := &sdk.CallToolParams{Name: "check_balance", Arguments: map[string]any{}}
		if r, err := connected.CallTool(ctx, balance); err != nil || r.IsError {
			t.Fatalf("the tool says %+v, %v", r, err)
		}
		b.visit("/w/" + w + "/keys")
		b.reads("An agent in Go", "Acts for the member who let it in", "0 of 5 credits a day")
		b.accessible()
		b.press("Revoke")
		b.press("Revoke the key")
		if _, err := connected.CallTool(ctx, balance); err == nil {
			t.Error("the agent goes on after its key was revoked")
		}
	})
}

// letIn opens the address at which an agent asks, signs in on the way, and allows it with a budget.
func (b *browser) letIn(path, workspace string) {
	b.t.Helper()
	b.visit(path)
	b.reads("Sign in")
	b.fill("email", "owner@example.com")
	b.fill("password", testPassword)
	b.press("Sign in")
	b.reads("An agent in ", "act for you?", "nobody has checked its name", "an application on your own device")
	b.accessible()
	b.fill("daily", "many")
	b.press("Allow")
	b.reads("The budget")
	b.accessible()
	b.fill("daily", "5")
	b.click("Allow")
}

// comesBack listens as a program on the person's machine does, and returns where, and with what the person comes back.
func comesBack(t *testing.T) (answers chan url.Values, address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	testkit.Must(t, err)
	answers = make(chan url.Values, 4)
	server := &http.Server{ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<title>Back</title><p>Back at the program"))
		if q := r.URL.Query(); q.Has("code") || q.Has("error") {
			answers <- q
		}
	})}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	return answers, "http://" + l.Addr().String() + "/back"
}

// TestAnAgentInJavaScriptIsLetIn does the same with an independent client, which also refreshes its token.
func TestAnAgentInJavaScriptIsLetIn(t *testing.T) {
	t.Parallel()
	top, err := filepath.Abs("../..")
	testkit.Must(t, err)
	if _, err := os.Stat(filepath.Join(top, "node_modules/@modelcontextprotocol/sdk")); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("the SDK is not in node_modules: see .ci/run")
		}
		t.Skip("the SDK is not in node_modules: npm installs it as .ci/run does")
	}
	h := newProgram(t, map[string]string{})
	w := h.owner()
	b := h.open(t)
	ctx, cancel := context.WithTimeout(t.Context(), connectTime)
	defer cancel()
	agent := exec.CommandContext(ctx, "node", "testdata/oauth.mjs", h.base+"/mcp")
	agent.WaitDelay = time.Second
	agent.Stderr = os.Stderr
	out, err := agent.StdoutPipe()
	testkit.Must(t, err)
	testkit.Must(t, agent.Start())
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatalf("the agent asks for nothing: %v", agent.Wait())
	}
	b.letIn(strings.TrimPrefix(lines.Text(), h.base), w)
	var said []string
	for lines.Scan() {
		said = append(said, lines.Text())
	}
	if err := agent.Wait(); err != nil || len(said) != 2 || !strings.Contains(said[0], `"dailyCredits":5`) || said[1] != "refreshed" {
		t.Errorf("the agent says %q, %v", said, err)
	}
}
