# The image of Sepet: docker build --tag sepet . (docs/deployment.md)

# The version of Node.js that Sepet is developed and tested with.
ARG NODE_IMAGE=node:26.10.0-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/package.json
COPY tools/runtime/package.json tools/runtime/package.json
# Without workspaces: the image contains Node.js already, and the server does not use the client.
RUN npm ci --workspaces=false
COPY tsconfig.json tsconfig.build.json ./
COPY tools tools
COPY src src
COPY web web
# The commit that is built; empty for a release.
ARG SEPET_COMMIT=
RUN npm run build
RUN npm prune --omit=dev --workspaces=false
RUN mkdir data

FROM ${NODE_IMAGE}
# Temporary files of the embedded database are on the volume, too, so that the rest of the filesystem may be read-only.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data SQLITE_TMPDIR=/data
WORKDIR /app
COPY package.json LICENSE ./
COPY sample sample
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# The only folder that Sepet writes to, and only with the embedded database.
COPY --from=build --chown=1000:1000 /app/data /data
VOLUME /data
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli/bin.js"]
CMD ["serve"]
