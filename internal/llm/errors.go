package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/ifcmcq/ifcmcq/internal/lazy"
)

// Kind says what went wrong with a request, and so whether it is worth another try.
type Kind string

const (
	Auth           Kind = "auth"            // no key, a wrong one, or one without the right
	ModelNotFound  Kind = "model_not_found" // the server does not know the model
	ContextTooLong Kind = "context"         // the conversation is longer than the model takes
	RateLimit      Kind = "rate_limit"      // too many requests or tokens, after all retries
	Quota          Kind = "quota"           // the account has no credit
	Refused        Kind = "refused"         // the provider's filter refuses the prompt
	BadRequest     Kind = "bad_request"     // the server finds fault with the request
	BadAddress     Kind = "bad_address"     // nothing that speaks the protocol at this address
	BadReply       Kind = "bad_reply"       // what comes back is no chat completion
	Server         Kind = "server"          // a failure of the server, after all retries
	Network        Kind = "network"         // no connection, or one that broke off
	Timeout        Kind = "timeout"         // no reply in time
)

// Error is a request that failed for good. Of all kinds, ContextTooLong and Refused
// say something about the conversation; all others are failures of infrastructure.
type Error struct {
	Kind    Kind
	Model   string
	Status  int    // of HTTP, 0 if there was no reply
	Message string // what the server says, on one line, without secrets
	Retries int    // requests that failed before the last one
	Err     error  // the cause, if it is not a reply of the server

	param      string // that the server names
	baseURL    string
	retryAfter time.Duration
	permanent  bool // no retry although the kind allows it
	keyed      bool // a key was sent
}

// Error says what happened and what to do about it, in one sentence.
func (e *Error) Error() string {
	what := ""
	switch e.Kind {
	case Auth:
		what = "the server refuses the API key"
		if !e.keyed {
			what = "the server wants an API key"
		}
	case ModelNotFound:
		what = "the server does not know the model"
	case ContextTooLong:
		what = "the conversation is too long for the model"
	case RateLimit:
		what = "the server's rate limit is reached"
	case Quota:
		what = "the account has no credit left"
	case Refused:
		what = "the provider's content filter refuses the prompt"
	case BadRequest:
		what = "the server refuses the request"
	case BadAddress:
		what = "there is no chat completion API at " + e.baseURL
	case BadReply:
		what = "the server's reply is no chat completion"
	case Server:
		what = "the server failed"
	case Network:
		what = "no connection to " + e.baseURL
		if e.Status != 0 {
			what = "the connection to " + e.baseURL + " broke off"
		}
	case Timeout:
		what = "the server did not reply in time"
	default:
		what = "the request failed"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "model %s: %s", e.Model, what)
	if e.Status >= 400 {
		fmt.Fprintf(&b, " (HTTP %d)", e.Status)
	}
	switch {
	case e.Message != "":
		fmt.Fprintf(&b, ": %s", e.Message)
	case e.Err != nil:
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	if e.Retries > 0 {
		fmt.Fprintf(&b, ", after %d retries", e.Retries)
	}
	if h := e.Hint(); h != "" {
		fmt.Fprintf(&b, "; %s", h)
	}
	return b.String()
}

// Hint says what may help, "" if nothing in particular.
func (e *Error) Hint() string {
	switch e.Kind {
	case Auth:
		return "set the key in the environment or a .env file, such as OPENAI_API_KEY"
	case ModelNotFound:
		return "check its name, and whether the key may use it"
	case RateLimit:
		return "lower --max-connections or set a rate limit, then run the same command again"
	case Quota:
		return "add credit, then run the same command again"
	case BadAddress:
		return "check the base URL; it mostly ends in /v1"
	case BadReply:
		return "check that the base URL is that of an OpenAI-compatible server"
	case Network:
		return "check the base URL and that the server is running"
	case Timeout:
		return "raise the time-out or lower --max-connections"
	}
	return ""
}

func (e *Error) Unwrap() error { return e.Err }

// retryable reports whether the same request may succeed later.
func (e *Error) retryable() bool {
	if e.permanent {
		return false
	}
	switch e.Kind {
	case RateLimit, Server, Network, Timeout:
		return true
	}
	return false
}

// Fatal reports whether err will befall every other request to the same model too,
// so that going on makes no sense.
func Fatal(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Kind {
	case Auth, ModelNotFound, Quota, BadAddress:
		return true
	case Network:
		return e.permanent // never there
	}
	return false
}

// problem is what servers say in the body of a refusal. OpenAI and llama.cpp nest it
// in "error", vLLM has it at the top, Ollama and FastAPI send a string.
type problem struct {
	Code, Type, Param, Message string
}

func readProblem(body []byte) problem {
	var outer map[string]json.RawMessage
	if json.Unmarshal(body, &outer) != nil {
		return problem{Message: oneLine(string(body))}
	}
	inner := outer
	if raw, ok := outer["error"]; ok {
		var text string
		var nested map[string]json.RawMessage
		switch {
		case json.Unmarshal(raw, &text) == nil:
			return problem{Message: oneLine(text)}
		case json.Unmarshal(raw, &nested) == nil && nested != nil:
			inner = nested
		}
	}
	p := problem{Code: scalar(inner["code"]), Type: scalar(inner["type"]), Param: scalar(inner["param"]), Message: oneLine(scalar(inner["message"]))}
	if p.Message == "" {
		p.Message = oneLine(scalar(inner["detail"]))
	}
	// A router says only "Provider returned error" and keeps the provider's own words.
	var meta struct {
		Raw json.RawMessage `json:"raw"`
	}
	if raw := inner["metadata"]; raw != nil && json.Unmarshal(raw, &meta) == nil && meta.Raw != nil {
		p.Message = oneLine(p.Message + ": " + scalar(meta.Raw))
	}
	return p
}

// scalar is a JSON string's text, or any other value as it stands.
func scalar(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

const maxMessage = 400

func oneLine(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "?")), " ")
	if r := []rune(s); len(r) > maxMessage {
		s = string(r[:maxMessage]) + "…"
	}
	return s
}

