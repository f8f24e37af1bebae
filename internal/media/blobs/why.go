package blobs

import "gocloud.dev/gcerrors"

// Why says in words why a store cannot be used, without what the cause says: it may hold a part of the address.
func Why(err error) string {
	switch gcerrors.Code(err) {
	case gcerrors.NotFound:
		return "there is no such bucket or folder"
	case gcerrors.PermissionDenied:
		return "it refuses the credentials"
	case gcerrors.InvalidArgument:
		return "its address cannot be read; want a folder, file:///folder or s3://bucket?region=…"
	}
	return "it does not answer, or does not accept the credentials (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for s3://)"
}
