package ifc

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/ifcmcq/ifcmcq/schema"
	"github.com/ifcmcq/ifcmcq/step"
)

// Model is a building model: a file and its schema. It is immutable and safe
// for concurrent use.
type Model struct {
	file       *step.File
	schema     *schema.Schema
	identifier string

	classOf   []schema.Class    // by keyword index
	keywordOf []int32           // by class; -1 if the file has none
	rows      []step.Row        // by keyword, then in file order
	start     []int             // of a keyword's rows
	several   []step.Diagnostic // schemas in the header
	values    bool              // some records are values of defined types

	sum     chan string // receives the sha256 once
	sumOnce sync.Once
	sha256  string

	guidOnce sync.Once
	guids    map[string]guidRows

	rankOnce sync.Once
	rooted   ranks

	inverseMu sync.Mutex
	inverses  map[string]*lazyInverse
}

// Open reads the file at path: see [step.Open].
func Open(path string, o step.Options) (*Model, error) {
	data, closer, err := step.Map(path)
	if err != nil {
		return nil, err
	}
	m, err := read(data, o)
	if err != nil {
		closer()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	m.file.OnClose(closer)
	return m, nil
}

// Read is Open for bytes in memory, packed or not.
func Read(data []byte, o step.Options) (*Model, error) { return read(data, o) }

func read(data []byte, o step.Options) (*Model, error) {
	f, err := step.Read(data, o)
	if err != nil {
		return nil, err
	}
	m, err := New(f)
	if err != nil {
		return nil, err
	}
	// The digest is of the bytes as they lie on disk. It costs as much as the
	// scan, and nobody waits for it but the end.
	m.sum = make(chan string, 1)
	go func() {
		sum := sha256.Sum256(data)
		m.sum <- hex.EncodeToString(sum[:])
	}()
	return m, nil
}

// New makes a model of a scanned file.
func New(f *step.File) (*Model, error) {
	m := &Model{file: f}
	if err := m.findSchema(); err != nil {
		return nil, err
	}
	m.classify()
	return m, nil
}

// findSchema takes the first schema of the header that is known.
func (m *Model) findSchema() error {
	names := m.file.Header.Schemas
	for _, name := range names {
		if s, ok := schema.ByIdentifier(strings.TrimSpace(name)); ok {
			m.schema, m.identifier = s, strings.ToUpper(strings.TrimSpace(name))
			if len(names) > 1 {
				m.several = append(m.several, step.Diagnostic{Message: fmt.Sprintf("FILE_SCHEMA names %d schemas; read as %s", len(names), m.identifier)})
			}
			return nil
		}
	}
	if len(names) == 0 {
		return fmt.Errorf("header names no schema (FILE_SCHEMA): IFC2X3, IFC4 and IFC4X3 are supported")
	}
	return fmt.Errorf("schema %s is not supported: IFC2X3, IFC4 and IFC4X3 are", strings.Join(names, ", "))
}

// classify sorts the records by class.
func (m *Model) classify() {
	m.rows, m.start = m.file.RowsByKeyword()
	names := m.file.Keywords()
	m.classOf = make([]schema.Class, len(names))
	m.keywordOf = make([]int32, m.schema.NumClasses())
	for c := range m.keywordOf {
		m.keywordOf[c] = -1
	}
	for k, name := range names {
		c, ok := m.schema.Class(name)
		if !ok {
			c = schema.NoClass
			if _, value := m.schema.Type(name); value {
				m.values = true
			}
			rows := m.rows[m.start[k]:m.start[k+1]]
			m.file.Report(rows[0], fmt.Sprintf("%s is no entity of %s; %d left out", name, m.schema.Name(), len(rows)))
		} else {
			m.keywordOf[c] = int32(k)
		}
		m.classOf[k] = c
	}
}

// LostElsewhere says why other readers see, without a word, nothing of what stands
// behind some place of the file; "" if there is no such place.
func (m *Model) LostElsewhere() string {
	switch {
	case m.values:
		return "a record is a value by itself, and other readers stop there"
	case m.file.HasUnclosedRecords():
		return "a record lacks a closing parenthesis, and other readers take what follows for its arguments"
	}
	return ""
}

// Declares tells whether the schema that the header names has class c. IFC4X1 and
// IFC4X2 are read with the tables of their successor, whose new classes they lack.
func (m *Model) Declares(c schema.Class) bool {
	if m.identifier != "IFC4X1" && m.identifier != "IFC4X2" {
		return true
	}
	_, ok := schema.IFC4().Class(m.schema.ClassName(c))
	return ok
}

// Close releases the file. Nothing that came from the model may be used
// afterwards but strings and numbers.
func (m *Model) Close() error {
	m.SHA256() // still reading
	return m.file.Close()
}

// File returns the records that the model is made of.
func (m *Model) File() *step.File { return m.file }

// Schema returns the schema that the model is read with.
func (m *Model) Schema() *schema.Schema { return m.schema }

// Identifier returns the schema identifier of the header in upper case,
// "IFC4X3_ADD2", where [schema.Schema.Name] is "IFC4X3".
func (m *Model) Identifier() string { return m.identifier }

// SHA256 returns the digest of the file as it lies on disk, in hexadecimal. A
// model made by New has none.
func (m *Model) SHA256() string {
	m.sumOnce.Do(func() {
		if m.sum != nil {
			m.sha256 = <-m.sum
		}
	})
	return m.sha256
}

// Diagnostics returns what has been found wrong with the file so far.
func (m *Model) Diagnostics() []step.Diagnostic {
	d := append(m.file.Diagnostics(), m.several...)
	slices.SortStableFunc(d, func(a, b step.Diagnostic) int { return a.Line - b.Line })
	return d
}

// ByID returns the instance #id: the first, where there are several.
func (m *Model) ByID(id uint64) Entity {
	row, ok := m.file.ByID(id)
	if !ok {
		return Entity{}
	}
	return m.entity(row)
}

// entity is none where the record is of no class of the schema.
func (m *Model) entity(row step.Row) Entity {
	if m.classAt(row) == schema.NoClass {
		return Entity{}
	}
	return Entity{m, row}
}

func (m *Model) classAt(row step.Row) schema.Class { return m.classOf[m.file.KeywordIndex(row)] }

// Exact returns the rows of the instances of exactly class c in file order. The
// slice must not be changed.
func (m *Model) Exact(c schema.Class) []step.Row {
	if c == schema.NoClass || m.keywordOf[c] < 0 {
		return nil
	}
	k := m.keywordOf[c]
	return m.rows[m.start[k]:m.start[k+1]]
}

// All walks the instances of a class and its subclasses: class by class in a
// pre-order walk of the inheritance tree, in file order within a class. A class
// that the schema does not know has none.
func (m *Model) All(class string) iter.Seq[Entity] {
	c, ok := m.schema.Class(class)
	if !ok {
		c = schema.NoClass
	}
	return m.Of(c)
}

// Of is All by class number.
func (m *Model) Of(c schema.Class) iter.Seq[Entity] {
	return func(yield func(Entity) bool) {
		if c == schema.NoClass {
			return
		}
		for k := c; k <= m.schema.Last(c); k++ {
			for _, row := range m.Exact(k) {
				if !yield(Entity{m, row}) {
					return
				}
			}
		}
	}
}

// Count returns the number of instances of a class, subclasses included.
func (m *Model) Count(c schema.Class) int {
	n := 0
	if c != schema.NoClass {
		for k := c; k <= m.schema.Last(c); k++ {
			n += len(m.Exact(k))
		}
	}
	return n
}

// Entities walks every instance of a known class in file order.
func (m *Model) Entities() iter.Seq[Entity] {
	return func(yield func(Entity) bool) {
		for row := range m.file.Rows() {
			if e := m.entity(row); e.Exists() && !yield(e) {
				return
			}
		}
	}
}
