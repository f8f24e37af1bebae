package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// s3Tries is how often a request to a bucket is sent at most.
const s3Tries = 3

// largestPut is the largest file that S3 accepts in one request.
const largestPut = 5 << 30

// bucketS3 stores blobs in an S3-compatible bucket.
type bucketS3 struct {
	client *minio.Client
	name   string
}

// openS3 parses s3://bucket with region, endpoint, use_path_style, disable_https and profile.
func openS3(address string) (*bucketS3, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, errAddress
	}
	q := u.Query()
	for name := range q {
		switch name {
		case "region", "endpoint", "use_path_style", "disable_https", "profile":
		default:
			return nil, fmt.Errorf("%w: it has no parameter %q", errAddress, name)
		}
	}
	options := minio.Options{Region: q.Get("region"), Secure: q.Get("disable_https") != "true", MaxRetries: s3Tries,
		Creds: credentials.NewChainCredentials([]credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{Profile: q.Get("profile")}, &credentials.IAM{}})}
	if q.Get("use_path_style") == "true" {
		options.BucketLookup = minio.BucketLookupPath
	}
	endpoint := q.Get("endpoint")
	if bare, ok := strings.CutPrefix(endpoint, "http://"); ok {
		endpoint, options.Secure = bare, false
	}
	if endpoint = strings.TrimPrefix(endpoint, "https://"); endpoint == "" {
		endpoint = "s3.amazonaws.com"
	}
	client, err := minio.New(strings.TrimSuffix(endpoint, "/"), &options)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errAddress, err)
	}
	return &bucketS3{client, u.Host}, nil
}

func (b *bucketS3) place(key string) (name, whole string) { return b.name, key }

func (b *bucketS3) ready(ctx context.Context) error {
	found, err := b.client.BucketExists(ctx, b.name)
	if err == nil && !found {
		err = ErrNotFound
	}
	return missing(err)
}

func (b *bucketS3) put(ctx context.Context, key string, content io.ReadSeeker, size int64) error {
	options := minio.PutObjectOptions{ContentType: "application/octet-stream", // the real type is in the media record
		SendContentMd5: true, DisableMultipart: size <= largestPut} // the condition below only works for a single request
	options.SetMatchETagExcept("*")
	_, err := b.client.PutObject(ctx, b.name, key, content, size, options)
	if minio.ToErrorResponse(err).StatusCode == http.StatusPreconditionFailed {
		return errExists
	}
	return err
}

func (b *bucketS3) open(ctx context.Context, key string) (Reader, error) {
	object, err := b.client.GetObject(ctx, b.name, key, minio.GetObjectOptions{})
	if err != nil {
		return Reader{}, missing(err)
	}
	info, err := object.Stat()
	if err != nil {
		return Reader{}, errors.Join(missing(err), object.Close())
	}
	return Reader{ReadSeekCloser: object, size: info.Size, modTime: info.LastModified}, nil
}

func (b *bucketS3) delete(ctx context.Context, key string) error {
	return missing(b.client.RemoveObject(ctx, b.name, key, minio.RemoveObjectOptions{}))
}

func (b *bucketS3) list(ctx context.Context, prefix string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		for o := range b.client.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
			if !yield(Object{Key: o.Key, Bytes: o.Size, ModTime: o.LastModified}, o.Err) || o.Err != nil {
				return
			}
		}
	}
}

// missing turns a storage's 404 into ErrNotFound.
func missing(err error) error {
	if err != nil && minio.ToErrorResponse(err).StatusCode == http.StatusNotFound {
		return ErrNotFound
	}
	return err
}
