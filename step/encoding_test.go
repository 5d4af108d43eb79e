package step

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

// Archives hold neither carriage returns nor bytes that are no UTF-8, so what
// depends on bytes is tested here.
func TestEncodings(t *testing.T) {
	t.Parallel()
	const plain = "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n#1=IFCWALL('Bü',\n$);\nENDSEC;\nEND-ISO-10303-21;\n"
	const read = `#1 IFCWALL "B\u00fc" $` + "\n"
	recode := func(order binary.AppendByteOrder, mark bool) string {
		var b []byte
		if mark {
			b = order.AppendUint16(b, 0xFEFF)
		}
		for _, u := range utf16.Encode([]rune(plain)) {
			b = order.AppendUint16(b, u)
		}
		return string(b)
	}
	const utf16Noted = read + "! line 1, column 1: file is UTF-16, converted to UTF-8\n"
	for _, c := range []struct{ name, in, want string }{
		{"plain", plain, read},
		{"CRLF", strings.ReplaceAll(plain, "\n", "\r\n"), read},
		{"CR", strings.ReplaceAll(plain, "\n", "\r"), read},
		{"no line ends", strings.ReplaceAll(plain, "\n", ""), read},
		{"form feeds and NUL", strings.ReplaceAll(plain, "\n", "\f\x00\v"), read},
		{"byte-order mark", "\uFEFF" + plain, read + "! line 1, column 1: file begins with a byte-order mark; skipped\n"},
		{"UTF-16 LE", recode(binary.LittleEndian, true), utf16Noted},
		{"UTF-16 BE", recode(binary.BigEndian, true), utf16Noted},
		{"UTF-16 with half a unit", recode(binary.LittleEndian, true) + "x", utf16Noted},
		{"UTF-16 without mark", recode(binary.LittleEndian, false),
			"error: file is no STEP file: it begins with \"I\\x00S\\x00O\\x00-\\x001\\x000\\x003\\x000\\x003\\x00-\\x00\", not with ISO-10303-21\n"},
		{"Latin-1", strings.ReplaceAll(plain, "ü", "\xFC"),
			read + "! line 6, column 12: #1: bytes above 127 that are no UTF-8; read as Windows-1252\n"},
		{"Windows-1252", wrap("#1=S('\x80\x93','\xE9\\X\\E9','\x81');\n"),
			`#1 S "\u20ac\u201c" "\u00e9\u00e9" "\ufffd"` + "\n" +
				"! line 2, column 6: #1: bytes above 127 that are no UTF-8; read as Windows-1252\n" +
				"! line 2, column 11: #1: bytes above 127 that are no UTF-8; read as Windows-1252\n" +
				"! line 2, column 20: #1: bytes above 127 that are no UTF-8; read as Windows-1252\n"},
		{"surrogates in UTF-8", wrap("#1=S('\xED\xA0\x80');\n"),
			`#1 S "\u00ed\u00a0\u20ac"` + "\n! line 2, column 6: #1: bytes above 127 that are no UTF-8; read as Windows-1252\n"},
		{"line break in a string", wrap("#1=S('a\r\nb');\n#2=S(,);\n"),
			`#1 S "a\r\nb"` + "\n#2 S $\n! line 2, column 6: #1: line break in a string; kept, unless a quote is missing here\n! line 4, column 6: #2: nothing between two commas; read as unset\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, readable(c.in, Options{})); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

func TestColumnsCountBytesFromTheLastLineBreak(t *testing.T) {
	t.Parallel()
	f, err := Parse([]byte(wrap("#1=S('ü',,\n ,'\\');#2=S(\n\n,1);\n")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for row := range f.Rows() {
		for a, ok := f.Args(row), true; ok; {
			var v Value
			v, ok = a.Next()
			v.Text()
		}
	}
	want := []Diagnostic{
		{2, 11, "#1: nothing between two commas; read as unset"},
		{3, 2, "#1: nothing between two commas; read as unset"},
		{3, 3, "#1: backslash that begins no directive; kept as it is"},
		{5, 1, "#2: nothing between two commas; read as unset"},
	}
	if diff := cmp.Diff(want, f.Diagnostics()); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	if n := f.Line(1); n != 3 {
		t.Errorf("#2 begins on line %d", n)
	}
}

// Values and rows are read while faults are found, by several goroutines; which
// of very many faults are kept must not depend on that.
func TestOfManyFaultsTheFirstInTheFileAreKept(t *testing.T) {
	t.Parallel()
	f, err := Parse([]byte(wrap(strings.Repeat("#1=S(,);\n", 3*maxFaults))), Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows := slices.Collect(f.Rows())
	slices.Reverse(rows)
	for range 2 {
		for _, row := range rows {
			f.Arg(row, 0)
		}
	}
	lines := map[string][]int{}
	var more []string
	for _, d := range f.Diagnostics() {
		if d.Line == 0 {
			more = append(more, d.Message)
			continue
		}
		lines[d.Message] = append(lines[d.Message], d.Line)
	}
	for msg, from := range map[string]int{"#1: nothing between two commas; read as unset": 2, "#1: instance number is used before; references mean the first": 3} {
		got := lines[msg]
		if len(got) != maxFaults || got[0] != from || got[maxFaults-1] != from+maxFaults-1 {
			t.Errorf("%s: %d kept, from line %v", msg, len(got), got[:min(1, len(got))])
		}
	}
	want := []string{
		"instance number is used before; references mean the first (more than 1000 times)",
		"nothing between two commas; read as unset (more than 1000 times)",
	}
	if diff := cmp.Diff(want, more); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}
