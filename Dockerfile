# The app. compose.yaml runs it with PostgreSQL; without DATABASE_URL it runs an embedded one in /data.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:22-bookworm-slim
WORKDIR /app
COPY --from=build --chown=root:root /app /app
# Uploads and backups. A new volume takes over these permissions.
RUN mkdir -m 0700 /data /backups && chown node:node /data /backups
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ROWHOUSE_DATA_DIR=/data
VOLUME ["/data", "/backups"]
EXPOSE 3000
# The port responds only after migrations, which take time on a large database.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "dist/server.mjs", "start"]
