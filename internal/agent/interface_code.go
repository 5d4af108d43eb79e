package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ifcmcq/ifcmcq/internal/sandbox"
)

// codeTool is the one action of the interface "code".
const codeTool = "run_python"

const codeDescription = `Run Python 3 with IfcOpenShell on the building model. The file is open already as the variable model (an ifcopenshell.file); ifcopenshell, its util modules element, placement and unit, and numpy as np are imported. You see what is printed and the value of a last expression, or the end of the traceback. Each call starts anew: variables, changes to the model and files are gone. There is no network and no other file; the call is ended when it takes too long or too much memory.`

const codeSchema = `{"type":"object","properties":{"code":{"type":"string","description":"a whole Python program; print what you want to see"}},"required":["code"],"additionalProperties":false}`

// codeInterface gives a language model Python in a sandbox that holds one building
// model.
type codeInterface struct{ box sandbox.Sandbox }

// NewCodeInterface makes the [Interface] "code" over a sandbox, which it closes
// when it is closed.
func NewCodeInterface(box sandbox.Sandbox) Interface { return codeInterface{box} }

func (codeInterface) Name() string { return "code" }

func (codeInterface) Tools() []Tool {
	return []Tool{{Name: codeTool, Description: codeDescription, Schema: json.RawMessage(codeSchema)}}
}

// Call runs the code. Code that fails is an observation; a sandbox that does is an
// error.
func (i codeInterface) Call(ctx context.Context, name string, args json.RawMessage) (Observation, error) {
	if err := ctx.Err(); err != nil {
		return Observation{}, err
	}
	if name != codeTool {
		return Observation{Text: fmt.Sprintf("there is no tool %q: the only one is %s", name, codeTool), Failed: true}, nil
	}
	code, err := codeOf(args)
	if err != nil {
		return Observation{Text: err.Error(), Failed: true, Code: true}, nil
	}
	r, err := i.box.Run(ctx, code)
	if err != nil {
		return Observation{}, err
	}
	return Observation{Text: shown(r), Failed: r.Failed, Code: true}, nil
}

func (i codeInterface) Close() error { return i.box.Close() }

// codeOf returns the program in the arguments of a call.
func codeOf(args json.RawMessage) (string, error) {
	const want = `arguments are one JSON object with the program as text: {"code": "print(model.schema)"}`
	var a map[string]json.RawMessage
	if err := json.Unmarshal(args, &a); err != nil || a == nil {
		return "", fmt.Errorf("%s cannot read its arguments: %s", codeTool, want)
	}
	var code string
	text, ok := a["code"]
	if !ok {
		return "", fmt.Errorf("%s got no code: %s", codeTool, want)
	}
	if err := json.Unmarshal(text, &code); err != nil || string(text) == "null" {
		return "", fmt.Errorf("%s got code that is no text: %s", codeTool, want)
	}
	return unfence(code), nil
}

// unfence takes off the Markdown fence that models put around code even where it
// is an argument.
func unfence(code string) string {
	s := strings.TrimSpace(code)
	if len(s) < 6 || !strings.HasPrefix(s, "```") || !strings.HasSuffix(s, "```") {
		return code
	}
	first, rest, ok := strings.Cut(s[:len(s)-3], "\n")
	if !ok {
		return code
	}
	switch strings.ToLower(strings.TrimSpace(first[3:])) {
	case "", "python", "python3", "py":
		return rest
	}
	return code
}

// shown is what a model sees of a call.
func shown(r sandbox.Result) string {
	var b strings.Builder
	b.WriteString(r.Output)
	line := func(format string, args ...any) {
		if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, format, args...)
	}
	if r.Truncated {
		line("[the first %d of %d bytes of output]\n", len(r.Output), r.Bytes)
	}
	switch {
	case r.Stop != sandbox.StopNone:
		line("[%s]\n", r.Stop)
	case r.Failed && r.Output == "":
		line("[the program failed without a word]\n")
	case r.Output == "":
		line("[nothing was printed]\n")
	}
	return b.String()
}
