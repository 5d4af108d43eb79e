package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ifcmcq/ifcmcq/bench"
	"github.com/ifcmcq/ifcmcq/internal/cues"
	"github.com/ifcmcq/ifcmcq/internal/run"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
)

// Set is runs joined with the items they were asked.
type Set struct {
	Benchmarks []Benchmark
	Systems    []*System
	Notes      []string // what was left out, and what differs

	items   map[itemKey]*item
	options map[string][]mcq.Option   // by their letters
	sources map[mcq.Source]mcq.Source // to share their strings
}

// Benchmark is a benchmark that runs of a set belong to.
type Benchmark struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256,omitempty"`
	Items  int    `json:"items"`

	items []*item
}

// same reports whether c is the same benchmark, perhaps in another place.
func (b *Benchmark) same(c Benchmark) bool { return b.SHA256 != "" && b.SHA256 == c.SHA256 }

// System is a model with an agent: what is graded.
type System struct {
	Run      string // folder
	Model    string // "" for agents without a language model
	Agent    string
	Failures map[string]int // infrastructure failures its run logged, by kind

	Changed int // results whose outcome by the benchmark's keys is not the stored one
	Strange int // results left out: no such item, or another text of it

	answers []answer // by item, then epoch
	planned []planned
	epochs  int
	twice   bool // another system of the set has this model and agent
}

// planned is an item with the number of epochs in which it was to be asked.
type planned struct {
	*item
	epochs int
}

// itemKey tells items apart that bear one id but not one text.
type itemKey struct{ id, sha string }

// item is what a report needs of an item.
type item struct {
	mcq.Item
	sha    string
	chance float64
	rank   int // place among all items of the set, by id
}

// answer is what a report needs of a result. Long runs have many of them.
type answer struct {
	item    *item
	outcome score.Outcome
	stored  score.Outcome // before it was graded anew
	keys    string        // "A,C"
	cost    float64       // negative if it is not known
	latency int64         // milliseconds

	epoch                                     int32
	steps, chats, calls, failed, stacked      int32
	observation, context, completion          int32
	input, cached, output, reasoning, retries int32
}

// changed reports whether the keys of the run were others.
func (a answer) changed() bool { return a.stored != "" && a.stored != a.outcome }

func (a answer) right() bool { return a.outcome == score.Correct }

// Load reads the runs that paths name. Items come from the benchmark folder
// benchmark, or, if that is "", from the folder that each run says it was made of.
// Answers are graded by the keys found there.
func Load(ctx context.Context, paths []string, benchmark string) (*Set, error) {
	dirs, err := Find(paths)
	if err != nil {
		return nil, err
	}
	s := &Set{items: map[itemKey]*item{}, options: map[string][]mcq.Option{}, sources: map[mcq.Source]mcq.Source{}}
	read := map[string]*Benchmark{}
	for _, dir := range dirs {
		f, err := openFolder(dir)
		if err != nil {
			return nil, err
		}
		path := benchmark
		if path == "" {
			if path, err = f.benchmarkPath(); err != nil {
				return nil, err
			}
		}
		b := read[filepath.Clean(path)]
		if b == nil {
			if b, err = s.readBenchmark(path); err != nil {
				return nil, err
			}
			read[filepath.Clean(path)] = b
			if !slices.ContainsFunc(s.Benchmarks, b.same) {
				s.Benchmarks = append(s.Benchmarks, *b)
			}
		}
		if err := s.readRun(ctx, f, b); err != nil {
			return nil, err
		}
	}
	s.finish()
	return s, nil
}

func (s *Set) readBenchmark(path string) (*Benchmark, error) {
	read, err := bench.Read(path)
	if err != nil {
		return nil, err
	}
	if len(read.Items) == 0 {
		return nil, fmt.Errorf("the benchmark %s has no items", path)
	}
	b := &Benchmark{Path: path, SHA256: read.Manifest.SHA256, Items: len(read.Items)}
	for _, it := range read.Items {
		if len(it.Answer) == 0 {
			return nil, fmt.Errorf("item %s of %s has no key: grading needs the whole items, not the blind ones", it.ID, path)
		}
		key := itemKey{it.ID, score.ItemSHA(it)}
		known := s.items[key]
		if known == nil {
			known = s.slim(it, key.sha)
			s.items[key] = known
		}
		b.items = append(b.items, known)
	}
	return b, nil
}

