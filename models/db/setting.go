package db

// Setting is one remembered fact about this installation.
type Setting struct {
	Name  string `gorm:"primaryKey"`
	Value string
}

// TableName names GORM's table.
func (Setting) TableName() string { return "settings" }
