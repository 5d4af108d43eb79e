package agent

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/ifcmcq/ifcmcq/tools"
)

func TestToolInterface(t *testing.T) {
	t.Parallel()
	i := NewToolInterface(tools.New(house(t)))
	if i.Name() != "tool" || len(i.Tools()) != 17 {
		t.Errorf("%s with %d tools", i.Name(), len(i.Tools()))
	}
	for _, d := range i.Tools() {
		if d.Description == "" || !json.Valid(d.Schema) {
			t.Errorf("%+v", d)
		}
	}
	for _, c := range []struct {
		tool, args, want string
		failed           bool
	}{
		{"count_entities", `{"class":"IfcWall"}`, `"count":19`, false},
		{"count_entities", `{"class":"Wall"}`, "did you mean IfcWall?", true},
		{"count_entities", `{"class":`, "no JSON object", true},
		{"run_python", `{}`, "there is no tool", true},
	} {
		got, err := i.Call(t.Context(), c.tool, json.RawMessage(c.args))
		if err != nil || got.Failed != c.failed || got.Code || !strings.Contains(got.Text, c.want) {
			t.Errorf("%s %s: %+v %v", c.tool, c.args, got, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if got, err := i.Call(ctx, "get_model_info", nil); err == nil {
		t.Errorf("an interrupted call shows %+v", got)
	}
	if err := i.Close(); err != nil {
		t.Error(err)
	}
}
