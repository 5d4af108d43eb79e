package bench

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/verify"
)

// judges verify items beside the making of others, until their context is done.
type judges struct {
	ctx      context.Context
	verifier *verify.Verifier
	room     chan struct{} // nil if items are verified one after the other
	busy     sync.WaitGroup
}

func newJudges(ctx context.Context, v *verify.Verifier, workers int) *judges {
	j := &judges{ctx: ctx, verifier: v}
	if workers > 1 {
		j.room = make(chan struct{}, workers)
	}
	return j
}

// begin verifies an item as soon as there is room, or when somebody asks for the
// outcome, whichever comes first.
func (j *judges) begin(it mcq.Item) func() (*Rejection, time.Duration) {
	judge := sync.OnceValues(func() (*Rejection, time.Duration) {
		start := time.Now()
		return Disagreement(j.verifier, it), time.Since(start)
	})
	if j.room != nil {
		j.busy.Go(func() {
			j.room <- struct{}{}
			defer func() { <-j.room }()
			if j.ctx.Err() == nil {
				judge()
			}
		})
	}
	return judge
}

// wait returns when nothing is being verified any more.
func (j *judges) wait() { j.busy.Wait() }

// Disagreement judges an item again and says where the answer differs from the
// key; nil if it does not.
func Disagreement(v *verify.Verifier, it mcq.Item) *Rejection {
	verdict, err := v.Answer(verify.Ask(it))
	if err == nil && slices.Equal(verdict.Right, it.Answer) {
		return nil
	}
	r := &Rejection{ID: it.ID, Fact: it.Fact, Key: textsOf(it, it.Answer), Found: verdict.Found, Right: textsOf(it, verdict.Right)}
	if err != nil {
		r.Error = err.Error()
	}
	return r
}

func textsOf(it mcq.Item, keys []string) []string {
	out := []string{}
	for _, o := range it.Options {
		if slices.Contains(keys, o.Key) {
			out = append(out, o.Text)
		}
	}
	return out
}
