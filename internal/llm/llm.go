// Package llm asks language models over an OpenAI-compatible chat completion API:
// OpenAI, vLLM, llama.cpp, Ollama, OpenRouter and whoever else speaks it.
//
// A [Client] asks one model. It tries failed requests again, keeps to as many
// connections as the server takes and to limits of requests and tokens a minute,
// drops parameters that the server refuses, and keeps what went over the wire. The
// reasoning that models send along stays in [Message.Raw]; it is never part of
// [Message.Content].
package llm

import (
	"context"
	"encoding/json"
	"time"

	"github.com/ifcmcq/ifcmcq/score"
)

// Message is one turn of a conversation.
type Message struct {
	Role       string // system, user, assistant, tool
	Content    string
	ToolCalls  []ToolCall // of an assistant, with native function calling
	ToolCallID string     // of a tool's answer
	// Raw is an assistant's message as the server sent it, with members that this
	// package does not know (reasoning …): it is sent back as it came.
	Raw json.RawMessage
}

// ToolCall is a function that a model asks for.
type ToolCall struct {
	ID        string
	Name      string
	Arguments json.RawMessage // as sent; may be no JSON at all
}

// Tool describes a function to a model.
type Tool struct {
	Name        string
	Description string
	Schema      json.RawMessage // JSON schema of the arguments
}

// Request is what a model is asked.
type Request struct {
	Messages []Message
	Tools    []Tool // native function calling; none otherwise
}

// Reply is what a model answers.
type Reply struct {
	Message Message
	// Finish is the reason why the model stopped: stop, length, tool_calls,
	// content_filter …
	Finish  string
	Refusal string // what the model says instead of an answer, if it refuses to give one
	Usage   score.Usage
	CostUSD *float64      // if the server says
	Retries int           // requests that failed before this one
	Latency time.Duration // of the request that succeeded
	// Request and Response are the bodies as they went over the wire; a stream is the
	// array of its chunks.
	Request, Response json.RawMessage
}

// Chat answers requests. Its errors are failures of infrastructure, after all
// retries: see [Error].
type Chat interface {
	Complete(ctx context.Context, r Request) (Reply, error)
}
