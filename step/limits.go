package step

// Limits on what a file may make the reader do. Each is named in the message
// of the fault it raises.
const (
	// MaxFileSize is the largest file in bytes, unpacked: offsets are 32 bits.
	MaxFileSize = 1<<32 - 1
	// MaxNesting is the deepest nesting of lists and typed values in a record.
	// IFC needs four. It is one less than a power of two: see scan.
	MaxNesting = 63
	// MaxString is the longest string literal in bytes, as written.
	MaxString = 1 << 24
	// MaxKeywords is the largest number of different keywords in a file.
	MaxKeywords = 1<<16 - 1
	// MaxExpansion is how many times larger than its packed form a zip member
	// or gzip stream may be, once it is larger than FreeExpansion. STEP text
	// packs to a fifth as a rule, to a fortieth at the most.
	MaxExpansion = 200
	// FreeExpansion is the unpacked size in bytes below which MaxExpansion does
	// not apply.
	FreeExpansion = 16 << 20
	// maxKeyword is the longest keyword in bytes that is looked for.
	maxKeyword = 256
	// maxFaults is how many diagnostics of one kind are kept.
	maxFaults = 1000
)
