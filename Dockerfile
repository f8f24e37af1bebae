# Versions are exact; pin the digests that your registry shows for them. The program alone, static, beside ffmpeg. It runs as an unprivileged user on a read-only root and writes only to /data.
FROM golang:1.26.4-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags '-s -w -funcalign=8' -o /socialdata ./cmd/socialdata

FROM debian:bookworm-20251229-slim
# ffmpeg and prlimit decode media in bounded child processes; certificates are for the platforms' hosts.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates ffmpeg util-linux \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o 65532 -g 65532 -m 0750 /data
COPY --from=build /socialdata /usr/local/bin/socialdata
ENV SOCIALDATA_LISTEN=0.0.0.0:8080 SOCIALDATA_METRICS_LISTEN=127.0.0.1:9090 SOCIALDATA_DATA_DIR=/data SOCIALDATA_LOG_FORMAT=json
USER 65532:65532
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=4s --start-period=60s CMD ["/usr/local/bin/socialdata", "health"]
ENTRYPOINT ["/usr/local/bin/socialdata"]
CMD ["serve"]
