package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/ifcmcq/ifcmcq/bench"
	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/internal/agent"
	"github.com/ifcmcq/ifcmcq/internal/cues"
	"github.com/ifcmcq/ifcmcq/internal/llm"
	"github.com/ifcmcq/ifcmcq/internal/run"
	"github.com/ifcmcq/ifcmcq/internal/sandbox"
	"github.com/ifcmcq/ifcmcq/mcq"
	"github.com/ifcmcq/ifcmcq/step"
)

// agentFactory makes agents. Each building model is opened once and shared by all
// that look into it at the same time.
type agentFactory struct {
	agentOptions
	seed        int64
	bench       *bench.Benchmark
	connections int
	paths       map[string]string // of building models, by sha256
	texts       *cues.Texts       // made if a cue agent is there
	mcp         agent.MCPConfig
	command     []string // of --exec
	backend     sandbox.Backend
	env         llm.Env
	chats       map[string]*llm.Client
	models      modelPool

	// changed is told what a client does otherwise than it was told to, because the
	// server refused it.
	changed func(model, change string)
}

// newAgentFactory finds the building models that the systems need for the items.
func newAgentFactory(o agentOptions, seed int64, b *bench.Benchmark, items []mcq.Item, paths []string, systems []system, connections int, dryRun bool) (*agentFactory, error) {
	f := &agentFactory{agentOptions: o, seed: seed, bench: b, connections: connections, chats: map[string]*llm.Client{}}
	var needs string
	for _, s := range systems {
		if s.agent.file {
			needs = s.agent.name
		}
		if s.agent.name == "oracle" && b.Manifest.Blind {
			return nil, errors.New("the benchmark is blind: agent oracle needs the facts in its items")
		}
		if strings.HasPrefix(s.agent.name, "cue-") {
			f.texts = cues.ReadTexts(b.Items)
		}
	}
	if needs != "" && len(paths) == 0 {
		return nil, usageError{fmt.Errorf("eval: agent %s looks into the building models: where are they? --ifc PATH", needs)}
	}
	var err error
	if len(paths) > 0 {
		if f.paths, err = findModels(items, paths); err != nil {
			return nil, err
		}
	}
	if o.mcpConfig != "" {
		text, err := os.ReadFile(o.mcpConfig)
		if err != nil {
			return nil, err
		}
		if f.mcp, err = agent.ParseMCPConfig(text); err != nil {
			return nil, fmt.Errorf("%s: %w", o.mcpConfig, err)
		}
	}
	if o.exec != "" {
		if f.command, err = agent.SplitCommand(o.exec); err == nil {
			// Found out now, before a run folder is made.
			_, err = agent.NewExec(agent.ExecOptions{Command: f.command})
		}
		if err != nil {
			return nil, fmt.Errorf("--exec: %w", err)
		}
	}
	if slices.ContainsFunc(systems, func(s system) bool { return s.agent.name == "code" }) {
		if f.backend, err = findSandbox(o); err != nil {
			return nil, err
		}
	}
	if f.env, err = llm.LoadEnv(os.LookupEnv, ".", o.envFiles...); err != nil {
		return nil, err
	}
	for _, s := range systems {
		if !s.agent.llm || f.chats[s.model] != nil {
			continue
		}
		f.chats[s.model], err = f.client(s.model)
		var failed *llm.Error
		if dryRun && errors.As(err, &failed) {
			continue // nothing is asked, so no key is needed
		}
		if err != nil {
			return nil, err
		}
	}
	f.models.open = func(ctx context.Context, sum string) (*ifc.Model, error) {
		return ifc.Open(f.paths[sum], step.Options{Lenient: true})
	}
	return f, nil
}

func (f *agentFactory) close() {
	f.models.close()
	for _, c := range f.chats {
		if c != nil {
			c.Close()
		}
	}
}

