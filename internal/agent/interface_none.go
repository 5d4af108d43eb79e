package agent

import (
	"context"
	"encoding/json"
	"fmt"
)

// None returns the interface that gives no access to the model: the stem and the
// options are all there is.
func None() Interface { return noInterface{} }

type noInterface struct{}

func (noInterface) Name() string  { return "none" }
func (noInterface) Tools() []Tool { return nil }
func (noInterface) Close() error  { return nil }

func (noInterface) Call(_ context.Context, name string, _ json.RawMessage) (Observation, error) {
	return Observation{Text: fmt.Sprintf("there is no tool %q: there are none", name), Failed: true}, nil
}