// slim keeps of an item what a report asks for: a large benchmark is mostly texts,
// and what is left of it is the same in many items.
func (s *Set) slim(it mcq.Item, sha string) *item {
	out := &item{sha: sha, chance: cues.Chance(it)}
	out.ID, out.Category, out.Group, out.Subtype, out.Type, out.Answer = it.ID, it.Category, it.Group, it.Subtype, it.Type, it.Answer
	var letters strings.Builder
	for _, o := range it.Options {
		letters.WriteString(o.Key)
		letters.WriteByte(' ')
	}
	options, ok := s.options[letters.String()]
	if !ok {
		for _, o := range it.Options {
			options = append(options, mcq.Option{Key: o.Key})
		}
		s.options[letters.String()] = options
	}
	out.Options = options
	src, ok := s.sources[it.Source]
	if !ok {
		src = it.Source
		s.sources[src] = src
	}
	out.Source = src
	return out
}

func (s *Set) readRun(ctx context.Context, f folder, b *Benchmark) error {
	type systemKey struct{ model, agent string }
	systems := map[systemKey]*System{}
	var order []*System
	at := func(model, agent string) *System {
		k := systemKey{model, agent}
		if systems[k] == nil {
			systems[k] = &System{Run: f.dir, Model: model, Agent: agent}
			order = append(order, systems[k])
		}
		return systems[k]
	}
	results := 0
	for r, err := range f.results() {
		if err != nil {
			return err
		}
		if results++; results%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		sys := at(r.Model, r.Agent)
		it := s.items[itemKey{r.Item, r.ItemSHA}]
		if it == nil {
			sys.Strange++
			continue
		}
		a := newAnswer(r, it)
		if a.changed() {
			sys.Changed++
		}
		sys.answers = append(sys.answers, a)
	}
	if results == 0 && f.config.Agent != "" {
		at(f.config.Model, f.config.Agent)
	}
	var answers, strange int
	for _, sys := range order {
		answers, strange = answers+len(sys.answers), strange+sys.Strange
	}
	if answers == 0 && strange > 0 {
		return fmt.Errorf("no result of %s belongs to an item of %s as it reads there: is it a run of another benchmark?", f.dir, b.Path)
	}
	failures, err := f.failures()
	if err != nil {
		return err
	}
	for _, sys := range order {
		sys.Failures = failures
		if err := sys.plan(f.plans, b); err != nil {
			return fmt.Errorf("%s: %w", f.dir, err)
		}
	}
	s.Systems = append(s.Systems, order...)
	return nil
}

// plan works out what a system was to be asked: what its run's plan says, or, if
// that says nothing, every item of the benchmark; and in any case what it has
// answered.
func (sys *System) plan(plans []run.Selection, b *Benchmark) error {
	epochs := map[*item]int{}
	if len(plans) == 0 {
		most := 1
		for _, a := range sys.answers {
			most = max(most, int(a.epoch))
		}
		for _, it := range b.items {
			epochs[it] = most
		}
	} else {
		items := make([]mcq.Item, len(b.items))
		for i, it := range b.items {
			items[i] = it.Item
		}
		wanted, err := run.Planned(plans, items)
		if err != nil {
			return err
		}
		for _, ids := range wanted {
			for _, it := range b.items {
				if ids[it.ID] {
					epochs[it]++
				}
			}
		}
	}
	answered := map[*item]int{}
	for _, a := range sys.answers {
		answered[a.item]++
	}
	for it, n := range answered {
		epochs[it] = max(epochs[it], n)
	}
	for it, n := range epochs {
		sys.planned = append(sys.planned, planned{it, n})
		sys.epochs = max(sys.epochs, n)
	}
	return nil
}

