package run

import (
	"context"
	"fmt"
	"os"
	"sync"

	"github.com/goccy/go-yaml"

	"github.com/ifcmcq/ifcmcq/score"
)

// Price is what a million tokens cost, in US dollars.
type Price struct {
	Input          float64  `yaml:"input"`
	Output         float64  `yaml:"output"`           // reasoning included
	InputCacheRead *float64 `yaml:"input_cache_read"` // as Input if not given
}

// Prices are prices by provider/model.
type Prices map[string]Price

// ReadPrices reads a price file: YAML with a member a model, such as
//
//	openai/gpt-5-mini: {input: 0.25, output: 2, input_cache_read: 0.025}
func ReadPrices(name string) (Prices, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var p Prices
	if err := yaml.UnmarshalWithOptions(text, &p, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for model, x := range p {
		if x.Input < 0 || x.Output < 0 || x.InputCacheRead != nil && *x.InputCacheRead < 0 {
			return nil, fmt.Errorf("%s: %s: a price is negative", name, model)
		}
	}
	return p, nil
}

// Cost returns what usage costs.
func (p Price) Cost(u score.Usage) float64 {
	cached := p.Input
	if p.InputCacheRead != nil {
		cached = *p.InputCacheRead
	}
	fresh := max(u.Input-u.Cached, 0)
	return (float64(fresh)*p.Input + float64(u.Cached)*cached + float64(u.Output)*p.Output) / 1e6
}

// Sources of a cost.
const (
	costProvider = "provider"
	costPrices   = "prices"
)

// priced puts a result's cost in: what the server says, else what the price file
// makes of the tokens.
func priced(r *score.Result, said *float64, p *Price) {
	switch {
	case said != nil:
		r.CostUSD, r.CostSource = said, costProvider
	case p != nil && r.Usage != (score.Usage{}):
		x := p.Cost(r.Usage)
		r.CostUSD, r.CostSource = &x, costPrices
	}
}

// budget keeps a bound on what is spent. A nil budget lets everything pass.
type budget struct {
	limit float64

	mu    sync.Mutex
	wake  chan struct{} // closed and renewed when something is done
	spent float64
	known int // items whose cost is known
	out   int // items under way
	over  bool
}

func newBudget(limit float64, jobs []*Job) *budget {
	if limit <= 0 {
		return nil
	}
	b := &budget{limit: limit, wake: make(chan struct{})}
	for _, j := range jobs {
		b.spent += j.Store.Tally.CostUSD
		b.known += j.Store.Tally.Priced
	}
	return b
}

// admit waits until there is room for one more item, and reports false if there
// will be none or stop is done. The first item goes alone, to learn what one
// costs.
func (b *budget) admit(stop context.Context) bool {
	if b == nil {
		return true
	}
	for {
		b.mu.Lock()
		room := b.out == 0 && b.spent < b.limit
		if b.known > 0 {
			mean := b.spent / float64(b.known)
			room = b.spent+float64(b.out+1)*mean <= b.limit
		}
		if room {
			b.out++
			b.mu.Unlock()
			return true
		}
		if b.out == 0 {
			b.over = true
			b.mu.Unlock()
			return false
		}
		wake := b.wake
		b.mu.Unlock()
		select {
		case <-wake:
		case <-stop.Done():
			return false
		}
	}
}

// done takes note of an item that was admitted; nil has no result.
func (b *budget) done(r *score.Result) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.out--
	if r != nil && r.CostUSD != nil {
		b.known++
		b.spent += *r.CostUSD
	}
	close(b.wake)
	b.wake = make(chan struct{})
}

// reached reports whether an item was turned away for good.
func (b *budget) reached() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.over
}
