# Build: compiles the program and better-sqlite3, then drops what only development needs.
FROM node:22-bookworm-slim AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3 make g++ \
  && rm -rf /var/lib/apt/lists/*
ENV npm_config_build_from_source=true
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

# Run: the program and its data files. Everything that changes is under /data.
FROM node:22-bookworm-slim
ENV NODE_ENV=production \
  LARDER_HOST=0.0.0.0 \
  LARDER_PORT=8080 \
  LARDER_DB=/data/larder.db \
  LARDER_CREATE_ADMIN_KEY=/data/admin.key
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY migrations ./migrations
COPY openapi ./openapi
COPY examples ./examples
RUN chmod +x dist/main.js \
  && ln -s /app/dist/main.js /usr/local/bin/larder \
  && mkdir /data \
  && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.LARDER_PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["larder"]
CMD ["serve"]
