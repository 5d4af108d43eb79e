package run

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ifcmcq/ifcmcq/internal/agent"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

// TestOutcomes: what is recorded of an answer.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	items := someItems(5)
	items[4].Answer = []string{"A", "C"}
	answers := []agent.Answer{
		{Keys: []string{"A"}, Replied: true, Stop: score.Answered},
		{Keys: []string{"B"}, Replied: true, Stop: score.Answered},
		{Replied: true, Stop: score.StepLimit},
		{Stop: score.TokenLimit},
		{Keys: []string{"A", "C"}, Replied: true, Stop: score.Answered},
	}
	want := []score.Outcome{score.Correct, score.Incorrect, score.Unparsed, score.NoAnswer, score.Correct}
	byID := map[string]int{}
	for i, it := range items {
		byID[it.ID] = i
	}
	dir := t.TempDir()
	job := openJob(t, dir, items, answerFunc(func(_ context.Context, q agent.Question) (agent.Answer, error) {
		return answers[byID[q.ID]], nil
	}))
	sum, err := Execute(t.Context(), []*Job{job}, Options{Items: items, MaxConnections: 2, Now: stopped})
	if err != nil {
		t.Fatal(err)
	}
	got := allResults(t, dir)
	for i, it := range items {
		r := got[unitName(it.ID, 1)]
		if r.Outcome != want[i] || r.Stop != answers[i].Stop || r.ItemSHA != score.ItemSHA(it) || r.Trace != -1 {
			t.Errorf("item %d: %+v, want outcome %s", i, r, want[i])
		}
	}
	if j := sum.Jobs[0]; j.Wanted != 5 || j.Done != 5 || j.Tally != (Tally{Results: 5, Correct: 2, Unparsed: 1, NoAnswer: 1}) {
		t.Errorf("summary %+v", j)
	}
}

// TestConnections: no more items are under way than allowed, and that many are, in
// each lane.
func TestConnections(t *testing.T) {
	t.Parallel()
	items := someItems(60)
	const most = 4
	var jobs []*Job
	var lanes [2]struct{ now, peak atomic.Int64 }
	for i := range 3 { // two runs share the first lane
		l := &lanes[i/2]
		var opened sync.Map
		j := openJob(t, filepath.Join(t.TempDir(), fmt.Sprint(i)), items, nil)
		j.Lane = fmt.Sprint(i / 2)
		j.Open = func(_ context.Context, src mcq.Source) (agent.Agent, error) {
			if _, twice := opened.LoadOrStore(src.SHA256, true); twice {
				t.Errorf("the agent for %s is made twice", src.File)
			}
			return answerFunc(func(ctx context.Context, q agent.Question) (agent.Answer, error) {
				n := l.now.Add(1)
				defer l.now.Add(-1)
				for p := l.peak.Load(); n > p && !l.peak.CompareAndSwap(p, n); p = l.peak.Load() {
				}
				for range 100 {
					if l.peak.Load() == most {
						break
					}
					<-tick()
				}
				return right(0)(ctx, q)
			}), nil
		}
		jobs = append(jobs, j)
	}
	sum, err := Execute(t.Context(), jobs, Options{Items: items, MaxConnections: most})
	if err != nil || sum.Left() != 0 {
		t.Fatalf("%d left: %v", sum.Left(), err)
	}
	for i := range lanes {
		if p := lanes[i].peak.Load(); p != most {
			t.Errorf("lane %d: %d items under way at most, want %d", i, p, most)
		}
	}
}

// closing counts closed agents.
type closing struct {
	agent.Agent
	n *atomic.Int64
}

func (c closing) Close() error { c.n.Add(1); return nil }

