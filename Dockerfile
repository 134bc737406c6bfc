# Build here, run with production packages only. Run it read-only: everything that is written goes to /data, brands too.
# The demo brands lie apart, in demo/: TENANTS_DIR=demo opens them.
# Both stages start from this digest (Node 24.18.0), wherever the tag points; npm run pin-images updates it.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# TypeScript is an optional peer of @react-router/node: nothing that runs reads its 23 MB.
RUN npm run build && npm prune --omit=dev && rm -r node_modules/typescript

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
# pg_dump and pg_restore for `awning backup` and `awning restore`: no older than the server, from PostgreSQL's own packages.
ARG POSTGRES_CLIENT=17
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates postgresql-common \
  && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
  && apt-get install --yes --no-install-recommends "postgresql-client-$POSTGRES_CLIENT" \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data TENANTS_DIR=/data/tenants
WORKDIR /shop
COPY --from=build /shop/package.json /shop/server.ts /shop/README.md /shop/CHANGELOG.md /shop/SECURITY.md /shop/LICENSE ./
COPY --from=build /shop/node_modules node_modules
COPY --from=build /shop/build build
COPY --from=build /shop/api api
COPY --from=build /shop/app app
COPY --from=build /shop/cli cli
COPY --from=build /shop/config config
COPY --from=build /shop/simulators simulators
COPY --from=build /shop/docs docs
COPY --from=build /shop/tenants demo
RUN install -d -m 0700 -o node -g node /data /data/tenants
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The whole shop, or the storefront alone where COMMERCE_API_URL is set. The other programs of the same image:
# `node api/server.ts`, `node api/worker.ts`, with a health check of their own.
# As in `npm start`: V8 would let new objects alone take 100 MB, and pages are no quicker for it.
CMD ["node", "--max-semi-space-size=16", "server.ts"]
