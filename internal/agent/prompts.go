package agent

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"strings"
	"text/template"
)

//go:embed prompts/*.md
var promptFiles embed.FS

// PromptsSHA256 is a hash over everything that this package says to a language model,
// in hex. Runs with different hashes are not comparable.
func PromptsSHA256() string {
	h := sha256.New()
	for _, f := range promptNames() {
		text := promptText(f)
		fmt.Fprintf(h, "%s %d\n", f, len(text))
		io.WriteString(h, text)
	}
	io.WriteString(h, submitSchema)
	return hex.EncodeToString(h.Sum(nil))
}

// promptNames lists the prompts in alphabetical order, without their ending.
func promptNames() []string {
	entries, err := promptFiles.ReadDir("prompts")
	if err != nil {
		panic(err) // embedded
	}
	var out []string
	for _, e := range entries {
		out = append(out, strings.TrimSuffix(e.Name(), ".md"))
	}
	return out
}

func promptText(name string) string {
	b, err := promptFiles.ReadFile(path.Join("prompts", name+".md"))
	if err != nil {
		panic(err) // embedded
	}
	return strings.ReplaceAll(string(b), "\r\n", "\n")
}

// prompts renders the prompts of one agent.
type prompts struct{ t *template.Template }

func newPrompts(p Protocol) prompts {
	t := template.New("")
	for _, name := range promptNames() {
		template.Must(t.New(name).Parse(promptText(name)))
	}
	template.Must(t.New("protocol").Parse(promptText("protocol_" + string(p))))
	return prompts{t}
}

// render returns a prompt without blank lines at its ends.
func (p prompts) render(name string, data any) string {
	var b strings.Builder
	if err := p.t.ExecuteTemplate(&b, name, data); err != nil {
		panic(fmt.Sprintf("prompt %s: %v", name, err)) // a test renders them all
	}
	return strings.TrimSpace(b.String())
}