func TestFailures(t *testing.T) {
	t.Parallel()
	bad, wrongKey, nobody := errors.New("bad gateway"), errors.New("wrong key"), errors.New("nobody there")
	classify := func(err error) Fault {
		return Fault{Kind: err.Error(), Fatal: errors.Is(err, wrongKey), Unreachable: errors.Is(err, nobody)}
	}
	for _, c := range []struct {
		name   string
		fails  func(n int) error // for the n-th item, from 1
		stop   float64
		err    error // of Execute
		lane   error
		failed int
		done   int
	}{
		{name: "none", fails: func(int) error { return nil }, done: 20},
		{name: "some", fails: every(5, bad), failed: 4, done: 16},
		{name: "all, and nobody minds", fails: every(1, bad), failed: 20},
		{name: "stop at the first", fails: every(5, bad), stop: 1, err: bad, failed: 1, done: 4},
		{name: "stop at the third", fails: every(5, bad), stop: 3, err: bad, failed: 3, done: 12},
		{name: "more than a tenth", fails: every(5, bad), stop: 0.1, err: bad, failed: 3, done: 12},
		{name: "less than a third", fails: every(5, bad), stop: 0.3, failed: 4, done: 16},
		{name: "a wrong key", fails: every(1, wrongKey), lane: wrongKey, failed: 1},
		{name: "a key that ends", fails: every(7, wrongKey), lane: wrongKey, failed: 1, done: 6},
		{name: "nobody there", fails: every(1, nobody), lane: nobody, failed: 3},
		{name: "sometimes nobody there", fails: every(2, nobody), failed: 10, done: 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			items := someItems(20)
			dir := t.TempDir()
			n := 0
			var closed atomic.Int64
			job := openJob(t, dir, items, closing{answerFunc(func(ctx context.Context, q agent.Question) (agent.Answer, error) {
				n++
				if err := c.fails(n); err != nil {
					return agent.Answer{}, err
				}
				return right(0)(ctx, q)
			}), &closed})
			opened := 0
			open := job.Open
			job.Open = func(ctx context.Context, src mcq.Source) (agent.Agent, error) { opened++; return open(ctx, src) }
			sum, err := Execute(t.Context(), []*Job{job}, Options{Items: items, MaxConnections: 1, FailOnError: c.stop, Classify: classify, Now: stopped})
			if !errors.Is(err, c.err) || c.err == nil && err != nil {
				t.Errorf("error %v, want %v", err, c.err)
			}
			if j := sum.Jobs[0]; j.Failed != c.failed || j.Done != c.done || !errors.Is(j.Err, c.lane) {
				t.Errorf("%d failed, %d done, lane given up for %v; want %d, %d, %v", j.Failed, j.Done, j.Err, c.failed, c.done, c.lane)
			}
			if closed.Load() != int64(opened) {
				t.Errorf("%d of %d agents closed", closed.Load(), opened)
			}
			logged := 0
			for f, err := range Failures(dir) {
				if err != nil || f.Kind == "" || f.Item == "" {
					t.Errorf("failure %+v: %v", f, err)
				}
				logged++
			}
			if logged != c.failed {
				t.Errorf("%d failures logged, want %d", logged, c.failed)
			}
			// What failed is asked again, what is done is not.
			job.Store.Close()
			again := openJob(t, dir, items, right(0))
			sum, err = Execute(t.Context(), []*Job{again}, Options{Items: items, MaxConnections: 3})
			if err != nil || sum.Left() != 0 || len(allResults(t, dir)) != len(items) {
				t.Errorf("going on: %d left, %v", sum.Left(), err)
			}
		})
	}
}

func every(k int, err error) func(int) error {
	return func(n int) error {
		if n%k == 0 {
			return err
		}
		return nil
	}
}

