package run

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/ifcmcq/ifcmcq/score"
)

// Progress tells people how far jobs have got: on a terminal one line that is
// written again and again, elsewhere a line now and then. It is safe for concurrent
// use.
type Progress struct {
	w     io.Writer
	live  bool
	quiet bool
	width int
	now   func() time.Time

	mu          sync.Mutex // guards what follows
	start, last time.Time
	wanted      int // results due
	finished    int
	correct     int
	failures    int
	chats       int
	tokens      int
	cost        float64
	priced      bool
	lastShare   int // of finished, in tenths
	lastError   string
	told        int  // failures written
	written     bool // something stands on the live line
}

// NewProgress returns the progress of due items, written to w: live as one line of
// at most so many columns. If quiet, only failures are written.
func NewProgress(w io.Writer, live bool, width int, quiet bool, due int, now func() time.Time) *Progress {
	if width < 20 {
		width = 80
	}
	return &Progress{w: w, live: live, quiet: quiet, width: width, now: now, start: now(), wanted: due}
}

// maxTold is how many failures are written: more are seen better in errors.jsonl.
const maxTold = 20

// How often a line is written.
const (
	liveEvery  = 100 * time.Millisecond
	plainEvery = time.Minute
)

// Observe takes note of an event.
func (p *Progress) Observe(e Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case e.Failure != nil:
		p.failures++
		if p.lastError != e.Failure.Error && p.told < maxTold {
			p.lastError = e.Failure.Error
			p.told++
			p.clear()
			fmt.Fprintf(p.w, "%s: %s\n", e.Failure.Item, e.Failure.Error)
		}
	case e.Result != nil:
		r := e.Result
		p.finished++
		p.chats += r.Calls.Chat
		p.tokens += r.Usage.Input + r.Usage.Output
		if r.Outcome == score.Correct {
			p.correct++
		}
		if r.CostUSD != nil {
			p.cost += *r.CostUSD
			p.priced = true
		}
	}
	p.tick()
}

// Note writes a line of its own, above the live one.
func (p *Progress) Note(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	fmt.Fprintf(p.w, format+"\n", args...)
}

// Close leaves the last state as a line.
func (p *Progress) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	if p.finished+p.failures > 0 && !p.quiet {
		fmt.Fprintln(p.w, p.line())
	}
}

func (p *Progress) tick() {
	if p.quiet {
		return
	}
	now := p.now()
	if p.live {
		if now.Sub(p.last) >= liveEvery {
			p.last = now
			p.clear()
			line := []rune(p.line())
			fmt.Fprint(p.w, string(line[:min(len(line), p.width-1)]))
			p.written = true
		}
		return
	}
	share := 0
	if p.wanted > 0 {
		share = 10 * p.finished / p.wanted
	}
	slow := now.Sub(p.start) >= plainEvery // a run that is soon over says how it ended, no more
	if p.last.IsZero() {
		p.last = p.start
	}
	if slow && share > p.lastShare || now.Sub(p.last) >= plainEvery {
		p.last = now
		fmt.Fprintln(p.w, p.line())
	}
	p.lastShare = max(p.lastShare, share)
}

// clear empties the live line.
func (p *Progress) clear() {
	if p.written {
		fmt.Fprintf(p.w, "\r%s\r", strings.Repeat(" ", p.width-1))
		p.written = false
	}
}

// line says it all: done, rate, time left, accuracy so far, spend, failures.
func (p *Progress) line() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d/%d", p.finished, p.wanted)
	if s := p.now().Sub(p.start).Seconds(); s > 0 && p.finished > 0 {
		rate := float64(p.finished) / s
		fmt.Fprintf(&b, " · %s/s", figure(rate))
		if left := p.wanted - p.finished; left > 0 {
			d := time.Duration(float64(left) / rate * float64(time.Second))
			fmt.Fprintf(&b, " · %s left", d.Round(time.Second))
		}
	}
	if p.finished > 0 {
		fmt.Fprintf(&b, " · %.1f %% right", 100*float64(p.correct)/float64(p.finished))
	}
	if p.priced {
		fmt.Fprintf(&b, " · $%.4f", p.cost)
	}
	if p.tokens > 0 {
		fmt.Fprintf(&b, " · %d tokens in %d requests", p.tokens, p.chats)
	}
	if p.failures > 0 {
		fmt.Fprintf(&b, " · %d failed", p.failures)
	}
	return b.String()
}

// figure writes a rate with as many digits as are worth reading.
func figure(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.2g", x)
	}
	return fmt.Sprintf("%.0f", x)
}