var (
	tooLong     = lazy.NewRegexp(`(?i)context.?length|context.?window|context.?size|maximum.?context|max_model_len|prompt is too long|input is too long|too many (?:input )?tokens|token count .*exceeds|exceeds? .*(?:maximum|max).*(?:input|prompt|token)|input length .*exceed|reduce the length`)
	noSuchModel = lazy.NewRegexp(`(?i)model.{0,200}(?:not found|not exist|does not exist|not a valid|no such|unknown|not available|not supported for|try pulling)|(?:no such|unknown|invalid) model|not a valid model`)
	noCredit    = lazy.NewRegexp(`(?i)insufficient.{0,20}(?:quota|credit|balance|funds)|exceeded your current quota|billing|out of credits`)
)

// classify turns a refusal of the server into an error.
func classify(status int, header http.Header, body []byte) *Error {
	p := readProblem(body)
	e := &Error{Status: status, Message: p.Message, param: p.Param, retryAfter: retryAfter(header)}
	what := p.Code + " " + p.Type + " " + p.Message
	isJSON := json.Valid(body)
	switch {
	case status != http.StatusTooManyRequests && status != http.StatusUnauthorized &&
		(p.Code == "context_length_exceeded" || p.Type == "exceed_context_size_error" || tooLong.Get().MatchString(what)):
		e.Kind = ContextTooLong
	case status == http.StatusRequestEntityTooLarge:
		e.Kind = ContextTooLong
	case p.Code == "content_filter" || p.Code == "content_policy_violation" || strings.Contains(what, "ResponsibleAIPolicyViolation"):
		e.Kind = Refused
	case p.Code == "model_not_found" || (status >= 400 && status < 500 && status != 429 && noSuchModel.Get().MatchString(what)):
		e.Kind = ModelNotFound
	case status == http.StatusPaymentRequired || p.Code == "insufficient_quota" || (status < 500 && noCredit.Get().MatchString(what)):
		e.Kind = Quota
	case status == http.StatusUnauthorized || status == http.StatusForbidden || p.Code == "invalid_api_key":
		e.Kind = Auth
	case status == http.StatusTooManyRequests:
		e.Kind = RateLimit
		// One request alone is over the limit: waiting does not help.
		e.permanent = strings.HasPrefix(p.Message, "Request too large")
	case status == http.StatusNotFound || status == http.StatusMethodNotAllowed || (status < 400 && !isJSON):
		e.Kind = BadAddress
	case status == http.StatusRequestTimeout || status == http.StatusGatewayTimeout:
		e.Kind = Timeout
	case status == http.StatusConflict || status == http.StatusTooEarly || status >= 500:
		e.Kind = Server
	case status >= 400:
		e.Kind = BadRequest
	default:
		e.Kind = BadReply
	}
	if !isJSON && strings.Contains(p.Message, "<") {
		e.Message = "" // a page for browsers
	}
	return e
}
