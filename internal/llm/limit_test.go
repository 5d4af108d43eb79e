package llm

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// handClock moves on when somebody sleeps.
type handClock struct {
	mu    sync.Mutex
	now   time.Time
	slept time.Duration
}

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *handClock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	c.slept += d
	return ctx.Err()
}

func TestGateAdapts(t *testing.T) {
	t.Parallel()
	clock := &handClock{}
	g := newGate(100, clock)
	round := func(v verdict) (before, after int) { // all places taken, then given back
		before, _ = g.state()
		epochs := make([]int, before)
		for i := range epochs {
			var err error
			if epochs[i], err = g.enter(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if _, running := g.state(); running != before {
			t.Fatalf("%d are running in %d places", running, before)
		}
		// Each is replaced at once, as by a queue that never ends, so that the places
		// stay full while the replies come in.
		for _, e := range epochs {
			g.leave(e, v, 0)
			for n, running := g.state(); running < n; n, running = g.state() {
				if _, err := g.enter(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		after, running := g.state()
		for range running {
			g.leave(-1, neutral, 0)
		}
		return before, after
	}
	steps := []struct {
		v    verdict
		want int
	}{
		{served, 32}, {served, 64}, {served, 100}, // doubles, up to the limit
		{tooMany, 50},              // all refused, halved once
		{served, 50}, {served, 51}, // grows by one a round (nearly)
		{troubled, 51}, // does not grow
		{tooMany, 25}, {tooMany, 12}, {tooMany, 6}, {tooMany, 3}, {tooMany, 1}, {tooMany, 1},
		{served, 1}, {served, 2},
	}
	for i, s := range steps {
		before, after := round(s.v)
		if d := after - s.want; d < -1 || d > 1 || after < 1 || after > 100 {
			t.Errorf("step %d: from %d to %d places, not %d", i, before, after, s.want)
		}
	}
}

func TestGatePauses(t *testing.T) {
	t.Parallel()
	clock := &handClock{}
	g := newGate(4, clock)
	e, err := g.enter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	g.leave(e, tooMany, 30*time.Second)
	if _, err := g.enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	if clock.slept != 30*time.Second {
		t.Errorf("slept %v", clock.slept)
	}
}

// TestGateAnyOrder: whatever comes and goes, there are never more in than places were
// given, and none is lost.
func TestGateAnyOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(1, 8).Draw(t, "most")
		g := newGate(most, &handClock{})
		verdicts := rapid.SliceOfN(rapid.SampledFrom([]verdict{served, tooMany, troubled, neutral}), 1, 40).Draw(t, "verdicts")
		cancelled := rapid.SliceOfN(rapid.Bool(), len(verdicts), len(verdicts)).Draw(t, "cancelled")
		var wg sync.WaitGroup
		var mu sync.Mutex
		in, top := 0, 0
		for i, v := range verdicts {
			wg.Go(func() {
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				if cancelled[i] {
					cancel()
				}
				e, err := g.enter(ctx)
				if err != nil {
					return
				}
				mu.Lock()
				in++
				top = max(top, in)
				mu.Unlock()
				mu.Lock()
				in--
				mu.Unlock()
				g.leave(e, v, 0)
			})
		}
		wg.Wait()
		if top > most {
			t.Fatalf("%d were in", top)
		}
		if _, running := g.state(); running != 0 || len(g.waiting) != 0 {
			t.Fatalf("%d run, %d wait at the end", running, len(g.waiting))
		}
	})
}

func TestBudget(t *testing.T) {
	t.Parallel()
	clock := &handClock{now: time.Unix(1000, 0)}
	b := newBudget(60, 0, clock)
	for range 65 {
		if err := b.wait(t.Context(), 1000); err != nil {
			t.Fatal(err)
		}
	}
	if got := clock.slept; got < 59*time.Second || got > 61*time.Second {
		t.Errorf("65 requests at 60 a minute, 5 of them at once, took %v", got)
	}
	clock = &handClock{now: time.Unix(1000, 0)}
	b = newBudget(0, 6000, clock)
	for range 10 {
		if err := b.wait(t.Context(), 500); err != nil {
			t.Fatal(err)
		}
		b.charge(700 - 500) // more than was foreseen
	}
	// 9 × 700 + 500 tokens less the 500 at once, 100 a second
	if got := clock.slept; got < 62*time.Second || got > 64*time.Second {
		t.Errorf("took %v", got)
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	tests := []struct {
		header map[string]string
		want   time.Duration
	}{
		{nil, 0},
		{map[string]string{"Retry-After": "3"}, 3 * time.Second},
		{map[string]string{"Retry-After": "0.5"}, time.Second / 2},
		{map[string]string{"Retry-After": "-1"}, 0},
		{map[string]string{"Retry-After": "soon"}, 0},
		{map[string]string{"Retry-After": "1e300"}, 1<<62 - 1},
		{map[string]string{"Retry-After": "9", "Retry-After-Ms": "250"}, 250 * time.Millisecond},
		{map[string]string{"Retry-After": "Fri, 02 Jan 2026 03:05:05 GMT", "Date": "Fri, 02 Jan 2026 03:04:05 GMT"}, time.Minute},
		{map[string]string{"Retry-After": "Fri, 02 Jan 2026 03:03:05 GMT", "Date": "Fri, 02 Jan 2026 03:04:05 GMT"}, 0},
	}
	for _, tt := range tests {
		h := http.Header{}
		for k, v := range tt.header {
			h.Set(k, v)
		}
		if got := retryAfter(h); got != tt.want {
			t.Errorf("%v is %v, not %v", tt.header, got, tt.want)
		}
	}
}

func TestPause(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := DefaultRetry()
		n := rapid.IntRange(1, 2000).Draw(t, "n")
		random := rapid.Float64Range(0, 0.9999).Draw(t, "random")
		d, ok := r.pause(n, &Error{}, random)
		if !ok || d < r.Base/2 || d > r.Cap {
			t.Fatalf("pause %d is %v, %v", n, d, ok)
		}
		after := time.Duration(rapid.Int64Range(1, int64(time.Hour)).Draw(t, "after"))
		d, ok = r.pause(n, &Error{retryAfter: after}, random)
		if ok != (after <= r.MaxWait) || (ok && (d < after || d > after+time.Second)) {
			t.Fatalf("pause after %v is %v, %v", after, d, ok)
		}
	})
}
