#!/usr/bin/env node
/** What `sepet` runs when it is installed: looks at the version of Node.js first, and says what is needed. */

const OLDEST = 24

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  process.stderr.write(`sepet: Node.js ${OLDEST} or newer is needed; this is ${process.versions.node}.\n`)
  process.exit(1)
}
await import('./sepet.ts')
