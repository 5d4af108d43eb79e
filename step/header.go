package step

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// Header is the HEADER section: ISO 10303-21 clause 8.
type Header struct {
	Description         []string
	ImplementationLevel string
	Name                string
	TimeStamp           string
	Author              []string
	Organization        []string
	Preprocessor        string // preprocessor_version
	System              string // originating_system
	Authorization       string
	Schemas             []string // schema_identifiers of FILE_SCHEMA
}

var byteOrderMark = []byte("\xEF\xBB\xBF")

// readHeader reads up to the first DATA section and returns where its records
// begin.
func (f *File) readHeader(o Options) (int, error) {
	p := 0
	if bytes.HasPrefix(f.data, byteOrderMark) {
		p = len(byteOrderMark)
		f.faults.add(0, "file begins with a byte-order mark; skipped")
	}
	p = skipTrivia(f.data, p)
	if err := f.checkMagic(p, o); err != nil {
		return 0, err
	}
	for {
		p = skipTrivia(f.data, p)
		if p >= len(f.data) {
			return 0, errors.New("file ends inside its header: truncated or empty")
		}
		if f.data[p] == '#' && o.Lenient {
			f.faults.add(uint32(p), "records begin without DATA; read from there")
			return p, nil
		}
		end, ok := skipStatement(f.data, p)
		if !ok {
			return 0, fmt.Errorf("file ends inside its header, in %s: truncated", f.describe(p))
		}
		word, args := splitStatement(f.data[p : end-1])
		if word == "DATA" {
			return end, nil
		}
		f.headerEntity(word, p+args)
		p = end
	}
}

// checkMagic refuses what is no STEP file.
func (f *File) checkMagic(p int, o Options) error {
	rest := f.data[p:]
	switch {
	case len(rest) == 0:
		return errors.New("file is empty")
	case len(rest) >= 12 && strings.EqualFold(string(rest[:12]), "ISO-10303-21"):
		return nil
	case bytes.HasPrefix(rest, []byte("<")):
		return errors.New("file is XML (ifcXML is not supported), not a STEP file")
	case o.Lenient:
		f.faults.add(uint32(p), "ISO-10303-21 is missing at the start of the file")
		return nil
	}
	return fmt.Errorf("file is no STEP file: it begins with %.20q, not with ISO-10303-21", rest)
}

// splitStatement returns the keyword of a statement in upper case and where its
// arguments begin, 0 if it has none.
func splitStatement(s []byte) (word string, args int) {
	i := bytes.IndexByte(s, '(')
	if i < 0 {
		return leadingWord(s), 0
	}
	name, err := cleanKeyword(s[:i])
	if err != nil {
		if i, ok := openBehindComments(s, 0); ok {
			if name, err = cleanKeyword(s[:i]); err == nil {
				return name, i + 1
			}
		}
		return leadingWord(s), 0
	}
	return name, i + 1
}

func (f *File) headerEntity(word string, args int) {
	h := &f.Header
	var fields []any
	switch word {
	case "FILE_DESCRIPTION":
		fields = []any{&h.Description, &h.ImplementationLevel}
	case "FILE_NAME":
		fields = []any{&h.Name, &h.TimeStamp, &h.Author, &h.Organization, &h.Preprocessor, &h.System, &h.Authorization}
	case "FILE_SCHEMA":
		fields = []any{&h.Schemas}
	default:
		return
	}
	a := Args{f: f, pos: uint32(args)}
	for _, field := range fields {
		v, ok := a.Next()
		if !ok {
			return
		}
		switch field := field.(type) {
		case *string:
			*field, _ = v.Text()
		case *[]string:
			*field = nil
			for x := range v.List() {
				if s, ok := x.Text(); ok {
					*field = append(*field, s)
				}
			}
			if s, ok := v.Text(); ok { // FILE_SCHEMA('IFC4')
				*field = append(*field, s)
			}
		}
	}
}
