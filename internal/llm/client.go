package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/ssestream"
)

// Options are the settings of a client. What is zero or nil is left out of requests,
// so that the provider's default holds.
type Options struct {
	Temperature     *float64
	TopP            *float64
	MaxTokens       int // of one reply
	Seed            *int64
	ReasoningEffort string
	Stop            []string
	Extra           map[string]json.RawMessage // further members of the request
	Stream          bool

	MaxConnections    int           // requests side by side at most (default 10)
	RequestsPerMinute int           // 0 for no limit
	TokensPerMinute   int           // 0 for no limit
	Timeout           time.Duration // of one attempt (default 10 minutes)
	Retry             Retry         // the zero value stands for DefaultRetry

	Transport http.RoundTripper // nil for one of its own
	Clock     Clock             // nil for the system's
	Random    func() float64    // in [0, 1), for the jitter of retries; nil for the runtime's
	// OnChange is told once of each thing that the client does otherwise from then on
	// because the server refused it, such as "temperature dropped". It may be called
	// from several goroutines at once.
	OnChange func(change string)
}

// Client asks one model. It is safe for concurrent use.
type Client struct {
	end     Endpoint
	opt     Options
	chat    openai.ChatCompletionService
	gate    *gate
	budget  *budget
	dialect dialect
	reached atomic.Bool // the server has replied at least once

	mu       sync.Mutex
	failures map[Kind]int
}

const (
	defaultConnections = 10
	defaultTimeout     = 10 * time.Minute
	maxBody            = 64 << 20
)

// New returns a client for the model at e. It does not connect.
func New(e Endpoint, o Options) *Client {
	if o.MaxConnections <= 0 {
		o.MaxConnections = defaultConnections
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.Retry == (Retry{}) {
		o.Retry = DefaultRetry()
	}
	if o.Clock == nil {
		o.Clock = systemClock{}
	}
	if o.Random == nil {
		o.Random = rand.Float64
	}
	if o.Transport == nil {
		// The usual transport keeps two idle connections a host: the others would be
		// opened anew for every request.
		t := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, TLSHandshakeTimeout: 30 * time.Second, IdleConnTimeout: 90 * time.Second}
		t.DialContext = (&net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}).DialContext
		t.MaxIdleConnsPerHost = o.MaxConnections
		o.Transport = t
	}
	// The service alone, unlike the whole client, reads nothing from the environment:
	// one provider's key must not reach another.
	opts := []option.RequestOption{
		option.WithHTTPClient(&http.Client{Transport: o.Transport}),
		option.WithBaseURL(e.BaseURL),
		option.WithMaxRetries(0),
	}
	if e.APIKey != "" {
		opts = append(opts, option.WithAPIKey(e.APIKey))
	}
	if e.Organization != "" {
		opts = append(opts, option.WithOrganization(e.Organization))
	}
	if e.Project != "" {
		opts = append(opts, option.WithProject(e.Project))
	}
	return &Client{
		end: e, opt: o,
		chat:     openai.NewChatCompletionService(opts...),
		gate:     newGate(o.MaxConnections, o.Clock),
		budget:   newBudget(o.RequestsPerMinute, o.TokensPerMinute, o.Clock),
		failures: map[Kind]int{},
	}
}

// Model is the model's name as the user gave it.
func (c *Client) Model() string { return c.end.Model }

// Close lets go of idle connections.
func (c *Client) Close() error {
	if t, ok := c.opt.Transport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
	return nil
}

// Changes lists what the client does otherwise than it was told because the server
// refused it, in the order in which it came up.
func (c *Client) Changes() []string { return c.dialect.list() }

// Stats is a look at a client at work.
type Stats struct {
	Connections int          // that the server seems to take
	Running     int          // requests on their way
	Failures    map[Kind]int // attempts that failed, by what went wrong
}

// Stats returns how the client is doing.
func (c *Client) Stats() Stats {
	s := Stats{Failures: map[Kind]int{}}
	s.Connections, s.Running = c.gate.state()
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, n := range c.failures {
		s.Failures[k] = n
	}
	return s
}

// Complete implements [Chat]. If ctx is done it returns an error that wraps ctx's, any
// other error is an [*Error].
func (c *Client) Complete(ctx context.Context, r Request) (Reply, error) {
	retries, failed, changed := 0, 0, 0
	for {
		sent := c.dialect.encode(c.end.Name, r, c.opt)
		reply, e := c.attempt(ctx, sent)
		if e == nil {
			reply.Retries = retries
			return reply, nil
		}
		if err := ctx.Err(); err != nil {
			return Reply{}, fmt.Errorf("model %s: %w", c.end.Model, err)
		}
		c.mu.Lock()
		c.failures[e.Kind]++
		c.mu.Unlock()
		e.Model, e.baseURL, e.keyed, e.Retries = c.end.Model, c.end.BaseURL, c.end.APIKey != "", retries
		if change, ok := c.dialect.adapt(sent, e); ok && changed < maxChanges {
			if change != "" && c.opt.OnChange != nil {
				c.opt.OnChange(change)
			}
			changed++
			retries++
			continue
		}
		if !e.retryable() || failed >= c.opt.Retry.Max {
			return Reply{}, e
		}
		failed++
		retries++
		wait, ok := c.opt.Retry.pause(failed, e, c.opt.Random())
		if !ok {
			e.Message = strings.TrimSpace(fmt.Sprintf("%s (it wants to be left alone for %v)", e.Message, e.retryAfter))
			return Reply{}, e
		}
		if err := c.opt.Clock.Sleep(ctx, wait); err != nil {
			return Reply{}, fmt.Errorf("model %s: %w", c.end.Model, err)
		}
	}
}

