package sandbox

import (
	"context"
	"errors"
	"sync"
)

// pool lends interpreters to calls. It starts one when none is idle and there may
// be more, and prefers the one used last, so that few are started under light use.
type pool struct {
	options Options
	start   starter
	slots   chan struct{} // one for each interpreter that may run

	mu     sync.Mutex
	idle   []*worker
	closed bool
}

var errClosed = errors.New("sandbox: it is closed")

func newPool(o Options, start starter) *pool {
	return &pool{options: o, start: start, slots: make(chan struct{}, o.Parallel)}
}

// take returns an interpreter that is the caller's alone until give.
func (p *pool) take(ctx context.Context) (*worker, error) {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	p.mu.Lock()
	closed := p.closed
	var w *worker
	if n := len(p.idle); n > 0 {
		w, p.idle = p.idle[n-1], p.idle[:n-1]
	}
	p.mu.Unlock()
	if closed {
		<-p.slots
		return nil, errClosed
	}
	if w != nil {
		return w, nil
	}
	w, err := startWorker(ctx, p.options, p.start)
	if err != nil {
		<-p.slots
		return nil, err
	}
	return w, nil
}

// give takes an interpreter back; one that is spent is ended.
func (p *pool) give(w *worker) {
	p.mu.Lock()
	keep := !w.spent && !p.closed
	if keep {
		p.idle = append(p.idle, w)
	}
	p.mu.Unlock()
	if !keep {
		w.stop()
	}
	<-p.slots
}

func (p *pool) Run(ctx context.Context, code string) (Result, error) {
	w, err := p.take(ctx)
	if err != nil {
		return Result{}, err
	}
	defer p.give(w)
	return w.run(ctx, code)
}

// Close ends the idle interpreters at once and the others when their call is over.
func (p *pool) Close() error {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	for _, w := range idle {
		w.stop()
	}
	return nil
}
