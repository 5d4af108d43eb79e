package llm

import (
	"context"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Retry says how often and how long a failed request is tried again. Tried again
// are 408, 409, 429 and 5xx replies, time-outs and broken connections.
type Retry struct {
	// Max is the number of retries of one request, 0 for none.
	Max int
	// Base is the pause before the first retry; it doubles with each, up to Cap. The
	// pause taken is drawn between half of that and all of it, so that requests that
	// failed together do not come back together.
	Base, Cap time.Duration
	// MaxWait is the longest pause a server may ask for with Retry-After. If it asks
	// for more, the request fails.
	MaxWait time.Duration
}

// DefaultRetry gives a server some ten minutes to come back.
func DefaultRetry() Retry {
	return Retry{Max: 8, Base: time.Second, Cap: 2 * time.Minute, MaxWait: 15 * time.Minute}
}

// pause is how long to wait before retry n, counted from 1; ok is false if that would
// be too long. The random number is in [0, 1).
func (r Retry) pause(n int, e *Error, random float64) (d time.Duration, ok bool) {
	backoff := float64(r.Base) * math.Pow(2, float64(n-1))
	backoff = min(backoff, float64(max(r.Cap, r.Base)))
	d = time.Duration(backoff * (0.5 + random/2))
	if e.retryAfter > 0 {
		if e.retryAfter > r.MaxWait {
			return 0, false
		}
		// Not before the server wants, and not all at that moment.
		d = e.retryAfter + time.Duration(random*min(float64(e.retryAfter)/10, float64(time.Second)))
	}
	return d, true
}

// retryAfter reads how long a server wants to be left alone: Retry-After-Ms, or
// Retry-After in seconds or as a date measured against the reply's own Date, so that
// a wrong clock does no harm.
func retryAfter(h http.Header) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return duration(ms, time.Millisecond)
	}
	v := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseFloat(v, 64); err == nil && s > 0 {
		return duration(s, time.Second)
	}
	until, err := http.ParseTime(v)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return 0
	}
	return max(0, until.Sub(now))
}

func duration(v float64, unit time.Duration) time.Duration {
	if v > float64(math.MaxInt64)/float64(unit)/2 {
		return math.MaxInt64 / 2
	}
	return time.Duration(v * float64(unit))
}

// Clock tells the time and waits. Tests put their own in.
type Clock interface {
	Now() time.Time
	// Sleep waits for d, or until ctx is done, and returns ctx's error then.
	Sleep(ctx context.Context, d time.Duration) error
}

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
