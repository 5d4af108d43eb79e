package dump

import (
	"strconv"
	"strings"

	"github.com/ifcmcq/ifcmcq/ifc"
)

func comma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}

func appendKey(b []byte, s string) []byte { return append(appendString(b, s), ':') }

const hexDigits = "0123456789abcdef"

// appendString quotes s, which is valid UTF-8.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		if c < ' ' {
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		} else {
			b = append(b, '\\', c)
		}
	}
	return append(append(b, s[from:]...), '"')
}

// appendFloat keeps a real distinct from an integer.
func appendFloat(b []byte, x float64) []byte {
	from := len(b)
	b = strconv.AppendFloat(b, x, 'g', -1, 64)
	if !strings.ContainsAny(string(b[from:]), ".e") {
		b = append(b, '.', '0')
	}
	return b
}

func appendGUID(b []byte, e ifc.Entity) []byte {
	guid := e.GUID()
	if guid == "" {
		return append(b, `null`...)
	}
	return appendString(b, guid)
}

func appendGUIDs(b []byte, all []ifc.Entity) []byte {
	b = append(b, '[')
	for i, e := range all {
		b = comma(b, i)
		b = appendGUID(b, e)
	}
	return append(b, ']')
}

func appendDatum(b []byte, d ifc.Datum) []byte {
	switch d.Kind {
	case ifc.Text, ifc.Enumeration:
		return appendString(b, d.Text)
	case ifc.Integer:
		return strconv.AppendInt(b, d.Int(), 10)
	case ifc.Real:
		x, _ := d.Float()
		return appendFloat(b, x)
	case ifc.Boolean:
		return strconv.AppendBool(b, d.Bool())
	case ifc.Unknown:
		return append(b, `"UNKNOWN"`...)
	case ifc.List:
		b = append(b, '[')
		for i, x := range d.List {
			b = comma(b, i)
			b = appendDatum(b, x)
		}
		return append(b, ']')
	}
	return append(b, `null`...)
}
