package db

// Setting is one stored fact about this installation.
type Setting struct {
	Name  string `gorm:"primaryKey"`
	Value string
}
