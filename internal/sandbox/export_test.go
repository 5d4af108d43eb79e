package sandbox

// What tests outside of the package look at.
const (
	NextCall   = nextCall
	NextOutput = nextOutput
)