func newAnswer(r score.Result, it *item) answer {
	cost := -1.0
	if r.CostUSD != nil {
		cost = *r.CostUSD
	}
	keys := slices.Clone(r.Answer)
	slices.Sort(keys)
	return answer{
		item: it, epoch: int32(r.Epoch),
		outcome: score.Regrade(it.Answer, r), stored: shared(r.Outcome),
		keys: strings.Join(keys, ","),
		cost: cost, latency: r.LatencyMS,
		steps: int32(r.Steps), chats: int32(r.Calls.Chat), calls: int32(r.Calls.Tool + r.Calls.Code),
		failed: int32(r.Calls.Failed), stacked: int32(r.Stacked),
		observation: int32(r.Truncated.Observation), context: int32(r.Truncated.Context), completion: int32(r.Truncated.Completion),
		input: int32(r.Usage.Input), cached: int32(r.Usage.Cached), output: int32(r.Usage.Output), reasoning: int32(r.Usage.Reasoning),
		retries: int32(r.Retries),
	}
}

// shared returns an outcome that holds on to no line of results.
func shared(o score.Outcome) score.Outcome {
	for _, known := range []score.Outcome{score.Correct, score.Incorrect, score.Unparsed, score.NoAnswer} {
		if o == known {
			return known
		}
	}
	return ""
}

// finish puts answers in order, tells apart systems of one name, and notes what
// readers must know of each.
func (s *Set) finish() {
	all := slices.SortedFunc(maps.Values(s.items), func(a, b *item) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.sha, b.sha))
	})
	for i, it := range all {
		it.rank = i
	}
	for _, sys := range s.Systems {
		slices.SortFunc(sys.answers, func(a, b answer) int {
			return cmp.Or(cmp.Compare(a.item.rank, b.item.rank), cmp.Compare(a.epoch, b.epoch))
		})
		slices.SortFunc(sys.planned, func(a, b planned) int { return cmp.Compare(a.rank, b.rank) })
	}
	for i, a := range s.Systems {
		for _, b := range s.Systems[:i] {
			if a.Model == b.Model && a.Agent == b.Agent {
				a.twice, b.twice = true, true
			}
		}
	}
	var incomplete []string
	for _, sys := range s.Systems {
		wanted, failures := 0, 0
		for _, p := range sys.planned {
			wanted += p.epochs
		}
		for _, n := range sys.Failures {
			failures += n
		}
		if missing := wanted - len(sys.answers); missing > 0 {
			incomplete = append(incomplete, fmt.Sprintf("%s: %d of %s missing, failures of infrastructure logged: %d",
				sys.Label(), missing, counted(wanted, "answer", "answers"), failures))
		}
	}
	switch n := len(incomplete); {
	case n > 3:
		s.Notes = append(s.Notes, fmt.Sprintf("incomplete: %d of %d systems, see coverage; the same eval command goes on", n, len(s.Systems)))
	case n > 0:
		s.Notes = append(s.Notes, "incomplete: "+strings.Join(incomplete, "; ")+"; the same eval command goes on")
	}
	for _, sys := range s.Systems {
		note := func(n int, format string) {
			if n > 0 {
				s.Notes = append(s.Notes, sys.Label()+": "+fmt.Sprintf(format, n))
			}
		}
		note(sys.Strange, "%d results left out, their items are not in the benchmark or read otherwise there")
		note(sys.Changed, "%d outcomes differ from the stored ones, the keys are no longer those of the run")
	}
}

// Label names a system in a line.
func (sys *System) Label() string {
	label := sys.Agent
	if sys.Model != "" {
		label = sys.Model + " · " + sys.Agent
	}
	if sys.twice {
		label += " (" + filepath.ToSlash(sys.Run) + ")"
	}
	return label
}

// names returns model and agent as columns show them.
func (sys *System) names() (model, agent string) {
	model, agent = cmp.Or(sys.Model, "–"), sys.Agent
	if sys.twice {
		agent += " (" + filepath.ToSlash(sys.Run) + ")"
	}
	return model, agent
}

// one returns the only benchmark of a set.
func (s *Set) one() (Benchmark, error) {
	if len(s.Benchmarks) == 1 {
		return s.Benchmarks[0], nil
	}
	var paths []string
	for _, b := range s.Benchmarks {
		paths = append(paths, b.Path)
	}
	return Benchmark{}, errors.New("the runs are of different benchmarks, " + strings.Join(paths, " and ") +
		": report them one by one, give one with --benchmark, or compare them on the items they share")
}
