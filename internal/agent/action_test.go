package agent

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestTextActions(t *testing.T) {
	t.Parallel()
	tools := []Tool{{Name: "get_entity"}, {Name: "run_python"}}
	const want = `get_entity {"guid":"x"}`
	tests := []struct{ name, reply, want string }{
		{"as asked", "I look.\n```json\n{\"tool\": \"get_entity\", \"arguments\": {\"guid\": \"x\"}}\n```\n", want},
		{"no language", "```\n{\"tool\": \"get_entity\", \"arguments\": {\"guid\": \"x\"}}\n```", want},
		{"tildes", "~~~json\n{\"tool\": \"get_entity\", \"arguments\": {\"guid\": \"x\"}}\n~~~", want},
		{"indented", "1. so:\n   ```json\n   {\"tool\": \"get_entity\", \"arguments\": {\"guid\": \"x\"}}\n   ```", want},
		{"no end", "```json\n{\"tool\": \"get_entity\", \"arguments\": {\"guid\": \"x\"}}", want},
		{"name and parameters", "```json\n{\"name\": \"get_entity\", \"parameters\": {\"guid\": \"x\"}}\n```", want},
		{"action and input", "```json\n{\"action\": \"get_entity\", \"action_input\": {\"guid\": \"x\"}}\n```", want},
		{"as in the API", "```json\n{\"type\": \"function\", \"function\": {\"name\": \"get_entity\", \"arguments\": \"{\\\"guid\\\": \\\"x\\\"}\"}}\n```", want},
		{"arguments beside the name", "```json\n{\"tool\": \"get_entity\", \"guid\": \"x\"}\n```", want},
		{"no arguments", "```json\n{\"tool\": \"get_entity\"}\n```", `get_entity {}`},
		{"null arguments", "```json\n{\"tool\": \"get_entity\", \"arguments\": null}\n```", `get_entity {}`},
		{"nothing but JSON", `{"tool": "get_entity", "arguments": {"guid": "x"}}`, want},
		{"tags", "<tool_call>\n{\"name\": \"get_entity\", \"arguments\": {\"guid\": \"x\"}}\n</tool_call>", want},
		{"remarks behind", "```json\n{\"tool\": \"get_entity\", \"arguments\": {\"guid\": \"x\"}}\nthen I answer\n```", want},
		{"line ends in a text", "```json\n{\"tool\": \"run_python\", \"arguments\": {\"code\": \"a = 1\nprint(a)\"}}\n```", `run_python {"code":"a = 1\nprint(a)"}`},
		{"Python", "```python\nprint(1)\n```", `run_python {"code":"print(1)\n"}`},
		{"two", "```json\n{\"tool\": \"a\"}\n```\nand\n```json\n{\"tool\": \"b\"}\n```", "a {}; b {}"},
		{"two in a block", "```json\n{\"tool\": \"a\"}\n{\"tool\": \"b\"}\n```", "a {}; b {}"},
		{"after reasoning", "<think>```json\n{\"tool\": \"a\"}\n```</think>```json\n{\"tool\": \"b\"}\n```", "b {}"},
		{"an answer", "```json\n{\"answer\": [\"B\"]}\n```", `submit_answer {"answer":["B"]}`},
		{"broken", "```json\n{\"tool\": \n```", "!it is not valid JSON"},
		{"no tool", "```json\n{\"guid\": \"x\"}\n```", "!it does not name a tool"},
		{"a number", "```json\n12\n```", "!it does not name a tool"},
		{"text", "I would call get_entity now.", ""},
		{"other code", "```bash\nls\n```", ""},
		{"other data", "```\n{\"guid\": \"x\"}\n```", ""},
		{"a list without a mark", "```\nLevel 1\nLevel 2\n```", ""},
		{"reasoning only", "<think>```json\n{\"tool\": \"a\"}\n```", ""},
	}
	for _, tt := range tests {
		actions, outside := textActions(tt.reply, tools)
		var got []string
		for _, a := range actions {
			if a.problem != "" {
				got = append(got, "!"+a.problem)
				continue
			}
			got = append(got, a.name+" "+string(compactJSON(a.args)))
		}
		if s := strings.Join(got, "; "); s != tt.want && (tt.want == "" || tt.want[0] != '!' || !strings.HasPrefix(s, tt.want)) {
			t.Errorf("%s: %s, not %s", tt.name, s, tt.want)
		}
		if len(actions) > 0 && strings.Contains(outside, "```") {
			t.Errorf("%s: outside is %q", tt.name, outside)
		}
	}
}

func FuzzTextActions(f *testing.F) {
	f.Add("```json\n{\"tool\": \"get_entity\", \"arguments\": {\"guid\": \"x\"}}\n```")
	f.Add("<tool_call>{\"name\": \"a\"}</tool_call> ``` {\"a\": \"\n\"")
	f.Fuzz(func(t *testing.T, reply string) {
		actions, _ := textActions(reply, []Tool{{Name: codeTool}})
		for _, a := range actions {
			if a.problem == "" && (a.name == "" || !json.Valid(a.args)) {
				t.Errorf("%q gives %+v", reply, a)
			}
		}
		// What is JSON already stays the same.
		if json.Valid([]byte(reply)) && escapeBreaks(reply) != reply && !strings.ContainsAny(reply, "\n\r\t") {
			t.Errorf("%q becomes %q", reply, escapeBreaks(reply))
		}
	})
}
