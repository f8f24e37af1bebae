package input

// MaxExportPrefix is the length of an export's prefix.
const MaxExportPrefix = 100

// ExportPrefixPattern matches the prefix of an export's keys: names joined by /, none of which begins or ends with a dot.
const ExportPrefixPattern = `^[A-Za-z0-9_-]([A-Za-z0-9._-]*[A-Za-z0-9_-])?(/[A-Za-z0-9_-]([A-Za-z0-9._-]*[A-Za-z0-9_-])?)*$`
