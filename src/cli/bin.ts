#!/usr/bin/env node
/** Entry point of the installed `sepet` command: checks the version of Node.js before it loads the program. */

const OLDEST = 24

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  process.stderr.write(`sepet: Node.js ${OLDEST} or newer is needed; this is ${process.versions.node}.\n`)
  process.exit(1)
}
await import('./sepet.ts')
