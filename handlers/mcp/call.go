package mcp

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"socialdata/internal/apierror"
)

// call is one call of a tool.
type call struct {
	h      *Handler
	tool   tool
	caller *caller
	args   arguments
	left   string // says what a list left out; "" for nothing
}

// steps produces a tool's result if that takes more than one request.
type steps func(*call) (*Answer, error)

// run returns the handler of a tool. Failures are returned as results, because only the agent can react to them.
func (h *Handler) run(t tool) sdk.ToolHandler {
	return func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		c := &call{h: h, tool: t, caller: callerOf(ctx)}
		return c.finish(r), nil
	}
}

// finish runs the call and returns its result. A panic is also returned as a failure, because the library runs tools
// on its own goroutines, where a panic would end the process.
func (c *call) finish(r *sdk.CallToolRequest) (result *sdk.CallToolResult) {
	defer func() {
		if crash := recover(); crash != nil {
			c.h.log.Error("a tool crashed", "tool", c.tool.name, "requestId", c.caller.requestID, "cause", fmt.Sprint(crash), "stack", string(debug.Stack()))
			result = c.failed(apierror.New(apierror.CodeInternalError))
		}
	}()
	answer, err := c.answer(r)
	switch {
	case err != nil:
		return c.failed(apierror.From(err))
	case answer.Status >= http.StatusBadRequest:
		return c.refused(answer)
	}
	return c.result(answer)
}

func (c *call) answer(r *sdk.CallToolRequest) (*Answer, error) {
	var err error
	if c.args, err = readArguments(r.Params.Arguments); err != nil {
		return nil, err
	}
	if c.tool.steps != nil {
		return c.tool.steps(c)
	}
	return c.ask(c.tool, c.args, nil)
}

// ask sends the request of a tool's operation. change may modify the request before; it may be nil.
func (c *call) ask(t tool, args arguments, change func(*http.Request)) (*Answer, error) {
	r, err := c.h.contract.request(c.caller.ctx, t, args)
	if err != nil {
		return nil, err
	}
	if change != nil {
		change(r)
	}
	return c.caller.api(c.caller.ctx, r)
}