// attempt waits for its turn and asks once.
func (c *Client) attempt(ctx context.Context, sent encoded) (Reply, *Error) {
	epoch, err := c.gate.enter(ctx)
	if err != nil {
		return Reply{}, &Error{Kind: Network, Err: err}
	}
	var e *Error
	defer func() {
		v, after := served, time.Duration(0)
		if e != nil {
			after = e.retryAfter
			switch e.Kind {
			case RateLimit:
				v = tooMany
			case Server, Network, Timeout:
				v = troubled
			default:
				v = neutral
			}
		}
		// A server that asks for more than the client waits ends the request, but does
		// not stop the others.
		if after > c.opt.Retry.MaxWait {
			after = 0
		}
		c.gate.leave(epoch, v, after)
	}()
	estimate := len(sent.body)/4 + c.opt.MaxTokens
	if err := c.budget.wait(ctx, estimate); err != nil {
		e = &Error{Kind: Network, Err: err, permanent: true}
		return Reply{}, e
	}
	start := c.opt.Clock.Now()
	var reply Reply
	reply, e = c.send(ctx, sent)
	if e != nil {
		return Reply{}, e
	}
	reply.Latency = c.opt.Clock.Now().Sub(start)
	c.budget.charge(reply.Usage.Input + reply.Usage.Output - estimate)
	return reply, nil
}

// wire is what came back over the network.
type wire struct {
	status int
	header http.Header
	body   []byte
	err    error // why the body is not whole
}

// record keeps a copy of the reply for w. The body is read to its end here, so that
// one that breaks off is an error of the attempt whether or not it is streamed.
func record(w *wire) option.Middleware {
	return func(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
		res, err := next(req)
		if err != nil {
			return res, err
		}
		defer res.Body.Close()
		body, err := io.ReadAll(io.LimitReader(res.Body, maxBody+1))
		if err == nil && len(body) > maxBody {
			err = fmt.Errorf("the reply is longer than %d MiB", maxBody>>20)
		}
		*w = wire{status: res.StatusCode, header: res.Header, body: body, err: err}
		if err != nil {
			return nil, err
		}
		res.Body = io.NopCloser(bytes.NewReader(body))
		return res, nil
	}
}

func (c *Client) send(ctx context.Context, sent encoded) (Reply, *Error) {
	asked, cancel := context.WithTimeout(ctx, c.opt.Timeout)
	defer cancel()
	var w wire
	opts := []option.RequestOption{option.WithRequestBody("application/json", sent.body), option.WithMiddleware(record(&w))}
	var stream *ssestream.Stream[openai.ChatCompletionChunk]
	var err error
	if sent.stream {
		stream = c.chat.NewStreaming(asked, openai.ChatCompletionNewParams{}, opts...)
		defer stream.Close()
		if err = w.err; w.status == 0 {
			err = stream.Err()
		}
	} else {
		var body []byte
		_, err = c.chat.New(asked, openai.ChatCompletionNewParams{}, append(opts, option.WithResponseBodyInto(&body))...)
	}
	if w.status != 0 {
		c.reached.Store(true)
	}
	if w.status < 400 && err != nil {
		return Reply{}, c.broken(asked, err, w.status)
	}
	w.body = c.redact(w.body)
	if w.status >= 400 {
		return Reply{}, classify(w.status, w.header, w.body)
	}
	var reply Reply
	var e *Error
	if sent.stream && !json.Valid(w.body) {
		reply, e = readStream(stream, w)
	} else {
		reply, e = readCompletion(w)
	}
	if e != nil {
		return Reply{}, e
	}
	reply.Request = sent.body
	return reply, nil
}

// broken classifies a failure of the connection.
func (c *Client) broken(ctx context.Context, err error, status int) *Error {
	var nerr net.Error
	if errors.Is(ctx.Err(), context.DeadlineExceeded) || (errors.As(err, &nerr) && nerr.Timeout()) {
		return &Error{Kind: Timeout, Err: fmt.Errorf("no reply within %v", c.opt.Timeout)}
	}
	e := &Error{Kind: Network, Status: status, Err: cause(err)}
	var dns *net.DNSError
	if errors.Is(err, syscall.ECONNREFUSED) || (errors.As(err, &dns) && dns.IsNotFound) {
		// A server that has never been there will hardly come up in the next minutes.
		e.permanent = !c.reached.Load()
	}
	return e
}

// cause drops the request's address from an error, which the sentence names already.
func cause(err error) error {
	var op *net.OpError
	var dns *net.DNSError
	switch {
	case errors.As(err, &dns):
		return fmt.Errorf("host %s is not known", dns.Name)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return errors.New("the reply breaks off")
	case errors.As(err, &op) && op.Err != nil:
		var call syscall.Errno
		if errors.As(op.Err, &call) {
			return call
		}
		return op.Err
	}
	return err
}

// redact takes the key out of what a server says, should it repeat it.
func (c *Client) redact(b []byte) []byte {
	if len(c.end.APIKey) < 8 {
		return b
	}
	return bytes.ReplaceAll(b, []byte(c.end.APIKey), []byte("REDACTED"))
}
