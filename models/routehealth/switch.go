package routehealth

// Switch is a route that support switched off. Every process reads it before calling the route.
type Switch struct {
	RouteID   string `gorm:"primaryKey"`
	OffSince  int64
	OffReason string // shown publicly
}

// TableName names GORM's table: switches of routes.
func (Switch) TableName() string { return "route_switches" }
