# The program alone, static, beside ffmpeg. It runs as an unprivileged user on a read-only root and writes only to /data.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o /socialdata ./cmd/socialdata

FROM debian:bookworm-slim
# ffmpeg and prlimit decode media in bounded child processes; certificates are for the platforms' hosts.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates ffmpeg util-linux \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o 65532 -g 65532 -m 0750 /data
COPY --from=build /socialdata /usr/local/bin/socialdata
ENV SOCIALDATA_LISTEN=0.0.0.0:8080 SOCIALDATA_DATA_DIR=/data SOCIALDATA_LOG_FORMAT=json
USER 65532:65532
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/usr/local/bin/socialdata"]
CMD ["serve"]
