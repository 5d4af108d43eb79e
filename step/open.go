package step

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"

	mmap "github.com/edsrzf/mmap-go"
)

// Open reads a file: plain text, a zip archive with one .ifc member, or a gzip
// stream. What it is its first bytes tell, not its name. Plain files are mapped
// into memory, so that they must not be changed while they are in use.
func Open(path string, o Options) (*File, error) {
	data, closer, err := Map(path)
	if err != nil {
		return nil, err
	}
	f, err := Read(data, o)
	if err != nil {
		closer()
		return nil, err
	}
	f.closer = closer
	return f, nil
}

// Map maps a file into memory; the bytes are valid until closer is called.
func Map(path string) (data []byte, closer func() error, err error) {
	r, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	info, err := r.Stat()
	if err != nil {
		return nil, nil, err
	}
	switch {
	case info.IsDir():
		return nil, nil, fmt.Errorf("%s is a folder, not a file", path)
	case info.Size() == 0 || !info.Mode().IsRegular(): // a mapping needs a length
		data, err = readLimited(r, MaxFileSize)
		return data, func() error { return nil }, err
	case info.Size() > MaxFileSize:
		return nil, nil, fmt.Errorf("file of %d bytes is larger than MaxFileSize (%d)", info.Size(), int64(MaxFileSize))
	}
	m, err := mmap.Map(r, mmap.RDONLY, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("map %s: %w", path, err)
	}
	return m, m.Unmap, nil
}

// Read is Open for bytes that are in memory, packed or not.
func Read(data []byte, o Options) (*File, error) {
	var err error
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		data, err = unzip(data)
	case bytes.HasPrefix(data, []byte{0x1F, 0x8B}):
		data, err = gunzip(data)
	}
	if err != nil {
		return nil, err
	}
	return Parse(data, o)
}

func unzip(data []byte) ([]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("zip archive cannot be read: %w", err)
	}
	var member *zip.File
	var other string
	for _, m := range z.File {
		if strings.HasSuffix(strings.ToLower(m.Name), ".ifc") && !strings.HasPrefix(m.Name, "__MACOSX/") {
			if member != nil {
				return nil, fmt.Errorf("zip archive holds more than one .ifc file: %q and %q", member.Name, m.Name)
			}
			member = m
		} else {
			other = m.Name
		}
	}
	if member == nil {
		return nil, fmt.Errorf("zip archive holds no .ifc file (but %q)", other)
	}
	r, err := member.Open()
	if err != nil {
		return nil, fmt.Errorf("zip member %q: %w", member.Name, err)
	}
	defer r.Close()
	text, err := readLimited(r, expansionLimit(int64(min(member.CompressedSize64, uint64(len(data))))))
	if err != nil {
		return nil, fmt.Errorf("zip member %q: %w", member.Name, err)
	}
	return text, nil
}

func gunzip(data []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("gzip stream cannot be read: %w", err)
	}
	text, err := readLimited(r, expansionLimit(int64(len(data))))
	if err != nil {
		return nil, fmt.Errorf("gzip stream: %w", err)
	}
	return text, nil
}

func expansionLimit(packed int64) int64 {
	return min(max(packed*MaxExpansion, FreeExpansion), MaxFileSize)
}

func readLimited(r io.Reader, limit int64) ([]byte, error) {
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if n > limit {
		return nil, fmt.Errorf("unpacks to more than %d bytes (limits MaxExpansion %d, MaxFileSize %d)", limit, MaxExpansion, int64(MaxFileSize))
	}
	return b.Bytes(), nil
}
