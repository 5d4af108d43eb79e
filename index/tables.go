package index

// tables holds the relations of a model, each made on first use.
type tables struct{}
