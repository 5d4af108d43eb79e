// Command grow makes a large building model of a small one, to measure how
// reading grows with size: it writes the records again and again under new
// instance numbers and GlobalIds.
//
//	go run ./internal/grow -size 1000000000 house.ifc large.ifc
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/ifcmcq/ifcmcq/ifc"
	"github.com/ifcmcq/ifcmcq/step"
)

func main() {
	size := flag.Int64("size", 1e9, "bytes to write at least")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: grow [-size BYTES] IN OUT")
		os.Exit(2)
	}
	if err := grow(flag.Arg(0), flag.Arg(1), *size); err != nil {
		fmt.Fprintln(os.Stderr, "grow:", err)
		os.Exit(1)
	}
}

func grow(in, out string, size int64) error {
	data, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	m, err := ifc.Read(data, step.Options{})
	if err != nil {
		return err
	}
	defer m.Close()
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	w := &counter{w: bufio.NewWriterSize(f, 1<<20)}
	if err := write(w, data, newPlan(m), size); err != nil {
		return err
	}
	if err := w.w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// plan says what changes from copy to copy.
type plan struct {
	body  []byte // the records
	guids []int  // offsets in body of GlobalIds, ascending
	top   uint64 // highest instance number
}

func newPlan(m *ifc.Model) plan {
	f := m.File()
	var p plan
	start := f.DataStart()
	p.body = f.Text()[start:f.DataEnd()]
	for row := range f.Rows() {
		p.top = max(p.top, f.ID(row))
	}
	for e := range m.Entities() {
		if e.Is("IfcRoot") {
			if v := e.At(0).Step(); v.Kind() == step.String {
				p.guids = append(p.guids, v.Offset()+1-start)
			}
		}
	}
	return p
}

func write(w *counter, data []byte, p plan, size int64) error {
	head := bytes.Index(data, p.body)
	w.Write(data[:head])
	for copy := uint64(0); copy == 0 || w.n < size; copy++ {
		if err := p.write(w, copy); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "\nENDSEC;\nEND-ISO-10303-21;\n")
	return err
}

// write writes the records once more: instance numbers are shifted, the second
// to sixth letter of each GlobalId moved on by the digits of copy in base 64.
func (p plan) write(w io.Writer, copy uint64) error {
	var buf []byte
	b, inString, next := p.body, false, 0
	for i := 0; i < len(b); i++ {
		c := b[i]
		if next < len(p.guids) && i == p.guids[next] {
			buf = appendGUID(buf, b[i:], copy)
			i += 21
			next++
			continue
		}
		buf = append(buf, c)
		switch {
		case c == '\'':
			inString = !inString
		case c == '#' && !inString:
			n, k := uint64(0), i+1
			for k < len(b) && b[k] >= '0' && b[k] <= '9' {
				n = n*10 + uint64(b[k]-'0')
				k++
			}
			buf = strconv.AppendUint(buf, n+copy*p.top, 10)
			i = k - 1
		}
		if len(buf) > 1<<16 {
			if _, err := w.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
		}
	}
	_, err := w.Write(buf)
	return err
}

const base64 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$"

func appendGUID(dst, guid []byte, copy uint64) []byte {
	for i, c := range guid[:22] {
		if at := bytes.IndexByte([]byte(base64), c); at >= 0 && i >= 1 && i <= 5 {
			c = base64[(at+int(copy%64))%64]
			copy /= 64
		}
		dst = append(dst, c)
	}
	return dst
}

type counter struct {
	w *bufio.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}
