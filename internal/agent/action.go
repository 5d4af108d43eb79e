package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/ifcmcq/ifcmcq/score"
)

// action is what a model wants done, or something that was meant to be that.
type action struct {
	name    string
	args    json.RawMessage
	problem string // why it cannot be done, "" if it can
	id      string // of a native call
}

// submitAnswer is the function by which a model answers with native function calling.
const submitAnswer = "submit_answer"

var (
	// A fence may be indented, as in a list, and may lack its end.
	fenced  = regexp.MustCompile("(?ms)^[ \t>]*(?:```+|~~~+)[ \t]*([\\w+-]*)[^\n]*\n(.*?)(?:^[ \t>]*(?:```+|~~~+)[ \t]*$|\\z)")
	tagged  = regexp.MustCompile(`(?s)<(tool_call|function_call|action)>(.*?)(?:</(?:tool_call|function_call|action)>|\z)`)
	jsonish = regexp.MustCompile(`^\s*[\[{]`)
)

// textActions finds the actions in a reply: fenced blocks of JSON that name a tool,
// and what models write instead: blocks in tags, a reply that is JSON and nothing
// else, and, for an interface whose one tool takes code, a block of Python. What is
// not an action is returned too, for the answer to be looked for in.
//
// A block that is marked as JSON, or looks like it, but names no tool is an action with
// a problem, so that the model hears of it.
func textActions(reply string, tools []Tool) (actions []action, outside string) {
	reply = score.StripReasoning(reply)
	take := func(re *regexp.Regexp, text string) string {
		var rest strings.Builder
		at := 0
		for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
			lang, body := strings.ToLower(text[m[2]:m[3]]), text[m[4]:m[5]]
			found := blockActions(lang, body, tools)
			if found == nil {
				continue
			}
			actions = append(actions, found...)
			rest.WriteString(text[at:m[0]])
			rest.WriteByte('\n')
			at = m[1]
		}
		rest.WriteString(text[at:])
		return rest.String()
	}
	outside = take(tagged, take(fenced, reply))
	if actions == nil {
		if t := strings.TrimSpace(outside); strings.HasPrefix(t, "{") && strings.HasSuffix(t, "}") {
			if found := blockActions("", t, tools); found != nil {
				return found, ""
			}
		}
	}
	return actions, outside
}

func blockActions(lang, body string, tools []Tool) []action {
	switch lang {
	case "python", "py", "python3":
		if name := pythonTool(tools); name != "" && strings.TrimSpace(body) != "" {
			args, err := json.Marshal(map[string]string{"code": body})
			if err == nil {
				return []action{{name: name, args: args}}
			}
		}
		return nil
	case "json", "json5", "jsonc", "tool", "tool_call", "tool_code", "function_call", "action":
		return jsonActions(body, true)
	}
	if lang == "" && jsonish.MatchString(body) {
		return jsonActions(body, false)
	}
	return nil
}

// pythonTool is the name of the tool that takes code, "" if there is none.
func pythonTool(tools []Tool) string {
	for _, t := range tools {
		if t.Name == codeTool {
			return t.Name
		}
	}
	return ""
}

// jsonActions reads one JSON object, a list of them, or several one after the other.
// Without a mark that says so, JSON that names no tool is no action.
func jsonActions(body string, marked bool) []action {
	var out []action
	d := json.NewDecoder(strings.NewReader(escapeBreaks(body)))
	for {
		var raw json.RawMessage
		err := d.Decode(&raw)
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			if len(out) > 0 || !marked {
				return out // remarks behind an action
			}
			return []action{{problem: "it is not valid JSON (" + err.Error() + ")"}}
		}
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil {
			list = []json.RawMessage{raw}
		}
		for _, one := range list {
			a, ok := jsonAction(one)
			switch {
			case ok:
				out = append(out, a)
			case marked:
				out = append(out, action{problem: "it does not name a tool"})
			}
		}
	}
}

// jsonAction reads {"tool": NAME, "arguments": {…}} and what models make of the names
// of its members. Arguments beside the tool's name are taken as they are.
func jsonAction(raw json.RawMessage) (action, bool) {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return action{}, false
	}
	// {"function": {"name": …, "arguments": …}} is how the API writes it.
	var inner map[string]json.RawMessage
	if f, ok := members["function"]; ok && json.Unmarshal(f, &inner) == nil && inner != nil {
		members = inner
	}
	var a action
	named := ""
	for _, m := range []string{"tool", "tool_name", "name", "action", "function"} {
		if json.Unmarshal(members[m], &a.name) == nil && a.name != "" {
			named = m
			break
		}
	}
	if named == "" {
		if answer, ok := members["answer"]; ok {
			return action{name: submitAnswer, args: encodeArgs(map[string]json.RawMessage{"answer": answer})}, true
		}
		return a, false
	}
	for _, m := range []string{"arguments", "args", "parameters", "params", "action_input", "input", "tool_input"} {
		if v, ok := members[m]; ok {
			a.args = v
			var text string
			if json.Unmarshal(v, &text) == nil {
				a.args = json.RawMessage(text)
			}
			break
		}
	}
	if a.args == nil {
		delete(members, named)
		a.args = encodeArgs(members)
	}
	if s := bytes.TrimSpace(a.args); len(s) == 0 || string(s) == "null" {
		a.args = json.RawMessage("{}")
	}
	if !json.Valid(a.args) {
		a.problem = "its arguments are not valid JSON"
	}
	return a, true
}

func encodeArgs(members map[string]json.RawMessage) json.RawMessage {
	b, err := json.Marshal(members)
	if err != nil {
		return json.RawMessage("{}")
	}
	return b
}

// escapeBreaks escapes line ends and tabs inside JSON strings, where models leave them
// as they are, above all in code. No valid JSON is changed.
func escapeBreaks(s string) string {
	var b strings.Builder
	inside, escaped := false, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case !inside:
			inside = c == '"'
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '"':
			inside = false
		case c == '\n':
			b.WriteString(`\n`)
			continue
		case c == '\r':
			continue
		case c == '\t':
			b.WriteString(`\t`)
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// submitted is the text of an answer given by submit_answer: a letter, a list of them,
// or a text that holds them.
func submitted(args json.RawMessage) string {
	var members map[string]json.RawMessage
	if json.Unmarshal(args, &members) != nil {
		return ""
	}
	raw, ok := members["answer"]
	if !ok {
		for _, m := range []string{"answers", "options", "letters", "option", "letter", "choice"} {
			if raw, ok = members[m]; ok {
				break
			}
		}
	}
	var several []string
	if json.Unmarshal(raw, &several) == nil {
		return strings.Join(several, ", ")
	}
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return one
	}
	return ""
}
