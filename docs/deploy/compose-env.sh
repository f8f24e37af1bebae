#!/bin/sh
# Writes the .env of compose.yaml with fresh secrets to standard output: sh docs/deploy/compose-env.sh > .env
set -eu
umask 077
echo "SECRET_KEYS=$(openssl rand -base64 32)"
for name in POSTGRES_PASSWORD REDIS_PASSWORD S3_ROOT_PASSWORD S3_PASSWORD SETUP_TOKEN; do
	echo "$name=$(openssl rand -hex 24)"
done
echo "ORIGIN=${ORIGIN:-http://localhost:8080}"
echo "PUBLISH=${PUBLISH:-127.0.0.1:8080}"
