# toolgen for CI systems that run containers. Build it from this repository, at the commit whose code should run:
#
#   docker build -t toolgen .
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/project" toolgen build --check
#
# For an image that serves a project's tools, see `toolgen new image`.
FROM node:24-slim AS build
WORKDIR /toolgen
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm pack --pack-destination /tmp

FROM node:24-slim
# Git is for `toolgen diff`, and ripgrep for examples of tools that search.
RUN apt-get update && apt-get install -y --no-install-recommends git ripgrep && rm -rf /var/lib/apt/lists/*
COPY --from=build /tmp/toolgen-*.tgz /tmp/
RUN npm install --global --ignore-scripts --no-audit --no-fund /tmp/toolgen-*.tgz
# The project may belong to another user than the one in the container.
RUN git config --system --add safe.directory /project
WORKDIR /project
USER node
ENTRYPOINT ["toolgen"]
CMD ["build", "--check"]
