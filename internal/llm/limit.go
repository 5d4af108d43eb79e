package llm

import (
	"context"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// startConnections is how many requests to a model run side by side before the server
// has shown that it takes more.
const startConnections = 16

// gate lets requests to one model through, as many side by side as the server takes.
//
// It begins with a few and lets one more through for every reply, so that their number
// doubles a round, until the server says 429 for the first time. From then on the
// number grows by one a round and is halved at each 429; refusals of requests that were
// on their way at that moment do not halve it again. After other failures of the server
// it does not grow for a round. It stays between 1 and max.
type gate struct {
	clock Clock

	mu      sync.Mutex
	max     int
	limit   float64
	gentle  bool // grows by one a round rather than by doubling
	running int
	epoch   int       // counts the times that limit was halved
	still   int       // replies to let pass before growing again
	pause   time.Time // nobody sets out before
	waiting []chan struct{}
}

// verdict is what a reply says about the load on the server.
type verdict int

const (
	served   verdict = iota
	tooMany          // 429
	troubled         // 5xx, time-out, broken connection
	neutral          // says nothing about load
)

func newGate(most int, clock Clock) *gate {
	most = max(1, most)
	return &gate{clock: clock, max: most, limit: float64(min(most, startConnections))}
}

// enter waits for a place, first come, first served. What it returns goes to leave.
func (g *gate) enter(ctx context.Context) (epoch int, err error) {
	if err := g.place(ctx); err != nil {
		return 0, err
	}
	for {
		g.mu.Lock()
		wait := g.pause.Sub(g.clock.Now())
		epoch = g.epoch
		g.mu.Unlock()
		if wait <= 0 {
			return epoch, nil
		}
		if err := g.clock.Sleep(ctx, wait); err != nil {
			g.leave(epoch, neutral, 0)
			return 0, err
		}
	}
}

func (g *gate) place(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	g.mu.Lock()
	if g.running < g.places() && len(g.waiting) == 0 {
		g.running++
		g.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	g.waiting = append(g.waiting, turn)
	g.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.waiting, turn); i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
	} else { // it was this one's turn in the same moment: pass it on
		g.running--
		g.wake()
	}
	return ctx.Err()
}

// leave gives a place back and learns from the reply. retryAfter is how long the
// server wants to be left alone, 0 if it does not say.
func (g *gate) leave(epoch int, v verdict, retryAfter time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	full := g.running >= g.places()
	g.running--
	switch v {
	case served:
		switch {
		case g.still > 0:
			g.still--
		case !full: // nobody would have used more places: nothing is learnt
		case g.gentle:
			g.limit += 1 / g.limit
		default:
			g.limit++
		}
		g.limit = min(g.limit, float64(g.max))
	case tooMany:
		g.gentle = true
		if epoch == g.epoch {
			g.epoch++
			g.limit = max(1, g.limit/2)
		}
	case troubled:
		g.still = g.places()
	}
	if retryAfter > 0 {
		if until := g.clock.Now().Add(retryAfter); until.After(g.pause) {
			g.pause = until
		}
	}
	g.wake()
}

func (g *gate) places() int { return max(1, int(g.limit)) }

func (g *gate) wake() {
	for len(g.waiting) > 0 && g.running < g.places() {
		g.running++
		close(g.waiting[0])
		g.waiting = g.waiting[1:]
	}
}

// state is how many places there are, and how many are taken.
func (g *gate) state() (places, running int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.places(), g.running
}

// budget keeps to a number of requests and tokens a minute. A request is charged with
// an estimate of its tokens before, and with what it used beyond that after; there is
// no refund, so a limit is kept rather than used up.
type budget struct {
	clock            Clock
	requests, tokens *rate.Limiter // nil for no limit
}

func newBudget(requestsPerMinute, tokensPerMinute int, clock Clock) *budget {
	b := &budget{clock: clock}
	if requestsPerMinute > 0 {
		b.requests = perMinute(requestsPerMinute)
	}
	if tokensPerMinute > 0 {
		b.tokens = perMinute(tokensPerMinute)
	}
	return b
}

// perMinute allows for five seconds' worth at once.
func perMinute(n int) *rate.Limiter {
	return rate.NewLimiter(rate.Limit(float64(n)/60), max(1, n/12))
}

// wait waits until one more request of so many tokens is within the limits.
func (b *budget) wait(ctx context.Context, tokens int) error {
	now := b.clock.Now()
	delay := reserve(b.requests, now, 1)
	delay = max(delay, reserve(b.tokens, now, tokens))
	if delay == 0 {
		return ctx.Err()
	}
	return b.clock.Sleep(ctx, delay)
}

// charge books tokens that the estimate did not foresee; later requests wait for them.
func (b *budget) charge(tokens int) {
	reserve(b.tokens, b.clock.Now(), tokens)
}

// reserve takes n from l, which may be more than l holds at once, and returns how long
// to wait for the last of them.
func reserve(l *rate.Limiter, now time.Time, n int) (delay time.Duration) {
	for l != nil && n > 0 {
		part := min(n, l.Burst())
		delay = l.ReserveN(now, part).DelayFrom(now)
		n -= part
	}
	return delay
}