// findSandbox finds out what is to keep code in, and that there is something to run
// it with.
func findSandbox(o agentOptions) (sandbox.Backend, error) {
	b, err := sandbox.ParseBackend(o.sandbox)
	if err != nil {
		return "", usageError{fmt.Errorf("eval: %w", err)}
	}
	if b == sandbox.Auto {
		if b, err = sandbox.Find(); err != nil {
			return "", err
		}
	}
	if b == sandbox.Bwrap || b == sandbox.None {
		_, err = sandbox.FindPython(context.Background(), o.python)
	}
	return b, err
}

// client makes the client of a model. It does not connect.
func (f *agentFactory) client(model string) (*llm.Client, error) {
	e, err := llm.Resolve(model, llm.Flags{BaseURL: f.baseURL}, f.env)
	var failed *llm.Error
	switch {
	case errors.As(err, &failed):
		return nil, err
	case err != nil:
		return nil, usageError{fmt.Errorf("eval: %w", err)}
	}
	retry := llm.DefaultRetry()
	retry.Max = f.maxRetries
	o := llm.Options{
		MaxTokens: f.maxTokens, ReasoningEffort: f.reasoningEffort, Stream: f.stream,
		MaxConnections: f.connections, RequestsPerMinute: f.requestRate, TokensPerMinute: f.tokenRate,
		Timeout: f.timeout, Retry: retry,
		OnChange: func(change string) {
			if f.changed != nil {
				f.changed(model, change)
			}
		},
	}
	if f.temperature >= 0 {
		o.Temperature = &f.temperature
	}
	if f.topP > 0 {
		o.TopP = &f.topP
	}
	return llm.New(e, o), nil
}

// server is the address of a model, without what may be secret in it.
func (f *agentFactory) server(model string) string {
	e, err := llm.Resolve(model, llm.Flags{BaseURL: f.baseURL}, f.env)
	if err != nil {
		return ""
	}
	return serverOf(e.BaseURL)
}

