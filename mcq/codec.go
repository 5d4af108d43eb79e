package mcq

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxLine is the length in bytes up to which a line of an items file is read.
// The longest items have eight options of some hundred bytes; a line beyond
// this is not an item but a broken or hostile file.
const MaxLine = 16 << 20

// Write writes items as canonical JSONL: one object a line, each line ended by
// a newline, the same bytes for the same items everywhere. An item that holds
// a value that cannot be read back as it was is an error; lines before it are
// written.
func Write(w io.Writer, items []Item) error { return write(w, items, false) }

// WriteQuestions writes items without what tells their answers: no option
// values, no answer, no fact.
func WriteQuestions(w io.Writer, items []Item) error { return write(w, items, true) }

func write(w io.Writer, items []Item, blind bool) error {
	bw := bufio.NewWriter(w)
	var line []byte
	for i, it := range items {
		if !blind {
			if err := encodable(it); err != nil {
				return errors.Join(bw.Flush(), fmt.Errorf("item %d (%s): %w", i+1, it.ID, err))
			}
		}
		line = append(appendItem(line[:0], it, blind), '\n')
		if _, err := bw.Write(line); err != nil {
			return fmt.Errorf("item %d (%s): %w", i+1, it.ID, err)
		}
	}
	return bw.Flush()
}

// MarshalJSON returns the item as [Write] writes it, without the newline.
func (it Item) MarshalJSON() ([]byte, error) {
	if err := encodable(it); err != nil {
		return nil, err
	}
	return appendItem(nil, it, false), nil
}

// UnmarshalJSON reads one item; see [Read] for what it takes.
func (it *Item) UnmarshalJSON(b []byte) error {
	got, err := decodeItem(b, false)
	if err == nil {
		*it = got
	}
	return err
}

// encodable says what of it would not survive being written and read.
func encodable(it Item) error {
	for _, o := range it.Options {
		if err := valueError(o.Value); err != nil {
			return fmt.Errorf("option %s: %w", o.Key, err)
		}
	}
	for _, p := range it.Fact.Point {
		if !finite(p) {
			return fmt.Errorf("the coordinate %v cannot be written in JSON", p)
		}
	}
	return nil
}

func valueError(v any) error {
	switch v := v.(type) {
	case nil, string, bool, int64:
		return nil
	case Real:
		if !finite(float64(v)) {
			return fmt.Errorf("the value %v cannot be written in JSON", float64(v))
		}
		return nil
	case NetGross:
		if v.SI != nil && !finite(float64(*v.SI)) {
			return fmt.Errorf("the value %v cannot be written in JSON", float64(*v.SI))
		}
		return nil
	default:
		return fmt.Errorf("a value cannot be a %T", v)
	}
}

// Read reads items from JSONL until the end of r. Members that it does not
// know are passed over, blank lines too. An error names the line and what is
// wrong with it: bad JSON, a missing member, one of the wrong kind, an unknown
// subtype, a line longer than [MaxLine]. The items before it are returned with
// the error. Whether items are well made is for [Check] to say.
func Read(r io.Reader) ([]Item, error) { return read(r, false) }

// ReadQuestions reads what [WriteQuestions] writes. It takes whole items too,
// but leaves out their answers, facts and values.
func ReadQuestions(r io.Reader) ([]Item, error) { return read(r, true) }

func read(r io.Reader, blind bool) ([]Item, error) {
	sc := bufio.NewScanner(r)
	// One byte more than the limit, as the scanner counts the newline.
	sc.Buffer(make([]byte, 0, 64<<10), MaxLine+1)
	var items []Item
	n := 0
	for sc.Scan() {
		n++
		line := bytes.TrimSpace(sc.Bytes())
		if len(line) == 0 {
			continue
		}
		it, err := decodeItem(line, blind)
		if err != nil {
			return items, fmt.Errorf("line %d: %w", n, err)
		}
		items = append(items, it)
	}
	if err := sc.Err(); errors.Is(err, bufio.ErrTooLong) {
		return items, fmt.Errorf("line %d: longer than %d bytes", n+1, MaxLine)
	} else if err != nil {
		return items, fmt.Errorf("line %d: %w", n+1, err)
	}
	return items, nil
}

