package mcq

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// The functions here are the one way in which anything of this package becomes
// JSON. They are written by hand rather than left to encoding/json because an
// item's bytes are a promise: members in a fixed order, reals that stay reals,
// one spelling for every string, the same today and after the next release of
// Go.

func appendItem(b []byte, it Item, blind bool) []byte {
	b = append(b, `{"id":`...)
	b = appendString(b, it.ID)
	b = append(b, `,"category":`...)
	b = appendString(b, string(it.Category))
	b = append(b, `,"group":`...)
	b = appendString(b, string(it.Group))
	b = append(b, `,"subtype":`...)
	b = appendString(b, string(it.Subtype))
	b = append(b, `,"type":`...)
	b = appendString(b, string(it.Type))
	b = append(b, `,"question":`...)
	b = appendString(b, it.Question)
	b = append(b, `,"options":[`...)
	for i, o := range it.Options {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"key":`...)
		b = appendString(b, o.Key)
		b = append(b, `,"text":`...)
		b = appendString(b, o.Text)
		if !blind {
			b = append(b, `,"value":`...)
			b = appendValue(b, o.Value)
		}
		b = append(b, '}')
	}
	b = append(b, ']')
	if !blind {
		b = append(b, `,"answer":`...)
		b = appendStrings(b, it.Answer)
	}
	b = append(b, `,"source":{"file":`...)
	b = appendString(b, it.Source.File)
	b = append(b, `,"sha256":`...)
	b = appendString(b, it.Source.SHA256)
	b = append(b, `,"schema":`...)
	b = appendString(b, it.Source.Schema)
	b = append(b, '}')
	if !blind {
		b = append(b, `,"fact":`...)
		b = appendFact(b, it.Fact)
	}
	return append(b, '}')
}

func appendFact(b []byte, f Fact) []byte {
	b = append(b, '{')
	start := len(b)
	member := func(name string) {
		if len(b) > start {
			b = append(b, ',')
		}
		b = append(b, '"')
		b = append(b, name...)
		b = append(b, '"', ':')
	}
	for _, name := range f.fields() {
		member(name)
		switch name {
		case "attribute":
			b = appendString(b, f.Attribute)
		case "axis":
			b = appendString(b, f.Axis)
		case "claim":
			b = strconv.AppendBool(b, *f.Claim)
		case "class":
			b = appendString(b, f.Class)
		case "element":
			b = appendString(b, f.Element)
		case "gross":
			b = appendString(b, f.Gross)
		case "guid":
			b = appendString(b, f.GUID)
		case "guids":
			b = appendStrings(b, f.GUIDs)
		case "metric":
			b = append(b, `{"kind":`...)
			b = appendString(b, f.Metric.Kind)
			b = append(b, `,"name":`...)
			b = appendString(b, f.Metric.Name)
			if !f.Metric.Set.IsZero() {
				b = append(b, `,"set":`...)
				b = appendSetName(b, f.Metric.Set)
			}
			b = append(b, '}')
		case "net":
			b = appendString(b, f.Net)
		case "point":
			b = append(b, '[')
			for i, p := range f.Point {
				if i > 0 {
					b = append(b, ',')
				}
				b = appendReal(b, p)
			}
			b = append(b, ']')
		case "property":
			b = appendString(b, f.Property)
		case "pset":
			b = appendSetName(b, f.Pset)
		case "qset":
			b = appendSetName(b, f.Qset)
		case "quantity":
			b = appendString(b, f.Quantity)
		case "space":
			b = appendString(b, f.Space)
		case "storey":
			b = appendString(b, f.Storey)
		case "type":
			b = appendString(b, f.Type)
		}
	}
	return append(b, '}')
}

// appendValue expects a value that valueError accepts.
func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return appendString(b, v)
	case bool:
		return strconv.AppendBool(b, v)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case Real:
		return appendReal(b, float64(v))
	case NetGross:
		return appendNetGross(b, v)
	}
	return append(b, "null"...)
}

func appendNetGross(b []byte, n NetGross) []byte {
	b = append(b, `{"larger":`...)
	b = appendString(b, n.Larger)
	b = append(b, `,"si":`...)
	if n.SI == nil {
		b = append(b, "null"...)
	} else {
		b = appendReal(b, float64(*n.SI))
	}
	return append(b, '}')
}

func appendSetName(b []byte, s SetName) []byte {
	if name, ok := s.Name(); ok {
		return appendString(b, name)
	}
	return append(b, "null"...)
}

func appendStrings(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, s)
	}
	return append(b, ']')
}

// appendReal writes the shortest digits that read back as v, with a point or
// an exponent, and switches to an exponent where Python's repr does: a Python
// program that loads an item and dumps it again gets the same number text, and
// so can recompute an id. What is not finite becomes null.
func appendReal(b []byte, v float64) []byte {
	if !finite(v) {
		return append(b, "null"...)
	}
	if a := math.Abs(v); a != 0 && (a < 1e-4 || a >= 1e16) {
		return strconv.AppendFloat(b, v, 'e', -1, 64)
	}
	n := len(b)
	b = strconv.AppendFloat(b, v, 'f', -1, 64)
	for _, c := range b[n:] {
		if c == '.' {
			return b
		}
	}
	return append(b, '.', '0')
}

// appendString quotes s. Besides what JSON asks for it escapes the three
// characters above ASCII that some readers take for the end of a line (U+0085,
// U+2028, U+2029); bytes that are not UTF-8 become U+FFFD, one each.
func appendString(b []byte, s string) []byte {
	const hexDigits = "0123456789abcdef"
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			switch {
			case c == '"' || c == '\\':
				b = append(b, '\\', c)
			case c >= 0x20:
				b = append(b, c)
			case c == '\n':
				b = append(b, '\\', 'n')
			case c == '\r':
				b = append(b, '\\', 'r')
			case c == '\t':
				b = append(b, '\\', 't')
			case c == '\b':
				b = append(b, '\\', 'b')
			case c == '\f':
				b = append(b, '\\', 'f')
			default:
				b = append(b, `\u00`...)
				b = append(b, hexDigits[c>>4], hexDigits[c&15])
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch r {
		case '\u0085':
			b = append(b, `\u0085`...)
		case '\u2028':
			b = append(b, `\u2028`...)
		case '\u2029':
			b = append(b, `\u2029`...)
		default:
			b = utf8.AppendRune(b, r)
		}
		i += n
	}
	return append(b, '"')
}
