package run

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ifcmcq/ifcmcq/internal/agent"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

// Job is a run to be made or finished.
type Job struct {
	Store *Store

	// Lane names what the connections are counted by: jobs of one lane, those of
	// one model, share them. Lanes do not wait for each other.
	Lane string

	// Open makes the agent that answers about one building model. It is called
	// once a model at most, when the first of its items is due.
	Open func(ctx context.Context, src mcq.Source) (agent.Agent, error)

	Price *Price // nil if not known
}

// Options say how jobs are made.
type Options struct {
	Items          []mcq.Item // to be asked
	Blind          bool       // agents do not get the whole item
	Epochs         int        // how often each item is asked, at least once
	MaxConnections int        // items under way in a lane

	// MaxCost in US dollars is not to be exceeded by all jobs together, what they
	// spent before included; 0 is no bound. What an item costs is known only
	// afterwards, so the mean so far is set aside for each that is under way.
	MaxCost float64

	// FailOnError ends it all after so many failures of infrastructure; below 1,
	// when such a share of the items due failed; 0 never.
	FailOnError float64

	Stop     context.Context // done when no more items are to be begun; nil for never
	Classify func(error) Fault
	Observe  func(Event) // called from several goroutines, one call at a time
	Now      func() time.Time
}

// Fault is what a failure of infrastructure means for the items to come.
type Fault struct {
	Kind string

	// Fatal failures, such as a wrong key, befall every other request too.
	Fatal bool

	// Unreachable failures befall every other request if none was answered yet.
	Unreachable bool
}

// unreachableLimit is the number of such failures, before anything was answered,
// after which nobody is thought to be there.
const unreachableLimit = 3

// Event is an item that was finished, its result on the disk, or failed.
type Event struct {
	Job     int
	Result  *score.Result
	Failure *Failure
}

// Summary says how far jobs have got.
type Summary struct {
	Jobs        []JobSummary
	Interrupted bool // Options.Stop was done, or the context cancelled
	CostReached bool // Options.MaxCost left no room for another item
}

// JobSummary says how far a job has got.
type JobSummary struct {
	Wanted int   // results of the items and epochs asked for
	Done   int   // of these, those that are there
	Tally  Tally // of all results that are there
	Failed int   // failures in this execution
	Err    error // why the lane was given up
}

// Left is the number of results still wanted.
func (s Summary) Left() int {
	n := 0
	for _, j := range s.Jobs {
		n += j.Wanted - j.Done
	}
	return n
}

// Execute asks what is missing of the jobs and returns when all is done, when no
// more is to be begun and what was under way is finished, or when ctx is cancelled:
// then what was under way is lost, and asked again another time. Errors are those
// of the disk, of opening agents, and of FailOnError; a lane that is given up only
// shows in its jobs' summaries.
func Execute(ctx context.Context, jobs []*Job, o Options) (Summary, error) {
	o.Epochs = max(o.Epochs, 1)
	o.MaxConnections = max(o.MaxConnections, 1)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Classify == nil {
		o.Classify = func(error) Fault { return Fault{Kind: "error"} }
	}
	pack, err := newPacker(runtime.GOMAXPROCS(0))
	if err != nil {
		return Summary{}, err
	}
	x := &execution{Options: o, jobs: jobs, pack: pack, sum: Summary{Jobs: make([]JobSummary, len(jobs))}}
	if o.Stop == nil {
		o.Stop = context.WithoutCancel(ctx)
	}
	x.stop, x.halt = context.WithCancelCause(o.Stop)
	defer x.halt(nil)
	x.budget = newBudget(o.MaxCost, jobs)
	lanes := x.plan()

	// A writer ends when its queue is closed, and that is when no worker is left.
	var work, writers errgroup.Group
	x.queues = make([]chan record, len(jobs))
	asking, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	for i := range jobs {
		x.queues[i] = make(chan record, 256)
		writers.Go(func() error {
			err := x.writeAll(i)
			if err != nil {
				giveUp(err) // nothing that is under way can be kept
				for range x.queues[i] {
				}
			}
			return err
		})
	}
	for _, l := range lanes {
		for range o.MaxConnections {
			work.Go(func() error { return x.worker(asking, l) })
		}
	}
	err = work.Wait()
	if cause := context.Cause(x.stop); err == nil && o.Stop.Err() == nil && ctx.Err() == nil {
		err = cause // what halted it
	}
	for _, q := range x.queues {
		close(q)
	}
	if werr := writers.Wait(); werr != nil {
		err = werr
	}
	if cerr := x.closeAll(lanes); err == nil {
		err = cerr
	}
	for i, j := range x.sum.Jobs {
		x.sum.Jobs[i].Tally = jobs[i].Store.Tally
		if l := jobs[i].Lane; j.Err == nil {
			x.sum.Jobs[i].Err = laneOf(lanes, l).err
		}
	}
	x.sum.Interrupted = ctx.Err() != nil || o.Stop.Err() != nil && x.sum.Left() > 0
	return x.sum, err
}

