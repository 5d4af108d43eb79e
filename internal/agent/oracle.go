package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/score"
	"github.com/ifcmcq/ifcmcq/tools"
)

// oracleLimit is how many characters the oracle reads of an observation: as many
// as a language model is shown by default.
const oracleLimit = 6000

// Oracle answers from an item's fact, through the tools alone: it calls them by
// name with JSON and reads nothing but the JSON that they answer with. What it
// can answer a language model can, in principle.
type Oracle struct {
	set *tools.Set
	now func() time.Time
}

// NewOracle makes an oracle over the tools of a model; now tells the time for
// latencies.
func NewOracle(set *tools.Set, now func() time.Time) *Oracle { return &Oracle{set, now} }

// Close does nothing: the model is not the oracle's.
func (o *Oracle) Close() error { return nil }

// Answer looks the fact up. An item that it cannot answer is left without an
// answer; the trace says why. A question without an item is an error: a blind
// benchmark has no facts.
func (o *Oracle) Answer(ctx context.Context, q Question) (Answer, error) {
	if q.Item == nil {
		return Answer{}, errors.New("the oracle needs the facts of the items: this benchmark is blind")
	}
	start := o.now()
	l := &looking{ctx: ctx, set: o.set, fact: q.Item.Fact, options: q.Item.Options}
	keys, err := l.answer(q.Item.Subtype)
	if ctx.Err() != nil {
		return Answer{}, ctx.Err()
	}
	a := Answer{Keys: keys, Replied: err == nil, Stop: score.Answered, Steps: l.calls + 1, Latency: o.now().Sub(start)}
	a.Calls = score.Calls{Tool: l.calls, Failed: l.failed}
	a.Tools = l.byTool
	trace := oracleTrace{Calls: l.trace, Keys: keys}
	if err != nil {
		a.Keys, trace.Error = nil, err.Error()
	}
	a.Trace, err = json.Marshal(trace)
	return a, err
}

type oracleTrace struct {
	Calls []oracleCall `json:"calls"`
	Keys  []string     `json:"answer"`
	Error string       `json:"error,omitempty"`
}

type oracleCall struct {
	Tool   string          `json:"tool"`
	Args   json.RawMessage `json:"arguments"`
	Length int             `json:"characters"` // of the observation
}

// looking is the work on one item.
type looking struct {
	ctx     context.Context
	set     *tools.Set
	fact    mcq.Fact
	options []mcq.Option
	calls   int
	failed  int
	byTool  map[string]int
	trace   []oracleCall
}

// oracleArgs is the arguments of a call; those of other tools are left out.
type oracleArgs struct {
	GUID     string      `json:"guid,omitempty"`
	Class    string      `json:"class,omitempty"`
	Storey   string      `json:"storey,omitempty"`
	Pset     mcq.SetName `json:"pset,omitzero"`
	Property string      `json:"property,omitempty"`
	Qset     mcq.SetName `json:"qset,omitzero"`
	Quantity string      `json:"quantity,omitempty"`
	Limit    int         `json:"limit,omitempty"`
	Offset   int         `json:"offset,omitempty"`
}

// errLong is the error for an observation that does not fit.
var errLong = errors.New("the observation is too long")

// call calls a tool and reads its data into out.
func (l *looking) call(name string, args oracleArgs, out any) error {
	raw, err := json.Marshal(args)
	if err != nil {
		return err
	}
	text := l.set.Call(l.ctx, name, raw).JSON()
	l.calls++
	if l.byTool == nil {
		l.byTool = map[string]int{}
	}
	l.byTool[name]++
	n := utf8.RuneCount(text)
	l.trace = append(l.trace, oracleCall{name, raw, n})
	if n > oracleLimit {
		return fmt.Errorf("%s: %w: %d characters", name, errLong, n)
	}
	var envelope struct {
		OK    bool            `json:"ok"`
		Data  json.RawMessage `json:"data"`
		Error tools.Failure   `json:"error"`
	}
	if err := json.Unmarshal(text, &envelope); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if !envelope.OK {
		l.failed++
		return fmt.Errorf("%s: %w", name, &envelope.Error)
	}
	if err := json.Unmarshal(envelope.Data, out); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// oraclePage is what every list says of itself.
type oraclePage struct {
	Returned  int  `json:"returned"`
	Truncated bool `json:"truncated"`
}

// firstPage is how many entries the oracle asks for at first.
const firstPage = 20

// pages calls a tool for page after page until read says that it has enough.
// A page that does not fit is asked for again at half its size.
func (l *looking) pages(name string, args oracleArgs, read func(data json.RawMessage) (enough bool, err error)) error {
	args.Limit = firstPage
	for {
		var data json.RawMessage
		err := l.call(name, args, &data)
		if errors.Is(err, errLong) && args.Limit > 1 {
			args.Limit /= 2
			continue
		}
		if err != nil {
			return err
		}
		enough, err := read(data)
		if err != nil || enough {
			return err
		}
		var p oraclePage
		if err := json.Unmarshal(data, &p); err != nil {
			return err
		}
		if !p.Truncated || p.Returned == 0 {
			return nil
		}
		args.Offset += p.Returned
	}
}

// choose returns the keys of the options whose values hold. That none does is an
// error: the item and the tools do not agree.
func (l *looking) choose(holds func(value any) bool, found any) ([]string, error) {
	var keys []string
	for _, o := range l.options {
		if holds(o.Value) {
			keys = append(keys, o.Key)
		}
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("no option is %v", found)
	}
	return keys, nil
}
