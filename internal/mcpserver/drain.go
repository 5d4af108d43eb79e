package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"
)

// drained are both ends of a client that may close its end of the input before it
// has got all answers, as a pipe from a file does: the end of the input is held
// back until every request has been answered.
type drained struct {
	ctx context.Context
	in  io.ReadCloser
	out io.WriteCloser

	mu          sync.Mutex
	open        int // requests without an answer
	settled     chan struct{}
	read, wrote lines
	ended       bool
	closed      chan struct{}
	closeOnce   sync.Once
}

func newDrained(ctx context.Context, in io.ReadCloser, out io.WriteCloser) *drained {
	return &drained{ctx: ctx, in: in, out: out, settled: make(chan struct{}, 1), closed: make(chan struct{})}
}

type drainedReader struct{ *drained }

// Read reads what the client sends, and its end when nothing is open any more.
func (r drainedReader) Read(p []byte) (int, error) {
	if r.ended {
		return 0, r.wait()
	}
	n, err := r.in.Read(p)
	r.note(&r.read, p[:n], func(method bool) int {
		if method {
			return 1
		}
		return 0
	})
	if !errors.Is(err, io.EOF) {
		return n, err
	}
	r.ended = true
	if n > 0 {
		return n, nil
	}
	return 0, r.wait()
}

// Close ends the waiting too.
func (r drainedReader) Close() error {
	r.closeOnce.Do(func() { close(r.closed) })
	return r.in.Close()
}

type drainedWriter struct{ *drained }

// Write writes to the client.
func (w drainedWriter) Write(p []byte) (int, error) {
	n, err := w.out.Write(p)
	w.note(&w.wrote, p[:n], func(method bool) int {
		if method {
			return 0
		}
		return -1
	})
	return n, err
}

// Close closes the client's end.
func (w drainedWriter) Close() error { return w.out.Close() }

// note counts the messages with an id that end in b. One with a method is a
// request, one without is an answer.
func (d *drained) note(l *lines, b []byte, change func(method bool) int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	l.add(b, func(line []byte) {
		type message struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		var all []message
		if json.Unmarshal(line, &all) != nil { // a batch
			all = make([]message, 1)
			if json.Unmarshal(line, &all[0]) != nil {
				return
			}
		}
		for _, m := range all {
			if len(m.ID) > 0 {
				d.open += change(m.Method != "")
			}
		}
	})
	select {
	case d.settled <- struct{}{}:
	default:
	}
}

// wait returns the end of the input when there is nothing left to answer. A client
// that has taken a request back gets no answer to it: there is a limit.
func (d *drained) wait() error {
	limit := time.NewTimer(closing)
	defer limit.Stop()
	for {
		d.mu.Lock()
		open := d.open
		d.mu.Unlock()
		if open <= 0 {
			return io.EOF
		}
		select {
		case <-d.settled:
		case <-d.ctx.Done():
			return io.EOF
		case <-d.closed:
			return io.EOF
		case <-limit.C:
			return io.EOF
		}
	}
}

// lines puts lines together from pieces.
type lines struct{ rest []byte }

func (l *lines) add(b []byte, whole func([]byte)) {
	for {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			l.rest = append(l.rest, b...)
			return
		}
		l.rest = append(l.rest, b[:i]...)
		whole(l.rest)
		l.rest = l.rest[:0]
		b = b[i+1:]
	}
}
