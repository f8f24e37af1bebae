package blobs

import (
	"errors"
	"net/http"
	"os"

	"github.com/minio/minio-go/v7"
)

// Why describes why a store is unusable, without the error's text, which may contain a part of the address.
func Why(err error) string {
	var answer minio.ErrorResponse
	switch {
	case errors.Is(err, ErrNotFound), errors.Is(err, os.ErrNotExist):
		return "there is no such bucket or folder"
	case errors.Is(err, os.ErrPermission), errors.As(err, &answer) && answer.StatusCode == http.StatusForbidden:
		return "it refuses the credentials"
	case errors.Is(err, errAddress):
		return "its address cannot be read; " + errAddress.Error()
	}
	return "it does not answer, or does not accept the credentials (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for s3://)"
}
