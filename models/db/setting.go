package db

// Setting is one remembered fact about this installation.
type Setting struct {
	Name  string `gorm:"primaryKey"`
	Value string
}
