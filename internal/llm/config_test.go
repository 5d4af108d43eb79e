package llm_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/internal/llm"
)

func env(pairs ...string) llm.Env {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	tests := []struct {
		model string
		flags llm.Flags
		env   llm.Env
		want  string // provider, name, base URL, key
		fails string
	}{
		{model: "openai/gpt-5", env: env("OPENAI_API_KEY", "k1"), want: "openai gpt-5 https://api.openai.com/v1 k1"},
		{model: "gpt-5", env: env("OPENAI_API_KEY", "k1"), want: "openai gpt-5 https://api.openai.com/v1 k1"},
		{model: "openai/m", env: env("OPENAI_BASE_URL", "http://h:1/v1/"), want: "openai m http://h:1/v1 "},
		{model: "openai/m", env: env("OPENAI_BASE_URL", "http://h:1/v1/chat/completions"), want: "openai m http://h:1/v1 "},
		{model: "openrouter/meta/llama", env: env("OPENROUTER_API_KEY", "k2", "OPENAI_API_KEY", "k1"), want: "openrouter meta/llama https://openrouter.ai/api/v1 k2"},
		{model: "ollama/qwen3:8b", env: env(), want: "ollama qwen3:8b http://127.0.0.1:11434/v1 "},
		{model: "vllm/openai/gpt-oss-20b", env: env(), want: "vllm openai/gpt-oss-20b http://127.0.0.1:8000/v1 "},
		{model: "llama-cpp/x", env: env("LLAMA_CPP_BASE_URL", "http://b:9"), want: "llama-cpp x http://b:9 "},
		{model: "My-Lab/m", env: env("MY_LAB_BASE_URL", "https://lab/v1", "MY_LAB_API_KEY", "k3"), want: "my-lab m https://lab/v1 k3"},
		{model: "openai-api/lab/a/b", env: env("LAB_BASE_URL", "https://lab/v1", "LAB_API_KEY", "k3"), want: "lab a/b https://lab/v1 k3"},
		{model: "meta-llama/L", flags: llm.Flags{BaseURL: "http://h/v1"}, env: env("OPENAI_API_KEY", "k1"), want: "openai meta-llama/L http://h/v1 k1"},
		{model: "openai/m", flags: llm.Flags{BaseURL: "http://h/v1", APIKey: "k9"}, env: env("OPENAI_BASE_URL", "http://x", "OPENAI_API_KEY", "k1"), want: "openai m http://h/v1 k9"},

		{model: "openai/gpt-5", env: env(), fails: "model openai/gpt-5: the server wants an API key: OPENAI_API_KEY is not set; set the key in the environment"},
		{model: "groq/m", env: env("OPENAI_API_KEY", "k1"), fails: "GROQ_API_KEY is not set"},
		{model: "lab/m", env: env(), fails: `where provider "lab" is served is not known; set LAB_BASE_URL`},
		{model: "openai-api/lab/m", env: env(), fails: "set LAB_BASE_URL or give --base-url"},
		{model: "openai-api/lab", env: env(), fails: "the name is openai-api/PROVIDER/NAME"},
		{model: "openai/", env: env(), fails: "the name is missing"},
		{model: "", env: env(), fails: "the name is missing"},
		{model: "openai/m", flags: llm.Flags{BaseURL: "localhost:8000"}, env: env(), fails: "no http or https address"},
		{model: "openai/m", flags: llm.Flags{BaseURL: "https://u:p4ss@h/v1"}, env: env(), fails: "holds a user or password"},
	}
	for _, tt := range tests {
		e, err := llm.Resolve(tt.model, tt.flags, tt.env)
		got := fmt.Sprint(e.Provider, " ", e.Name, " ", e.BaseURL, " ", e.APIKey)
		switch {
		case tt.fails == "" && err != nil:
			t.Errorf("%s: %v", tt.model, err)
		case tt.fails == "" && got != tt.want:
			t.Errorf("%s is %q, not %q", tt.model, got, tt.want)
		case tt.fails != "" && (err == nil || !strings.Contains(err.Error(), tt.fails)):
			t.Errorf("%s: error is %v, not %q", tt.model, err, tt.fails)
		case err != nil && strings.Contains(err.Error(), "p4ss"):
			t.Errorf("the error shows a password: %v", err)
		}
		for _, shown := range []string{fmt.Sprint(e), fmt.Sprintf("%+v", e), fmt.Sprintf("%#v", e)} {
			if e.APIKey != "" && strings.Contains(shown, e.APIKey) {
				t.Errorf("printed as %s", shown)
			}
		}
	}
}

func TestLoadEnv(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write(".env", "OPENAI_API_KEY=far\nFAR=1\n")
	write("a/.env", "# a comment\nexport OPENAI_API_KEY=\"near\"\nSET=file\nEMPTY=file\n")
	extra := write("extra.env", "EXTRA=1\nOPENAI_BASE_URL=http://h/v1\n")
	set := map[string]string{"SET": "process", "EMPTY": ""}
	lookup := func(name string) (string, bool) { v, ok := set[name]; return v, ok }
	env, err := llm.LoadEnv(lookup, deep, extra)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"OPENAI_API_KEY": "near", "FAR": "", "SET": "process", "EMPTY": "file", "EXTRA": "1", "OPENAI_BASE_URL": "http://h/v1", "NONE": "",
	} {
		if got := env(name); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
	if v, ok := os.LookupEnv("EXTRA"); ok {
		t.Errorf("the process's environment has EXTRA=%s", v)
	}
	if _, err := llm.LoadEnv(lookup, deep, filepath.Join(dir, "none.env")); err == nil {
		t.Error("a file that is not there is no error")
	}
	bad := write("bad.env", "this is sk-secret\n")
	if _, err := llm.LoadEnv(lookup, deep, bad); err == nil || strings.Contains(err.Error(), "sk-secret") {
		t.Errorf("error is %v", err)
	}
}
