package step

import (
	"testing"
	"unicode/utf8"

	"github.com/ifcmcq/ifcmcq/internal/sharedtest"
)

// seeds are shapes that a fuzzer would take long to find.
var seeds = []string{
	"",
	"ISO-10303-21;",
	house(),
	wrap(""),
	wrap("#1=A();"),
	wrap("#1=A($,*,12,-3.5E-2,'t''x\\X\\E9',.E.,\"0F\",#1,(),((1,2),($)),B('x'));"),
	wrap("#1=A('\\S\\'','\\PE\\\\S\\0','\\X2\\D83DDE00\\X0\\','\\X4\\0001F600\\X0\\','\\N\\','\\');"),
	wrap("#1=A(\n#2=B('x')\n#3=C());\n#4=D('"),
	wrap("/*;#1=A();*/#1/**/=/**/A/*(*/(/**/)/**/;"),
	wrap("#1=!A();#2=(A()B());#=C();#x;junk;ENDSEC;DATA;#3=D();ENDSEC;DATA('x');#4=E();"),
	wrap("#1=A(1.#INF,NAN,.5,1E5,+,-,1.D0,0x1,,a b,\"x,#,.T,@);"),
	"\xFF\xFEI\x00S\x00O\x00-\x001\x000\x003\x000\x003\x00-\x002\x001\x00;\x00",
	"\xEF\xBB\xBFISO-10303-21;HEADER;FILE_NAME('\\",
}

func addSeeds(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s), uint8(7))
	}
	for _, s := range sharedtest.Seeds() {
		f.Add(s, uint8(50))
	}
}

// FuzzParse: whatever the bytes, a scan by tiny chunks finds what a single scan
// finds, leniently or not; every value can be decoded; and there are no more
// values than bytes, so that no argument is walked beyond its record.
func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte, chunk uint8) {
		if len(data) > 1<<14 {
			return
		}
		var strict int
		for _, lenient := range []bool{false, true} {
			compareScans(t, data, lenient, int(chunk)+1)
			file, err := Parse(data, Options{Lenient: lenient})
			if err != nil {
				oneSentence(t, err)
				continue
			}
			if n := walk(file); n > len(file.data) {
				t.Errorf("%d values in %d bytes", n, len(file.data))
			}
			for _, d := range file.Diagnostics() {
				if d.Column < 1 && d.Line > 0 || d.Message == "" {
					t.Errorf("diagnostic %+v", d)
				}
			}
			if lenient && file.Len() < strict {
				t.Errorf("%d records leniently, %d else", file.Len(), strict)
			}
			strict = file.Len()
		}
	})
}

// FuzzText: a string in a record decodes to UTF-8, whatever its bytes, and the
// fast way says the same as the slow one.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "a", "it''s", `\\`, `\S\D`, `\S\'`, `\PE\\S\0`, `\X\E9`, `\X2\00E900E8\X0\`, `\X2\D83DDE00\X0\`, `\X4\0001F600\X0\`, "ü", "\xFC", `C:\temp`, `\X2\`, `\X4\12`, `\S\` + "\xFC", "\x00\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, fault := decodeText(nil, b)
		if !utf8.Valid(s) {
			t.Errorf("%q decodes to %q", b, s)
		}
		if plain(b) && (string(s) != string(b) || fault != "") {
			t.Errorf("%q is plain, but decodes to %q: %s", b, s, fault)
		}
		// A backslash gives at most one replacement character of three bytes per
		// byte written.
		if len(s) > 3*len(b) {
			t.Errorf("%d bytes of %d", len(s), len(b))
		}
		// The literal as a whole: it ends somewhere, and what it holds is decoded
		// the same.
		lit := append(append([]byte("'"), b...), '\'')
		end, ok := skipString(lit, 0)
		if end > len(lit) || ok && lit[end-1] != '\'' {
			t.Errorf("%q ends at %d", lit, end)
		}
		if !ok {
			return
		}
		file := &File{data: append(lit[:end:end], ')', ';')}
		a := Args{f: file}
		v, _ := a.Next()
		got, isText := v.Text()
		want, _ := decodeText(nil, lit[1:end-1])
		if !isText || got != string(want) {
			t.Errorf("%q reads as %q, want %q", lit, got, want)
		}
	})
}
