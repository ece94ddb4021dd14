# The app. Beside a PostgreSQL of its own, see compose.yaml; without DATABASE_URL it brings one along, in /data.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:22-bookworm-slim
WORKDIR /app
COPY --from=build --chown=root:root /app /app
# What is uploaded, and backups: a volume that is new takes over these rights.
RUN mkdir -m 0700 /data /backups && chown node:node /data /backups
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ROWHOUSE_DATA_DIR=/data
VOLUME ["/data", "/backups"]
EXPOSE 3000
# The port answers once the database is up to date, which a large one takes its time for.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "dist/server.mjs", "start"]
