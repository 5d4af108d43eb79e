package index

import (
	"github.com/ifcmcq/ifcmcq/internal/lazy"
	"github.com/ifcmcq/ifcmcq/schema"
)

// tables holds the relations of a model, each made on first use.
type tables struct {
	types         lazy.Value[*TypeTable]
	materials     lazy.Value[*MaterialTable]
	structure     lazy.Value[*structure]
	openings      lazy.Value[*openings]
	boundaries    lazy.Value[*boundaries]
	storeyCounts  lazy.Value[StoreyCounts]
	openingCounts lazy.Value[OpeningCounts]
	typeCounts    lazy.Value[TypeCounts]
	units         lazy.Value[*unitTable]
	broken        lazy.Value[map[schema.Class]bool]
}
