package cli

import (
	"context"
	"sync"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/agent"
	"github.com/ifcmcq/ifcmcq/tools"
)

// releasing is an agent that lets go of its building model when it is closed.
type releasing struct {
	agent.Agent
	release func()
}

func (r releasing) Close() error {
	defer r.release()
	return r.Agent.Close()
}

// releasingInterface is releasing for an interface.
type releasingInterface struct {
	agent.Interface
	release func()
}

func (r releasingInterface) Close() error {
	defer r.release()
	return r.Interface.Close()
}

// modelPool opens building models and shares them. What nobody uses stays open until
// another one is opened: the next agent often looks into the same.
type modelPool struct {
	open func(ctx context.Context, sum string) (*ifc.Model, error)

	mu      sync.Mutex
	entries map[string]*pooled
}

type pooled struct {
	users int
	once  sync.Once
	model *ifc.Model
	set   *tools.Set
	err   error
}

// get returns the tools over a model. release must be called when they are no longer
// used.
func (p *modelPool) get(ctx context.Context, sum string) (set *tools.Set, release func(), err error) {
	p.mu.Lock()
	if p.entries == nil {
		p.entries = map[string]*pooled{}
	}
	e := p.entries[sum]
	if e == nil {
		for k, idle := range p.entries {
			if idle.users == 0 {
				idle.close()
				delete(p.entries, k)
			}
		}
		e = &pooled{}
		p.entries[sum] = e
	}
	e.users++
	p.mu.Unlock()
	e.once.Do(func() {
		if e.model, e.err = p.open(ctx, sum); e.err == nil {
			e.set = tools.New(e.model)
		}
	})
	release = func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		e.users--
	}
	if e.err != nil {
		release()
		return nil, nil, e.err
	}
	return e.set, sync.OnceFunc(release), nil
}

func (p *modelPool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k, e := range p.entries {
		e.close()
		delete(p.entries, k)
	}
}

func (e *pooled) close() {
	if e.model != nil {
		e.model.Close()
	}
}
