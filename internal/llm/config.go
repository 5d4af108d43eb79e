package llm

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/joho/godotenv"
)

// Endpoint says where a model is served and how to get in.
type Endpoint struct {
	Model        string // as the user names it: provider/name
	Name         string // as the server knows it
	Provider     string // lower case
	BaseURL      string // without the /chat/completions at its end
	APIKey       string // "" for none
	Organization string
	Project      string
}

// String is safe to print: it holds no key.
func (e Endpoint) String() string { return e.Model + " at " + e.BaseURL }

// GoString keeps the key out of %#v too.
func (e Endpoint) GoString() string { return e.String() }

// provider is a service or a server known by name.
type provider struct {
	name, baseURL string
	local         bool // needs no key
}

// providers are those whose address need not be said. Any other is given by its
// environment variables, see [Resolve].
func providers() []provider {
	return []provider{
		{name: "openai", baseURL: "https://api.openai.com/v1"},
		{name: "anthropic", baseURL: "https://api.anthropic.com/v1"},
		{name: "cerebras", baseURL: "https://api.cerebras.ai/v1"},
		{name: "deepseek", baseURL: "https://api.deepseek.com/v1"},
		{name: "fireworks", baseURL: "https://api.fireworks.ai/inference/v1"},
		{name: "google", baseURL: "https://generativelanguage.googleapis.com/v1beta/openai"},
		{name: "grok", baseURL: "https://api.x.ai/v1"},
		{name: "groq", baseURL: "https://api.groq.com/openai/v1"},
		{name: "mistral", baseURL: "https://api.mistral.ai/v1"},
		{name: "openrouter", baseURL: "https://openrouter.ai/api/v1"},
		{name: "together", baseURL: "https://api.together.xyz/v1"},
		{name: "llama-cpp", baseURL: "http://127.0.0.1:8080/v1", local: true},
		{name: "lmstudio", baseURL: "http://127.0.0.1:1234/v1", local: true},
		{name: "ollama", baseURL: "http://127.0.0.1:11434/v1", local: true},
		{name: "sglang", baseURL: "http://127.0.0.1:30000/v1", local: true},
		{name: "vllm", baseURL: "http://127.0.0.1:8000/v1", local: true},
	}
}

// Providers returns the names of the providers whose address is known.
func Providers() []string {
	var out []string
	for _, p := range providers() {
		out = append(out, p.name)
	}
	return out
}

// Flags are what the command line says about a server; they come before the
// environment.
type Flags struct {
	BaseURL string
	APIKey  string
}

// Env looks up environment variables; one that is empty counts as not set.
type Env func(name string) string

// Resolve finds out where a model is served. Its name is one of
//
//	openai/NAME or NAME       OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_ORG_ID, OPENAI_PROJECT_ID
//	P/NAME                    P_BASE_URL, P_API_KEY (capitals, - as _), or the address that is
//	                          known of a provider, see [Providers]
//	openai-api/P/NAME         the same, for any P
//
// A base URL among the flags is taken for every name; a first part that is no known
// provider then belongs to the name, as in meta-llama/Llama-3.3-70B-Instruct.
func Resolve(model string, f Flags, env Env) (Endpoint, error) {
	e := Endpoint{Model: model, Provider: "openai", Name: model}
	rest, explicit := strings.CutPrefix(model, "openai-api/")
	if first, name, ok := strings.Cut(rest, "/"); ok {
		first = strings.ToLower(first)
		known := slices.Contains(Providers(), first)
		switch {
		case explicit, known, env(variable(first, "BASE_URL")) != "":
			e.Provider, e.Name = first, name
		case f.BaseURL == "":
			return e, fmt.Errorf("model %s: where provider %q is served is not known; set %s, or give --base-url, or name one of %s",
				model, first, variable(first, "BASE_URL"), strings.Join(Providers(), ", "))
		}
	} else if explicit {
		return e, fmt.Errorf("model %s: the name is openai-api/PROVIDER/NAME", model)
	}
	if strings.TrimSpace(e.Name) == "" {
		return e, fmt.Errorf("model %q: the name is missing; write PROVIDER/NAME, such as openai/gpt-5", model)
	}
	var known provider
	if i := slices.IndexFunc(providers(), func(p provider) bool { return p.name == e.Provider }); i >= 0 {
		known = providers()[i]
	}
	e.BaseURL = first(f.BaseURL, env(variable(e.Provider, "BASE_URL")), known.baseURL)
	e.APIKey = first(f.APIKey, env(variable(e.Provider, "API_KEY")))
	if e.Provider == "openai" {
		e.Organization, e.Project = env("OPENAI_ORG_ID"), env("OPENAI_PROJECT_ID")
	}
	if e.BaseURL == "" {
		return e, fmt.Errorf("model %s: no base URL for provider %q; set %s or give --base-url", model, e.Provider, variable(e.Provider, "BASE_URL"))
	}
	u, err := url.Parse(e.BaseURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return e, fmt.Errorf("model %s: the base URL is no http or https address; it looks like https://host/v1", model)
	}
	if u.User != nil {
		return e, fmt.Errorf("model %s: the base URL holds a user or password; set %s instead", model, variable(e.Provider, "API_KEY"))
	}
	e.BaseURL = strings.TrimSuffix(strings.TrimRight(e.BaseURL, "/"), "/chat/completions")
	if e.APIKey == "" && e.BaseURL == known.baseURL && !known.local {
		return e, &Error{Kind: Auth, Model: model, baseURL: e.BaseURL,
			Message: fmt.Sprintf("%s is not set", variable(e.Provider, "API_KEY"))}
	}
	return e, nil
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// variable is the name of a provider's environment variable.
func variable(provider, what string) string {
	return strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(provider)) + "_" + what
}

// LoadEnv returns the environment: what is set in the process, then what the files say,
// later ones first, then what a file .env says in dir or the nearest folder above it.
// Nothing is written into the process's own environment. Named files must exist.
func LoadEnv(lookup func(string) (string, bool), dir string, files ...string) (Env, error) {
	fromFiles := map[string]string{}
	if found, err := dotenvAbove(dir); err != nil {
		return nil, err
	} else if found != "" {
		files = append([]string{found}, files...)
	}
	for _, name := range files {
		m, err := readDotenv(name)
		if err != nil {
			return nil, err
		}
		for k, v := range m {
			fromFiles[k] = v
		}
	}
	return func(name string) string {
		if v, ok := lookup(name); ok && v != "" {
			return v
		}
		return fromFiles[name]
	}, nil
}

func readDotenv(name string) (map[string]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("environment file: %w", err)
	}
	defer f.Close()
	m, err := godotenv.Parse(f)
	if err != nil {
		// The parser's message quotes the line, which may hold a key.
		return nil, fmt.Errorf("environment file %s: a line is not NAME=VALUE", name)
	}
	return m, nil
}

// dotenvAbove finds .env in dir or the nearest folder above it, "" if there is none.
func dotenvAbove(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		name := filepath.Join(dir, ".env")
		info, err := os.Stat(name)
		switch {
		case err == nil && info.Mode().IsRegular():
			return name, nil
		case err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission):
			return "", fmt.Errorf("looking for .env: %w", err)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", nil
		}
		dir = up
	}
}