func TestMaxCost(t *testing.T) {
	t.Parallel()
	items := someItems(50)
	for _, c := range []struct {
		max         float64
		connections int
		want        int // results
	}{
		{0, 8, 50},
		{100, 8, 50},
		{0.105, 8, 10}, // a cent each: what is under way counts
		{0.105, 1, 10},
		{0.005, 8, 1}, // the first goes alone, and shows that it costs too much
	} {
		dir := t.TempDir()
		job := openJob(t, dir, items, right(0.01))
		sum, err := Execute(t.Context(), []*Job{job}, Options{Items: items, MaxConnections: c.connections, MaxCost: c.max})
		if err != nil {
			t.Fatal(err)
		}
		if sum.Jobs[0].Done != c.want || sum.CostReached != (c.want < len(items)) {
			t.Errorf("max cost %g: %d results, reached %t; want %d", c.max, sum.Jobs[0].Done, sum.CostReached, c.want)
		}
		// What was spent before counts.
		job.Store.Close()
		again := openJob(t, dir, items, right(0.01))
		sum, err = Execute(t.Context(), []*Job{again}, Options{Items: items, MaxConnections: c.connections, MaxCost: c.max})
		if err != nil || sum.Jobs[0].Done != c.want {
			t.Errorf("max cost %g, again: %d results, want %d: %v", c.max, sum.Jobs[0].Done, c.want, err)
		}
	}
	job := openJob(t, t.TempDir(), items, answerFunc(func(context.Context, agent.Question) (agent.Answer, error) {
		return agent.Answer{Calls: score.Calls{Chat: 1}, Usage: score.Usage{Input: 1000, Output: 100}}, nil
	}))
	if _, err := Execute(t.Context(), []*Job{job}, Options{Items: items, MaxConnections: 3, MaxCost: 1}); err == nil || !strings.Contains(err.Error(), "--prices") {
		t.Errorf("cost not known: error %v", err)
	}
}

// TestStop: a first interrupt lets what is under way finish, a cancelled context
// drops it.
func TestStop(t *testing.T) {
	t.Parallel()
	for _, hard := range []bool{false, true} {
		items := someItems(40)
		dir := t.TempDir()
		stop, stopNow := context.WithCancel(t.Context())
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		defer stopNow()
		var under sync.WaitGroup
		under.Add(3)
		job := openJob(t, dir, items, answerFunc(func(ctx context.Context, q agent.Question) (agent.Answer, error) {
			under.Done() // panics if a fourth is begun
			under.Wait()
			stopNow()
			if hard {
				cancel()
				<-ctx.Done()
				return agent.Answer{}, ctx.Err()
			}
			return right(0)(ctx, q)
		}))
		sum, err := Execute(ctx, []*Job{job}, Options{Items: items, MaxConnections: 3, Stop: stop})
		want := 3
		if hard {
			want = 0
		}
		if err != nil || !sum.Interrupted || sum.Jobs[0].Done != want || sum.Jobs[0].Failed != 0 {
			t.Errorf("hard %t: %+v, %v; want %d done", hard, sum, err, want)
		}
		if n := len(allResults(t, dir)); n != want {
			t.Errorf("hard %t: %d results on the disk, want %d", hard, n, want)
		}
	}
}

// TestOpenFails: an agent that cannot be made ends it all with one error.
func TestOpenFails(t *testing.T) {
	t.Parallel()
	items := someItems(20)
	broken := errors.New("no interpreter")
	job := openJob(t, t.TempDir(), items, nil)
	job.Open = func(context.Context, mcq.Source) (agent.Agent, error) { return nil, broken }
	sum, err := Execute(t.Context(), []*Job{job}, Options{Items: items, MaxConnections: 4})
	if !errors.Is(err, broken) || strings.Count(err.Error(), "no interpreter") != 1 || sum.Left() != 20 {
		t.Errorf("%v, %d left", err, sum.Left())
	}
}

// TestBlind: agents see the item itself only where they may.
func TestBlind(t *testing.T) {
	t.Parallel()
	items := someItems(4)
	for _, blind := range []bool{false, true} {
		job := openJob(t, t.TempDir(), items, answerFunc(func(_ context.Context, q agent.Question) (agent.Answer, error) {
			if (q.Item == nil) != blind {
				t.Errorf("blind %t: item %v", blind, q.Item)
			}
			if q.Stem == "" || len(q.Options) != 3 || q.Epoch < 1 || q.Epoch > 2 {
				t.Errorf("question %+v", q)
			}
			return agent.Answer{}, nil
		}))
		if _, err := Execute(t.Context(), []*Job{job}, Options{Items: items, Epochs: 2, Blind: blind}); err != nil {
			t.Fatal(err)
		}
	}
}
