package cli

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/ifcmcq/ifcmcq/internal/agent"
	"github.com/ifcmcq/ifcmcq/internal/cues"
	"github.com/ifcmcq/ifcmcq/internal/llm"
)

// agentKind is a kind of agent that eval can run.
type agentKind struct {
	name string
	says string
	llm  bool // asks a language model
	file bool // needs the building models
}

// system is what is graded: an agent, with a language model or none.
type system struct {
	agent agentKind
	model string // provider/name, "" for agents without one
}

// agentKinds returns all kinds in the order in which help lists them.
func agentKinds() []agentKind {
	out := []agentKind{
		{"tool", "a language model that calls the 17 tools", true, true},
		{"code", "a language model that runs Python with IfcOpenShell, in a sandbox", true, true},
		{"none", "a language model that sees question and options only", true, false},
		{"mcp", "a language model with the tools of any MCP server (--mcp-config)", true, true},
		{"exec", "a program of your own (--exec)", false, false},
		{"first", "no model: the first option", false, false},
		{"random", "no model: any option", false, false},
		{"oracle", "no model: looks the answer up from the item's fact, through the tools", false, true},
	}
	for _, r := range cues.Rules() {
		if r.Name != "first" {
			out = append(out, agentKind{name: "cue-" + r.Name, says: "no model: " + r.Says})
		}
	}
	return out
}

func agentKindOf(name string) (agentKind, bool) {
	kinds := agentKinds()
	i := slices.IndexFunc(kinds, func(k agentKind) bool { return k.name == name })
	if i < 0 {
		return agentKind{}, false
	}
	return kinds[i], true
}

func agentNames() []string {
	var out []string
	for _, k := range agentKinds() {
		out = append(out, k.name)
	}
	return out
}

func agentHelp() string {
	var b strings.Builder
	for _, k := range agentKinds() {
		fmt.Fprintf(&b, "  %-20s %s\n", k.name, k.says)
	}
	return b.String()
}

// maxRequests is the most requests an item can take: one a step, and one that asks
// for the answer only.
func (k agentKind) maxRequests(steps int) int {
	if k.name == "none" {
		return 2
	}
	return steps + 1
}

// agentOptions are the flags that say what agents are made of.
type agentOptions struct {
	protocol         string
	maxSteps         int
	observationLimit int
	maxTokens        int
	tokenLimit       int
	temperature      float64
	baseURL          string
	mcpConfig        string
	exec             string
	execLines        bool
	sandbox          string
	python           string

	topP            float64
	reasoningEffort string
	stream          bool
	timeout         time.Duration
	maxRetries      int
	requestRate     int
	tokenRate       int
	envFiles        []string
}

func (o *agentOptions) addFlags(f *pflag.FlagSet) {
	f.StringVar(&o.protocol, "protocol", "text", "how actions are written: text (a JSON block) or native (function calling of the API)")
	f.IntVar(&o.maxSteps, "max-steps", 8, "steps an item, each one action or the answer")
	f.IntVar(&o.observationLimit, "observation-limit", 6000, "characters of an observation that the model is shown")
	f.IntVar(&o.maxTokens, "max-tokens", 0, "tokens of a reply (default that of the server)")
	f.IntVar(&o.tokenLimit, "token-limit", 0, "tokens of an item, all its requests and replies together (default no limit)")
	f.Float64Var(&o.temperature, "temperature", 0, "temperature, where the server takes one; negative for the server's own")
	f.Float64Var(&o.topP, "top-p", 0, "nucleus sampling (default that of the server)")
	f.StringVar(&o.reasoningEffort, "reasoning-effort", "", "how much a reasoning model is to think, such as low (default that of the server)")
	f.BoolVar(&o.stream, "stream", false, "have replies streamed, for servers that break off long ones")
	f.DurationVar(&o.timeout, "timeout", 10*time.Minute, "how long to wait for a reply, each attempt")
	f.IntVar(&o.maxRetries, "max-retries", llm.DefaultRetry().Max, "retries of a request after a failure that may pass")
	f.IntVar(&o.requestRate, "requests-per-minute", 0, "requests a minute to each model at most (default no limit)")
	f.IntVar(&o.tokenRate, "tokens-per-minute", 0, "tokens a minute of each model at most (default no limit)")
	f.StringArrayVar(&o.envFiles, "env-file", nil, "file of environment variables such as OPENAI_API_KEY, beside the nearest .env; may be repeated")
	f.StringVar(&o.baseURL, "base-url", "", "address of the API, such as http://localhost:8000/v1 (default from the environment)")
	f.StringVar(&o.mcpConfig, "mcp-config", "", `JSON file with {"mcpServers": {…}} for agent mcp; {file} in it is the building model's path`)
	f.StringVar(&o.exec, "exec", "", "program for agent exec: gets a question as JSON on its input, prints the answer")
	f.BoolVar(&o.execLines, "exec-lines", false, "start the program of --exec once, and give it a question a line")
	f.StringVar(&o.sandbox, "sandbox", "auto", "what keeps the code of agent code in: auto, bwrap, docker, podman, or none, which trusts it")
	f.StringVar(&o.python, "python", "", "Python with IfcOpenShell for agent code (default that of ifcmcq sandbox setup)")
}

// check finds what is wrong with the options for these systems.
func (o agentOptions) check(systems []system) error {
	has := func(name string) bool {
		return slices.ContainsFunc(systems, func(s system) bool { return s.agent.name == name })
	}
	if _, err := agent.ParseProtocol(o.protocol); err != nil {
		return err
	}
	switch {
	case o.maxSteps < 1:
		return fmt.Errorf("--max-steps must be at least 1, not %d", o.maxSteps)
	case o.observationLimit < 100:
		return fmt.Errorf("--observation-limit must be at least 100, not %d", o.observationLimit)
	case o.topP < 0 || o.topP > 1:
		return fmt.Errorf("--top-p is between 0 and 1, not %g", o.topP)
	case o.maxTokens < 0 || o.tokenLimit < 0 || o.maxRetries < 0 || o.requestRate < 0 || o.tokenRate < 0 || o.timeout <= 0:
		return errors.New("--max-tokens, --token-limit, --max-retries, --timeout and the rates must not be negative")
	case has("mcp") && o.mcpConfig == "":
		return errors.New("agent mcp needs --mcp-config FILE, which names the server")
	case has("exec") && o.exec == "":
		return errors.New("agent exec needs --exec PROGRAM")
	case o.exec != "" && !has("exec"):
		return errors.New("--exec is for agent exec, which is not asked for")
	case o.mcpConfig != "" && !has("mcp"):
		return errors.New("--mcp-config is for agent mcp, which is not asked for")
	}
	if o.baseURL != "" {
		if u, err := url.Parse(o.baseURL); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return fmt.Errorf("--base-url is an address such as http://localhost:8000/v1, not %q", o.baseURL)
		}
	}
	return nil
}
