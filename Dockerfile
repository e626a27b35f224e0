# docker build -t nemorl-status .
#
# docs/installation.md says how to run it, and how to pin the image below by its digest, too.
ARG PYTHON_IMAGE=python:3.13.11-slim-bookworm

FROM ${PYTHON_IMAGE} AS builder
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_NO_INPUT=1
WORKDIR /build

# What builds, in an environment of its own: neither it nor pip is in what runs.
COPY requirements-build.lock ./
RUN python -m venv /build/tools \
    && /build/tools/bin/pip install --no-cache-dir --require-hashes --no-deps --only-binary :all: \
        -r requirements-build.lock

# Only wheels, each with its hash, so that nothing of somebody else's runs while the image is built.
COPY requirements-image.lock ./
RUN python -m venv --without-pip /opt/nemorl-status \
    && /build/tools/bin/pip --python /opt/nemorl-status/bin/python \
        install --no-cache-dir --no-compile --require-hashes --no-deps --only-binary :all: \
        -r requirements-image.lock

# Compiled here, since nothing can be written where it runs.
COPY LICENSE README.md manifest.yml pyproject.toml ./
COPY bot bot
RUN /build/tools/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir dist . \
    && /build/tools/bin/pip --python /opt/nemorl-status/bin/python \
        install --no-cache-dir --no-compile --no-deps --no-index dist/*.whl \
    && /build/tools/bin/pip --python /opt/nemorl-status/bin/python check \
    && /opt/nemorl-status/bin/python -m compileall -q -j 0 --invalidation-mode unchecked-hash \
        /opt/nemorl-status/lib

FROM ${PYTHON_IMAGE}
LABEL org.opencontainers.image.title="nemorl-status" \
    org.opencontainers.image.description="Keeps a GitHub tracking issue honest and its people informed, from Slack" \
    org.opencontainers.image.licenses="Apache-2.0"

RUN groupadd --gid 10001 nemorl \
    && useradd --no-log-init --uid 10001 --gid 10001 --home-dir /data --shell /usr/sbin/nologin nemorl \
    && install -d -o 10001 -g 10001 -m 0700 /data
COPY --from=builder /opt/nemorl-status /opt/nemorl-status

# DATABASE_URL stays unset: DATABASE_URL_FILE may not stand beside it. By XDG_DATA_HOME the default
# is /data/nemorl-status/nemorl-status.db; the settings are /etc/nemorl-status/nemorl-status.toml.
ENV PATH=/opt/nemorl-status/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOME=/data \
    XDG_CONFIG_HOME=/etc \
    XDG_DATA_HOME=/data \
    XDG_STATE_HOME=/data \
    HOST=0.0.0.0 \
    PORT=3000

# By number, so that Kubernetes can tell that it is not root.
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Whether it is alive, and not whether Slack or GitHub can be reached: a new one could not either.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-ISc", "import http.client, os; c = http.client.HTTPConnection('127.0.0.1', int(os.environ['PORT']), timeout=4); c.request('GET', '/healthz'); raise SystemExit(c.getresponse().status != 200)"]
ENTRYPOINT ["nemorl-status"]
CMD ["run"]
