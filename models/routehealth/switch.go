package routehealth

// Switch is a route that support switched off, which every process asks before it calls one.
type Switch struct {
	RouteID   string `gorm:"primaryKey"`
	OffSince  int64
	OffReason string // shown to everybody
}

// TableName names GORM's table: switches of routes.
func (Switch) TableName() string { return "route_switches" }
