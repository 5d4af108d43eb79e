package bench

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ifcmcq/ifcmcq/generate"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/index"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/semantics"
	"github.com/ifcmcq/ifcmcq/step"
	"github.com/ifcmcq/ifcmcq/verify"
)

// DefaultSeed and DefaultCap are those of the published method.
const (
	DefaultSeed = 10
	DefaultCap  = 40
)

// Options say how a benchmark is made.
type Options struct {
	Seed       int64
	Cap        int            // verified items a category and file
	Categories []mcq.Category // all, if empty
	Workers    int            // 0 is one a processor
	Lenient    bool           // read truncated files as far as they go
	Licence    string         // of the files, for the manifest
	// Progress, if set, is told what is being done; it may be called from
	// several goroutines.
	Progress func(Event)
}

// Event says that something has been done with a file.
type Event struct {
	File  string
	Stage string // "read", then a category's name
	Done  int    // of Total stages
	Total int
}

// Part is the share of one file in a benchmark.
type Part struct {
	Source Source
	Items  []mcq.Item // in taxonomy order of categories, by id within one
}

// FromFile makes the items of one file.
func FromFile(ctx context.Context, path string, o Options) (*Part, error) {
	start := time.Now()
	m, err := ifc.Open(path, step.Options{Lenient: o.Lenient, Workers: o.Workers})
	if err != nil {
		return nil, err
	}
	defer m.Close()
	read := time.Since(start).Seconds()
	p, err := FromModel(ctx, m, filepath.Base(path), o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	p.Source.Timings = append([]Timing{{"read", read}}, p.Source.Timings...)
	p.Source.Seconds += read
	return p, nil
}

// FromModel makes the items of a model that is open; name is that of its file.
func FromModel(ctx context.Context, m *ifc.Model, name string, o Options) (*Part, error) {
	start := time.Now()
	var guids sync.WaitGroup
	guids.Go(func() { m.Unique("") }) // the table of GlobalIds, beside those of relationships
	sem := semantics.New(m)
	guids.Wait()
	ix := index.New(sem)
	src := mcq.Source{File: name, SHA256: m.SHA256(), Schema: m.Schema().Name()}
	categories := mcq.Categories()
	if len(o.Categories) > 0 {
		categories = slices.DeleteFunc(categories, func(c mcq.Category) bool { return !slices.Contains(o.Categories, c) })
	}
	report := progress(name, len(categories)+1, o.Progress)
	report("read")

	p := &Part{Source: describe(ix, src, o)}
	p.Source.Timings = append(p.Source.Timings, Timing{"index", time.Since(start).Seconds()})
	results := make([]category, len(categories))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce(o.Workers))
	v := newJudges(ctx, verify.New(m), workersOf(o.Workers))
	defer v.wait()
	lost := m.LostElsewhere()
	// The last categories take longest, geometry most of all: they begin first.
	for i, c := range slices.Backward(categories) {
		if lost != "" {
			results[i] = nothing(c, lost)
			report(string(c))
			continue
		}
		g.Go(func() error {
			r, err := fromCategory(ctx, ix, v, src, c, o)
			results[i] = r
			report(string(c))
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	n := 0
	for _, r := range results {
		n += len(r.items)
	}
	p.Items = make([]mcq.Item, 0, n)
	for _, r := range results {
		p.Items = append(p.Items, r.items...)
		p.Source.Categories = append(p.Source.Categories, r.entry)
	}
	p.Source.Diagnostics = diagnostics(m.Diagnostics())
	p.Source.Seconds = time.Since(start).Seconds()
	return p, nil
}

// atOnce is how many categories are made at the same time: more than there are
// workers, since they wait for tables that one of them makes.
func atOnce(workers int) int {
	if workers == 1 {
		return 1
	}
	return 3 * workersOf(workers)
}

// workersOf is a number of workers, where 0 is one a processor.
func workersOf(n int) int {
	if n == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return n
}

func progress(file string, total int, to func(Event)) func(string) {
	var mu sync.Mutex
	done := 0
	return func(stage string) {
		if to == nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		done++
		to(Event{file, stage, done, total})
	}
}

type category struct {
	items []mcq.Item
	entry Category
}

// nothing is a category of which nothing is asked.
func nothing(c mcq.Category, why string) category {
	return category{entry: Category{Category: c, Why: why, Rejected: []Rejection{}, Skipped: map[string]int{}, Notes: map[string]int{}, Subtypes: map[mcq.Subtype]int{}}}
}

// fromCategory makes the items of one category. An item is accepted if the
// verifier, which does not see the key, finds the same options right.
func fromCategory(ctx context.Context, ix *index.Index, v *judges, src mcq.Source, c mcq.Category, o Options) (category, error) {
	start := time.Now()
	out := category{
		items: make([]mcq.Item, 0, min(o.Cap, DefaultCap)),
		entry: Category{Category: c, Rejected: []Rejection{}},
	}
	e := &out.entry
	var verifying time.Duration
	outcome, err := generate.Category(ctx, ix, src, c, o.Seed, o.Cap, func(it mcq.Item) func() bool {
		judge := v.begin(it)
		return func() bool {
			rejected, took := judge()
			verifying += took
			if rejected != nil {
				e.Rejected = append(e.Rejected, *rejected)
				return false
			}
			out.items = append(out.items, it)
			return true
		}
	})
	if err != nil {
		return out, err
	}
	e.Generated, e.Verified = outcome.Generated, outcome.Accepted
	e.Skipped, e.Notes = outcome.Skipped, outcome.Notes
	e.Subtypes = map[mcq.Subtype]int{}
	for _, it := range out.items {
		e.Subtypes[it.Subtype]++
	}
	e.VerifySeconds = verifying.Seconds()
	e.Seconds = time.Since(start).Seconds()
	if !outcome.Full {
		e.Why = whyShort(*e)
	}
	slices.SortFunc(out.items, func(a, b mcq.Item) int { return strings.Compare(a.ID, b.ID) })
	return out, nil
}

// whyShort says why a category has fewer items than the cap.
func whyShort(e Category) string {
	if e.Generated == 0 && len(e.Skipped) == 0 {
		return "the file holds nothing that this category asks about"
	}
	why := fmt.Sprintf("the file gives %d", e.Generated)
	if n := len(e.Rejected); n > 0 {
		why += fmt.Sprintf(", of which %d were not verified", n)
	}
	n := 0
	for _, k := range e.Skipped {
		n += k
	}
	if n > 0 {
		why += fmt.Sprintf("; %d more were left out, see skipped", n)
	}
	return why
}