// wireItem mirrors an item's JSON with pointers, so that what is missing can be
// told from what is empty.
type wireItem struct {
	ID       *string       `json:"id"`
	Category *Category     `json:"category"`
	Group    *Group        `json:"group"`
	Subtype  *Subtype      `json:"subtype"`
	Type     *Type         `json:"type"`
	Question *string       `json:"question"`
	Options  *[]wireOption `json:"options"`
	Answer   *[]string     `json:"answer"`
	Source   *wireSource   `json:"source"`
	Fact     *Fact         `json:"fact"`
}

type wireOption struct {
	Key   *string         `json:"key"`
	Text  *string         `json:"text"`
	Value json.RawMessage `json:"value"`
}

type wireSource struct {
	File   *string `json:"file"`
	SHA256 *string `json:"sha256"`
	Schema *string `json:"schema"`
}

func decodeItem(line []byte, blind bool) (Item, error) {
	var w wireItem
	if err := json.Unmarshal(line, &w); err != nil {
		return Item{}, jsonError(err)
	}
	for _, m := range []struct {
		there bool
		name  string
	}{
		{w.ID != nil, "id"},
		{w.Category != nil, "category"},
		{w.Group != nil, "group"},
		{w.Subtype != nil, "subtype"},
		{w.Type != nil, "type"},
		{w.Question != nil, "question"},
		{w.Options != nil, "options"},
		{w.Answer != nil || blind, "answer"},
		{w.Source != nil, "source"},
		{w.Source == nil || w.Source.File != nil, "source.file"},
		{w.Source == nil || w.Source.SHA256 != nil, "source.sha256"},
		{w.Source == nil || w.Source.Schema != nil, "source.schema"},
		{w.Fact != nil || blind, "fact"},
	} {
		if !m.there {
			return Item{}, fmt.Errorf("the member %q is missing", m.name)
		}
	}
	if !w.Subtype.Known() {
		return Item{}, fmt.Errorf("unknown subtype %q", *w.Subtype)
	}
	it := Item{
		ID: *w.ID, Category: *w.Category, Group: *w.Group, Subtype: *w.Subtype, Type: *w.Type,
		Question: *w.Question,
		Source:   Source{*w.Source.File, *w.Source.SHA256, *w.Source.Schema},
	}
	if !blind {
		it.Answer, it.Fact = *w.Answer, *w.Fact
	}
	for i, o := range *w.Options {
		switch {
		case o.Key == nil:
			return Item{}, fmt.Errorf("option %d has no key", i+1)
		case o.Text == nil:
			return Item{}, fmt.Errorf("option %s has no text", *o.Key)
		case blind:
			it.Options = append(it.Options, Option{Key: *o.Key, Text: *o.Text})
			continue
		case o.Value == nil:
			return Item{}, fmt.Errorf("option %s has no value", *o.Key)
		}
		v, err := decodeValue(o.Value)
		if err != nil {
			return Item{}, fmt.Errorf("option %s: %w", *o.Key, err)
		}
		it.Options = append(it.Options, Option{*o.Key, *o.Text, v})
	}
	return it, nil
}

// jsonError puts encoding/json's errors, which speak of Go types, into words
// about the file.
func jsonError(err error) error {
	var typ *json.UnmarshalTypeError
	var syn *json.SyntaxError
	switch {
	case errors.As(err, &typ) && typ.Field != "":
		return fmt.Errorf("the member %q cannot be a JSON %s", typ.Field, typ.Value)
	case errors.As(err, &typ):
		return fmt.Errorf("a JSON %s stands where an item should", typ.Value)
	case errors.As(err, &syn):
		return fmt.Errorf("bad JSON at byte %d: %w", syn.Offset, err)
	}
	return err
}
