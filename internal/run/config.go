package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Files of a run folder.
const (
	ConfigFile  = "run.json"
	PlanFile    = "plan.jsonl"
	ResultsFile = "results.jsonl"
	TracesFile  = "traces.jsonl.zst"
	ErrorsFile  = "errors.jsonl"
	NotesFile   = "notes.jsonl"
	lockFile    = ".lock"
)

// format is the version of the folder's layout.
const format = 1

// Config is run.json: what a run is. It never changes.
type Config struct {
	Format    int       `json:"format"`
	Benchmark Benchmark `json:"benchmark"`
	Agent     string    `json:"agent"`
	Model     string    `json:"model"` // "" for agents without a language model

	// What the model is told: hashes of the prompts' files and of the actions'
	// descriptions.
	PromptsSHA256 string `json:"prompts_sha256"`
	ToolsSHA256   string `json:"tools_sha256"`

	Settings Settings `json:"settings"`

	// What follows is recorded, and may differ when the run goes on.
	Server   string            `json:"server,omitempty"` // base URL, without credentials
	Versions map[string]string `json:"versions,omitempty"`
	Created  time.Time         `json:"created"`
	Merged   int               `json:"merged,omitempty"` // number of runs that this one was put together of
}

// Benchmark names the items of a run.
type Benchmark struct {
	SHA256 string `json:"sha256"` // of items.jsonl
	Path   string `json:"path"`   // where it was when the run began
	Items  int    `json:"items"`
}

// Settings are what an answer depends on beside benchmark, agent and model. What
// does not apply to an agent is left out.
type Settings struct {
	Seed             *int64   `json:"seed,omitempty"`
	Protocol         string   `json:"protocol,omitempty"`
	MaxSteps         int      `json:"max_steps,omitempty"`
	ObservationLimit int      `json:"observation_limit,omitempty"`
	MaxTokens        int      `json:"max_tokens,omitempty"`
	TokenLimit       int      `json:"token_limit,omitempty"`
	Temperature      *float64 `json:"temperature,omitempty"`
	TopP             float64  `json:"top_p,omitempty"`
	ReasoningEffort  string   `json:"reasoning_effort,omitempty"`
	Sandbox          string   `json:"sandbox,omitempty"`

	// Program and Server name an outside program; the hashes tell two apart
	// without keeping arguments, which may hold secrets.
	Program       string `json:"program,omitempty"`
	ProgramSHA256 string `json:"program_sha256,omitempty"`
	MCPServers    string `json:"mcp_servers,omitempty"`
	MCPSHA256     string `json:"mcp_sha256,omitempty"`
}

// Name returns the name of the run's folder in its set: agent__model.
func (c Config) Name() string {
	if c.Model == "" {
		return fileName(c.Agent)
	}
	return fileName(c.Agent) + "__" + fileName(c.Model)
}

// fileName makes a file name of a model's. Different models may come to the same
// name; run.json tells them apart.
func fileName(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '_'
	}, s)
}

// Differences says in which members that make a run what it is c, the folder's,
// differs from d, that which was asked for.
func (c Config) Differences(d Config) []string {
	a, b := c.identity(), d.identity()
	var names []string
	for k := range a {
		names = append(names, k)
	}
	for k := range b {
		if _, ok := a[k]; !ok {
			names = append(names, k)
		}
	}
	slices.Sort(names)
	var out []string
	for _, k := range names {
		if a[k] != b[k] {
			out = append(out, fmt.Sprintf("%s is %s there, and %s is asked for", k, or(a[k], "not set"), or(b[k], "none")))
		}
	}
	return out
}

func or(s, instead string) string {
	if s == "" {
		return instead
	}
	return s
}

// identity flattens what makes a run what it is.
func (c Config) identity() map[string]string {
	m := map[string]string{
		"benchmark": short(c.Benchmark.SHA256),
		"agent":     c.Agent,
		"model":     c.Model,
		"prompts":   short(c.PromptsSHA256),
		"tools":     short(c.ToolsSHA256),
	}
	text, err := json.Marshal(c.Settings)
	if err != nil {
		panic(err) // numbers and strings only
	}
	var settings map[string]json.RawMessage
	if err := json.Unmarshal(text, &settings); err != nil {
		panic(err)
	}
	for k, v := range settings {
		m[strings.ReplaceAll(k, "_", "-")] = strings.Trim(string(v), `"`)
	}
	return m
}

// short cuts a hash to what people can compare.
func short(sum string) string {
	return sum[:min(len(sum), 16)]
}

// MismatchError is a run folder that holds another run than that asked for.
type MismatchError struct {
	Dir         string
	Differences []string
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf("%s holds another run: %s; name another set with --set, or another --log-dir",
		e.Dir, strings.Join(e.Differences, "; "))
}

// ReadConfig reads the run.json of a run folder.
func ReadConfig(dir string) (Config, error) {
	var c Config
	name := filepath.Join(dir, ConfigFile)
	text, err := os.ReadFile(name)
	if err != nil {
		return c, fmt.Errorf("no run: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&c); err != nil {
		return c, fmt.Errorf("%s: %w", name, err)
	}
	if c.Format > format {
		return c, fmt.Errorf("%s has format %d, written by a newer version of ifcmcq: this one knows %d", name, c.Format, format)
	}
	return c, nil
}

// writeConfig puts run.json in place, whole or not at all.
func writeConfig(dir string, c Config) error {
	c.Format = format
	text, err := json.MarshalIndent(c, "", " ")
	if err != nil {
		return err
	}
	name := filepath.Join(dir, ConfigFile)
	f, err := os.Create(name + ".part")
	if err != nil {
		return err
	}
	if _, err = f.Write(append(text, '\n')); err == nil {
		err = f.Sync()
	}
	if err2 := f.Close(); err == nil {
		err = err2
	}
	if err != nil {
		return err
	}
	return os.Rename(name+".part", name)
}
