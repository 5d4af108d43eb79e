package index

import "github.com/ifcmcq/ifcmcq/schema"

// tables holds the relations of a model, each made on first use.
type tables struct {
	types         lazy[*TypeTable]
	materials     lazy[*MaterialTable]
	structure     lazy[*structure]
	openings      lazy[*openings]
	boundaries    lazy[*boundaries]
	storeyCounts  lazy[StoreyCounts]
	openingCounts lazy[OpeningCounts]
	typeCounts    lazy[TypeCounts]
	units         lazy[*unitTable]
	broken        lazy[map[schema.Class]bool]
}
