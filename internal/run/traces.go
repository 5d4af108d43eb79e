package run

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

// Trace is everything that was said about one item: a line of traces.jsonl.zst.
// Each has a zstd frame of its own, so that the file can be appended to, read at a
// result's offset, and unpacked whole by any zstd program.
type Trace struct {
	Item  string          `json:"item"`
	Epoch int             `json:"epoch"`
	Trace json.RawMessage `json:"trace"`
}

// packer makes frames. It is safe for concurrent use.
type packer struct{ e *zstd.Encoder }

func newPacker(concurrency int) (packer, error) {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(concurrency), zstd.WithEncoderCRC(true), zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(1<<20))
	return packer{e}, err
}

func (p packer) frame(t Trace) ([]byte, error) {
	line, err := json.Marshal(t)
	if err != nil {
		return nil, fmt.Errorf("trace of %s: %w", t.Item, err)
	}
	return p.e.EncodeAll(append(line, '\n'), nil), nil
}

// ReadTrace reads the trace at the offset that a result names.
func ReadTrace(dir string, offset int64) (Trace, error) {
	var t Trace
	name := filepath.Join(dir, TracesFile)
	f, err := os.Open(name)
	if err != nil {
		return t, err
	}
	defer f.Close()
	end, err := frameEnd(f, offset)
	if err != nil {
		return t, fmt.Errorf("%s: no trace at %d: %w", name, offset, err)
	}
	d, err := zstd.NewReader(io.NewSectionReader(f, offset, end-offset), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return t, err
	}
	defer d.Close()
	if err := json.NewDecoder(d).Decode(&t); err != nil {
		return t, fmt.Errorf("%s: trace at %d: %w", name, offset, err)
	}
	return t, nil
}

// cutTraces cuts off what stands behind the frame at last (-1 for none): traces
// whose results never reached the disk, perhaps torn. It returns the new end.
func cutTraces(name string, last int64) (int64, error) {
	if !regular(name) {
		return 0, nil
	}
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer f.Close()
	end := int64(0)
	if last >= 0 {
		if end, err = frameEnd(f, last); err != nil {
			// Somebody cut the file. Results are worth keeping without their traces.
			return f.Seek(0, io.SeekEnd)
		}
	}
	return end, f.Truncate(end)
}

// frameEnd returns where the zstd frame at offset ends, by walking over its blocks
// (RFC 8878, 3.1.1) without unpacking them.
func frameEnd(r io.ReaderAt, offset int64) (int64, error) {
	head := make([]byte, zstd.HeaderMaxSize)
	n, err := r.ReadAt(head, offset)
	if err != nil && err != io.EOF {
		return 0, err
	}
	var h zstd.Header
	if err := h.Decode(head[:n]); err != nil {
		return 0, err
	}
	if h.Skippable {
		return 0, errors.New("a skippable frame")
	}
	at := offset + int64(h.HeaderSize)
	for last := false; !last; {
		var b [4]byte
		if _, err := r.ReadAt(b[:3], at); err != nil {
			return 0, unexpected(err)
		}
		block := binary.LittleEndian.Uint32(b[:])
		size := int64(block >> 3)
		if kind := block >> 1 & 3; kind == 1 {
			size = 1 // one byte, to be repeated
		} else if kind == 3 {
			return 0, errors.New("a block of reserved kind")
		}
		last = block&1 == 1
		at += 3 + size
	}
	if h.HasCheckSum {
		at += 4
	}
	var b [1]byte
	if _, err := r.ReadAt(b[:], at-1); err != nil {
		return 0, unexpected(err)
	}
	return at, nil
}

func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
