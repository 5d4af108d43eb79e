package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ifcmcq/ifcmcq/mcq"
)

// tool is one row of the catalogue.
type tool struct {
	name        string
	description string
	params      []param
	do          func(*Set, args) (any, error)
}

// param is an argument of a tool. Its name decides what it means everywhere.
type param struct {
	name        string
	description string
	required    bool
}

// args is the arguments of a call. Those that are not given are empty.
type args struct {
	guid, class, name, storey string
	pset, qset                mcq.SetName // null stands for a set without a name
	property, quantity        string
	limit, offset             int
}

// Limits of lists.
const (
	defaultLimit = 25
	maxLimit     = 200
)

// schema returns the JSON schema of the arguments, in the order of the table.
func (t *tool) schema() json.RawMessage {
	var b bytes.Buffer
	b.WriteString(`{"type":"object","properties":{`)
	var required []string
	for i, p := range t.params {
		if i > 0 {
			b.WriteByte(',')
		}
		kind := `"string"`
		switch p.name {
		case "limit", "offset":
			kind = `"integer"`
		case "pset", "qset":
			kind = `["string","null"]`
		}
		fmt.Fprintf(&b, `%s:{"type":%s,"description":%s`, text(p.name), kind, text(p.description))
		switch p.name {
		case "limit":
			fmt.Fprintf(&b, `,"minimum":1,"maximum":%d,"default":%d`, maxLimit, defaultLimit)
		case "offset":
			b.WriteString(`,"minimum":0,"default":0`)
		}
		b.WriteByte('}')
		if p.required {
			required = append(required, string(text(p.name)))
		}
	}
	b.WriteString(`},"required":[` + strings.Join(required, ",") + `],"additionalProperties":false}`)
	return b.Bytes()
}

// text is a string as JSON.
func text(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // a string and a buffer: it cannot fail
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// read takes the arguments of a call.
func (t *tool) read(raw json.RawMessage) (args, error) {
	a := args{limit: defaultLimit}
	if b := bytes.TrimSpace(raw); len(b) == 0 || bytes.Equal(b, []byte("null")) {
		raw = json.RawMessage("{}")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return a, t.wrong("the arguments are no JSON object")
	}
	given := map[string]bool{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return a, t.wrong("the arguments are no JSON object: " + err.Error())
		}
		name, _ := key.(string)
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			return a, t.wrong("the arguments are no JSON object: " + err.Error())
		}
		if !slices.ContainsFunc(t.params, func(p param) bool { return p.name == name }) {
			return a, t.wrong(fmt.Sprintf("%s has no argument %s", t.name, quoted(name)))
		}
		if given[name] {
			return a, t.wrong(fmt.Sprintf("the argument %s is given twice", name))
		}
		unset, err := a.set(name, v)
		if err != nil {
			return a, t.wrong(err.Error())
		}
		given[name] = !unset
	}
	if _, err := d.Token(); err != nil {
		return a, t.wrong("the arguments are no JSON object: " + err.Error())
	}
	if _, err := d.Token(); err != io.EOF {
		return a, t.wrong("something follows the JSON object of the arguments")
	}
	for _, p := range t.params {
		if p.required && !given[p.name] {
			return a, t.wrong("the argument " + p.name + " is missing")
		}
	}
	return a, nil
}

// wrong is a failure whose hint says what the tool takes.
func (t *tool) wrong(message string) *Failure {
	if len(t.params) == 0 {
		return fail(message, t.name+" takes no arguments: {}")
	}
	var all []string
	for _, p := range t.params {
		kind := "text"
		switch p.name {
		case "limit", "offset":
			kind = "whole number"
		case "pset", "qset":
			kind = "text, or null for a set without a name"
		}
		if !p.required {
			kind = "optional " + kind
		}
		all = append(all, p.name+" ("+kind+")")
	}
	return fail(message, t.name+" takes "+strings.Join(all, ", "))
}

// set sets one argument. A null leaves it out, but of a set it means the one
// without a name.
func (a *args) set(name string, v json.RawMessage) (unset bool, err error) {
	null := bytes.Equal(v, []byte("null"))
	texts := map[string]*string{"guid": &a.guid, "class": &a.class, "name": &a.name, "storey": &a.storey, "property": &a.property, "quantity": &a.quantity}
	switch {
	case name == "pset" || name == "qset":
		to := &a.pset
		if name == "qset" {
			to = &a.qset
		}
		if json.Unmarshal(v, to) != nil {
			return false, fmt.Errorf("%s must be text or null, not %s", name, cut(string(v), 40))
		}
		return false, nil
	case null:
		return true, nil
	case texts[name] != nil:
		if json.Unmarshal(v, texts[name]) != nil {
			return false, fmt.Errorf("%s must be text, not %s", name, cut(string(v), 40))
		}
		if *texts[name] == "" && name != "property" && name != "quantity" {
			return true, nil // models send "" for what they do not care about
		}
		return false, nil
	}
	to, from, upTo := &a.limit, 1, maxLimit
	if name == "offset" {
		to, from, upTo = &a.offset, 0, 1<<31-1
	}
	var n int
	if json.Unmarshal(v, &n) != nil || n < from {
		return false, fmt.Errorf("%s must be a whole number from %d, not %s", name, from, cut(string(v), 40))
	}
	*to = min(n, upTo)
	return false, nil
}