type execution struct {
	Options
	jobs   []*Job
	pack   packer
	budget *budget
	stop   context.Context         // done when no more items are to be begun …
	halt   context.CancelCauseFunc // … also because of an error
	queues []chan record

	mu       sync.Mutex // guards what follows, and calls of Observe
	sum      Summary
	due      int
	failures int
}

// lane is the jobs of one model: what is due is handed out one by one.
type lane struct {
	name string

	mu       sync.Mutex
	pairs    []*pair
	at       cursor
	answered bool
	silent   int // failures before anything was answered
	err      error
}

type cursor struct{ pair, epoch, item int }

// pair is a job and a building model.
type pair struct {
	job   int
	items []int32 // places in Options.Items

	mu    sync.Mutex
	left  int // items due that are not finished
	agent agent.Agent
	err   error
}

// plan puts what is due in order: one building model after the other, and for each
// all jobs of a lane, so that few models are open at a time.
func (x *execution) plan() []*lane {
	var sources []string
	by := map[string][]int32{}
	for i, it := range x.Items {
		if by[it.Source.SHA256] == nil {
			sources = append(sources, it.Source.SHA256)
		}
		by[it.Source.SHA256] = append(by[it.Source.SHA256], int32(i))
	}
	var lanes []*lane
	for _, source := range sources {
		for i, j := range x.jobs {
			l := laneOf(lanes, j.Lane)
			if l == nil {
				l = &lane{name: j.Lane, at: cursor{epoch: 1}}
				lanes = append(lanes, l)
			}
			p := &pair{job: i, items: by[source]}
			wanted := len(p.items) * x.Epochs
			for e := 1; e <= x.Epochs; e++ {
				for _, i := range p.items {
					if !j.Store.Done(x.Items[i].ID, e) {
						p.left++
					}
				}
			}
			x.sum.Jobs[i].Wanted += wanted
			x.sum.Jobs[i].Done += wanted - p.left
			x.due += p.left
			if p.left > 0 {
				l.pairs = append(l.pairs, p)
			}
		}
	}
	return lanes
}

func laneOf(lanes []*lane, name string) *lane {
	for _, l := range lanes {
		if l.name == name {
			return l
		}
	}
	return nil
}

// next returns what is due next in a lane.
func (x *execution) next(l *lane) (*pair, *mcq.Item, int, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.err == nil && l.at.pair < len(l.pairs) {
		p := l.pairs[l.at.pair]
		it, epoch := &x.Items[p.items[l.at.item]], l.at.epoch
		l.at.item++
		if l.at.item == len(p.items) {
			l.at.item = 0
			l.at.epoch++
			if l.at.epoch > x.Epochs {
				l.at.epoch = 1
				l.at.pair++
			}
		}
		if !x.jobs[p.job].Store.Done(it.ID, epoch) {
			return p, it, epoch, true
		}
	}
	return nil, nil, 0, false
}

// worker asks one item after the other. An error halts the execution: items under
// way elsewhere are finished, as they may be paid for already.
func (x *execution) worker(ctx context.Context, l *lane) error {
	b := x.budget
	if l.name == "" {
		b = nil // agents without a language model cost nothing
	}
	for ctx.Err() == nil && x.stop.Err() == nil {
		if !b.admit(x.stop) {
			x.mu.Lock()
			x.sum.CostReached = x.sum.CostReached || b.reached()
			x.mu.Unlock()
			return nil
		}
		p, it, epoch, ok := x.next(l)
		if !ok {
			b.done(nil)
			return nil
		}
		if err := x.ask(ctx, b, l, p, it, epoch); err != nil {
			x.halt(err)
			return err
		}
	}
	return nil
}