// findModels returns the absolute paths, by sha256, of the building models of items.
func findModels(items []mcq.Item, paths []string) (map[string]string, error) {
	wanted := map[string][]mcq.Item{}
	var order []string
	for _, it := range items {
		if wanted[it.Source.SHA256] == nil {
			order = append(order, it.Source.SHA256)
		}
		wanted[it.Source.SHA256] = append(wanted[it.Source.SHA256], it)
	}
	found, err := findBySum(wanted, paths)
	if err != nil {
		return nil, err
	}
	for _, sum := range order {
		path, ok := found[sum]
		if !ok {
			return nil, fmt.Errorf("no file with sha256 %s (%s, %d items) at or below %s", sum, wanted[sum][0].Source.File, len(wanted[sum]), strings.Join(paths, ", "))
		}
		if found[sum], err = filepath.Abs(path); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// classify says what a failure means for the items to come.
func classify(err error) run.Fault {
	fault := run.Fault{Kind: "agent", Fatal: llm.Fatal(err)}
	var e *llm.Error
	if errors.As(err, &e) {
		fault.Kind = string(e.Kind)
		fault.Unreachable = e.Kind == llm.Network || e.Kind == llm.BadReply || e.Kind == llm.BadRequest
	}
	return fault
}

// describe puts in what makes a system's run what it is.
func (f *agentFactory) describe(s system, c *run.Config) {
	c.Versions = map[string]string{"ifcmcq": bench.Version, "go": runtime.Version()}
	set := &c.Settings
	switch {
	case s.agent.name == "random" || strings.HasPrefix(s.agent.name, "cue-"):
		set.Seed = &f.seed
	case s.agent.name == "exec":
		set.Program = filepath.Base(strings.Fields(f.exec + " ?")[0])
		set.ProgramSHA256 = hashOf(f.exec)
		if f.execLines {
			set.Protocol = "lines"
		}
	}
	if s.agent.name == "oracle" {
		c.ToolsSHA256 = toolsSHA256(agent.NewToolInterface(nil))
	}
	if !s.agent.llm {
		return
	}
	c.PromptsSHA256 = agent.PromptsSHA256()
	c.Server = f.server(s.model)
	if f.temperature >= 0 {
		set.Temperature = &f.temperature
	}
	set.MaxTokens, set.TokenLimit, set.TopP, set.ReasoningEffort = f.maxTokens, f.tokenLimit, f.topP, f.reasoningEffort
	if s.agent.name == "none" {
		return
	}
	set.Protocol, set.MaxSteps, set.ObservationLimit = f.protocol, f.maxSteps, f.observationLimit
	switch s.agent.name {
	case "tool":
		c.ToolsSHA256 = toolsSHA256(agent.NewToolInterface(nil))
	case "code":
		c.ToolsSHA256 = toolsSHA256(agent.NewCodeInterface(nil))
		set.Sandbox = string(f.backend)
	case "mcp":
		set.MCPServers, set.MCPSHA256 = f.mcpIdentity()
	}
}

// toolsSHA256 hashes what a model is told of the actions it may take.
func toolsSHA256(i agent.Interface) string {
	text, err := json.Marshal(i.Tools())
	if err != nil {
		panic(err) // strings and JSON only
	}
	return hashOf(string(text))
}

func hashOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// serverOf is an address without what may be secret in it.
func serverOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

// mcpIdentity names the servers of the configuration and hashes what they are,
// without their environment and headers: keys change, and are nobody's business.
func (f *agentFactory) mcpIdentity() (names, sum string) {
	list := slices.Sorted(maps.Keys(f.mcp.Servers))
	var b strings.Builder
	for _, name := range list {
		s := f.mcp.Servers[name]
		fmt.Fprintf(&b, "%q %q %q %q\n", name, s.Command, s.Args, serverOf(s.URL))
	}
	return strings.Join(list, ","), hashOf(b.String())
}

// opener returns what makes the agent of a system for a building model.
func (f *agentFactory) opener(s system) (func(context.Context, mcq.Source) (agent.Agent, error), error) {
	always := func(a agent.Agent) func(context.Context, mcq.Source) (agent.Agent, error) {
		return func(context.Context, mcq.Source) (agent.Agent, error) { return a, nil }
	}
	switch name := s.agent.name; {
	case name == "first" || name == "random" || strings.HasPrefix(name, "cue-"):
		a, err := agent.NewChance(name, f.seed, f.texts)
		return always(a), err
	case name == "oracle":
		return func(ctx context.Context, src mcq.Source) (agent.Agent, error) {
			set, release, err := f.models.get(ctx, src.SHA256)
			if err != nil {
				return nil, err
			}
			return releasing{agent.NewOracle(set, time.Now), release}, nil
		}, nil
	case name == "exec":
		return func(_ context.Context, src mcq.Source) (agent.Agent, error) {
			return agent.NewExec(agent.ExecOptions{Command: f.command, File: f.paths[src.SHA256], Lines: f.execLines, Timeout: f.timeout, Now: time.Now})
		}, nil
	}
	chat := f.chats[s.model]
	return func(ctx context.Context, src mcq.Source) (agent.Agent, error) {
		itf, err := f.lookInto(ctx, s.agent.name, src)
		if err != nil {
			return nil, err
		}
		return agent.New(chat, itf, agent.Options{
			Protocol: agent.Protocol(f.protocol), MaxSteps: f.maxSteps, ObservationLimit: f.observationLimit,
			TokenLimit: f.tokenLimit, Now: time.Now,
		}), nil
	}, nil
}

// lookInto makes the interface through which a language model sees a building model.
func (f *agentFactory) lookInto(ctx context.Context, name string, src mcq.Source) (agent.Interface, error) {
	switch name {
	case "tool":
		set, release, err := f.models.get(ctx, src.SHA256)
		if err != nil {
			return nil, err
		}
		return releasingInterface{agent.NewToolInterface(set), release}, nil
	case "code":
		box, err := sandbox.Open(ctx, sandbox.Options{Model: f.paths[src.SHA256], Backend: f.backend, Python: f.python})
		if err != nil {
			return nil, err
		}
		return agent.NewCodeInterface(box), nil
	case "mcp":
		return agent.NewMCP(ctx, f.mcp, agent.MCPOptions{File: f.paths[src.SHA256], Env: f.env})
	}
	return agent.None(), nil
}
