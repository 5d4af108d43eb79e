package agent

import (
	"context"
	"encoding/json"

	"github.com/ifcmcq/ifcmcq/tools"
)

// toolInterface gives a language model the tools of one building model.
type toolInterface struct{ set *tools.Set }

// NewToolInterface makes the [Interface] "tool" over the tools of a model. Closing
// it leaves the model open.
func NewToolInterface(set *tools.Set) Interface { return toolInterface{set} }

func (toolInterface) Name() string { return "tool" }

func (toolInterface) Tools() []Tool {
	var out []Tool
	for _, d := range tools.Definitions() {
		out = append(out, Tool{Name: d.Name, Description: d.Description, Schema: d.Schema})
	}
	return out
}

// Call answers with the envelope as it stands, also where it tells of a failure.
// Only an interruption is an error.
func (i toolInterface) Call(ctx context.Context, name string, args json.RawMessage) (Observation, error) {
	if err := ctx.Err(); err != nil {
		return Observation{}, err
	}
	e := i.set.Call(ctx, name, args)
	return Observation{Text: string(e.JSON()), Failed: !e.OK}, nil
}

func (toolInterface) Close() error { return nil }