// ask asks one item. Its errors end the execution.
func (x *execution) ask(ctx context.Context, b *budget, l *lane, p *pair, it *mcq.Item, epoch int) (err error) {
	job := x.jobs[p.job]
	var result *score.Result
	defer func() {
		b.done(result)
		err = errors.Join(err, p.finish())
	}()
	a, err := p.open(ctx, job, it.Source)
	if err != nil && ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return fmt.Errorf("agent %s: %w", job.Store.Config.Agent, err)
	}
	started := x.Now()
	answer, err := a.Answer(ctx, x.question(it, epoch))
	if err != nil {
		if ctx.Err() != nil {
			return nil // the item is lost, and nobody's fault
		}
		return x.fail(l, p, it, epoch, err)
	}
	l.succeed()
	r := score.Result{
		Item: it.ID, ItemSHA: score.ItemSHA(*it), Epoch: epoch,
		Model: job.Store.Config.Model, Agent: job.Store.Config.Agent,
		Outcome: score.Grade(it.Answer, answer.Keys, answer.Replied), Answer: answer.Keys, Stop: answer.Stop,
		Steps: answer.Steps, Calls: answer.Calls, Tools: answer.Tools, Stacked: answer.Stacked,
		Truncated: answer.Truncated, Usage: answer.Usage, LatencyMS: answer.Latency.Milliseconds(),
		Retries: answer.Retries, Started: started.UTC(), Finished: x.Now().UTC(),
	}
	if r.Answer == nil {
		r.Answer = []string{}
	}
	if r.Tools == nil {
		r.Tools = map[string]int{}
	}
	priced(&r, answer.CostUSD, job.Price)
	result = &r
	var frame []byte
	if len(answer.Trace) > 0 {
		if frame, err = x.pack.frame(Trace{Item: it.ID, Epoch: epoch, Trace: answer.Trace}); err != nil {
			return err
		}
	}
	x.queues[p.job] <- record{r, frame}
	if x.MaxCost > 0 && r.CostUSD == nil && r.Calls.Chat > 0 {
		return fmt.Errorf("what %s costs is said by neither the server nor a price file, so --max-cost cannot be kept: give --prices FILE", r.Model)
	}
	return nil
}

func (x *execution) question(it *mcq.Item, epoch int) agent.Question {
	q := agent.Question{ID: it.ID, Type: it.Type, Stem: it.Question, Epoch: epoch}
	for _, o := range it.Options {
		q.Options = append(q.Options, agent.Option{Key: o.Key, Text: o.Text})
	}
	if !x.Blind {
		q.Item = it
	}
	return q
}

// fail notes a failure of infrastructure and decides whether to go on.
func (x *execution) fail(l *lane, p *pair, it *mcq.Item, epoch int, cause error) error {
	fault := x.Classify(cause)
	f := Failure{Item: it.ID, Epoch: epoch, Kind: fault.Kind, Error: cause.Error(), Time: x.Now().UTC()}
	if err := x.jobs[p.job].Store.fail(f); err != nil {
		return err
	}
	l.fail(fault, cause)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.failures++
	x.sum.Jobs[p.job].Failed++
	if x.Observe != nil {
		x.Observe(Event{Job: p.job, Failure: &f})
	}
	switch n := float64(x.failures); {
	case x.FailOnError >= 1 && n >= x.FailOnError, x.FailOnError > 0 && x.FailOnError < 1 && n > x.FailOnError*float64(x.due):
		return fmt.Errorf("stopped after %d failed: %w", x.failures, cause)
	}
	return nil
}

func (l *lane) succeed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answered = true
}

func (l *lane) fail(f Fault, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if f.Unreachable && !l.answered {
		l.silent++
	}
	if l.err == nil && (f.Fatal || l.silent >= unreachableLimit) {
		l.err = err
	}
}

// open returns the pair's agent, made for the first item.
func (p *pair) open(ctx context.Context, j *Job, src mcq.Source) (agent.Agent, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.agent == nil && p.err == nil {
		p.agent, p.err = j.Open(ctx, src)
	}
	return p.agent, p.err
}

// finish closes the agent after its last item.
func (p *pair) finish() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left--
	if p.left > 0 || p.agent == nil {
		return nil
	}
	a := p.agent
	p.agent, p.err = nil, errors.New("agent is closed")
	return a.Close()
}

// closeAll closes what an early end left open.
func (x *execution) closeAll(lanes []*lane) error {
	var errs []error
	for _, l := range lanes {
		for _, p := range l.pairs {
			if p.agent != nil {
				errs = append(errs, p.agent.Close())
			}
		}
	}
	return errors.Join(errs...)
}

// writeAll puts a job's results on the disk until its queue is closed. As many as
// have come in while the disk was busy are flushed at once: a slow disk delays
// results, but not the asking.
func (x *execution) writeAll(job int) error {
	s := x.jobs[job].Store
	var batch []record
	for first := range x.queues[job] {
		batch = append(batch[:0], first)
	more:
		for len(batch) < cap(x.queues[job]) {
			select {
			case r, ok := <-x.queues[job]:
				if !ok {
					break more
				}
				batch = append(batch, r)
			default:
				break more
			}
		}
		if err := s.write(batch); err != nil {
			return fmt.Errorf("results cannot be kept, %d are safe; the same command goes on from there: %w", s.Tally.Results, err)
		}
		x.mu.Lock()
		for i := range batch {
			r := &batch[i].result
			s.Tally.add(*r)
			x.sum.Jobs[job].Done++
			if x.Observe != nil {
				x.Observe(Event{Job: job, Result: r})
			}
		}
		x.mu.Unlock()
	}
	return nil
}
