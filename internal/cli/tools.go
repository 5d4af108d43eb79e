package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/step"
	"github.com/ifcmcq/ifcmcq/tools"
)

type toolsOptions struct {
	json    bool
	lenient bool
}

func newTools(c console) *cobra.Command {
	var o toolsOptions
	cmd := &cobra.Command{
		Use:   "tools FILE [NAME ['{…}']]",
		Short: "Ask a building model through the tools that language models get",
		Long: `Call one of the tools that language models get: NAME with a JSON object of
arguments. Without NAME, list the tools and what they take.

  ifcmcq tools house.ifc count_entities '{"class":"IfcWall"}'

The answer is {"ok":true,"data":{…}} or {"ok":false,"error":{"message":…,"hint":…}};
the latter ends with exit status 1. --json writes it on one line, and of the list the
whole JSON schemas. To serve the tools to other programs see 'ifcmcq mcp'.` + exitText,
		Args: cobra.RangeArgs(1, 3),
		RunE: func(cmd *cobra.Command, args []string) error { return runTools(cmd.Context(), c, args, o) },
	}
	f := cmd.Flags()
	f.BoolVar(&o.json, "json", false, "write for machines")
	f.BoolVar(&o.lenient, "lenient", false, "read what is there of a truncated file")
	return cmd
}

func runTools(ctx context.Context, c console, args []string, o toolsOptions) error {
	m, err := ifc.Open(args[0], step.Options{Lenient: o.lenient})
	if err != nil {
		return err
	}
	defer m.Close()
	set := tools.New(m)
	if len(args) == 1 {
		return writeTools(c.out, set.List(), o.json)
	}
	var raw json.RawMessage
	if len(args) == 3 {
		raw = json.RawMessage(args[2])
	}
	e := set.Call(ctx, args[1], raw)
	text := e.JSON()
	if !o.json {
		var b bytes.Buffer
		if err := json.Indent(&b, text, "", "  "); err != nil {
			return err
		}
		text = b.Bytes()
	}
	if _, err := fmt.Fprintf(c.out, "%s\n", text); err != nil {
		return err
	}
	if !e.OK {
		return errors.New(e.Error.Error())
	}
	return nil
}

func writeTools(w io.Writer, all []tools.Definition, asJSON bool) error {
	if asJSON {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return enc.Encode(all)
	}
	for _, d := range all {
		fmt.Fprintf(w, "%s\n", d.Name)
		for line := range wrapped(d.Description, 84) {
			fmt.Fprintf(w, "    %s\n", line)
		}
		for _, p := range d.Parameters {
			need := ""
			if !p.Required {
				need = " (optional)"
			}
			fmt.Fprintf(w, "      %-9s %s%s\n", p.Name, p.Description, need)
		}
	}
	return nil
}

// wrapped breaks a text into lines of up to n characters.
func wrapped(text string, n int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		line := ""
		for _, word := range strings.Fields(text) {
			if line != "" && len([]rune(line))+1+len([]rune(word)) > n {
				if !yield(line) {
					return
				}
				line = ""
			}
			line = strings.TrimSpace(line + " " + word)
		}
		yield(line)
	}
}
