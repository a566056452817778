/** An npm registry of the installed runtime dependencies, so that a package can be installed without the network. */

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Lock } from '../../../tools/supply-chain.ts'

const ROOT = join(import.meta.dirname, '../../..')

type Manifest = { name: string; version: string }
/** An installed package. */
interface Installed {
  folder: string
  manifest: Manifest
}

/** @returns the runtime dependencies in node_modules */
function installed(): Installed[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path]) => join(ROOT, path))
    .filter(existsSync)
    .map(folder => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest }))
}

/** Starts the registry. @returns its address, which ends with a slash, and a function that stops it */
export async function startRegistry(): Promise<{ url: string; stop: () => void }> {
  const packages = installed()
  const server = createServer((request, response) => answer(packages, request, response)).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}

/** Answers metadata and tarballs as an npm registry does. */
function answer(packages: Installed[], { url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const [, index] = /^\/-\/(\d+)\.tgz$/.exec(url) ?? []
  const wanted = index && packages[Number(index)]
  if (wanted) {
    pack(wanted.folder).pipe(response)
    return
  }
  const name = decodeURIComponent(url.slice(1))
  const versions = packages.flatMap(({ manifest }, n) =>
    manifest.name === name
      ? [[manifest.version, { ...manifest, dist: { tarball: `http://${headers.host}/-/${n}.tgz` } }] as const]
      : [],
  )
  const latest = versions.at(-1)?.[0]
  if (!latest) {
    response.writeHead(404).end('{}')
    return
  }
  const body = { name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) }
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))
}

/** npm accepts a tarball with a single folder of any name, compressed or not. */
function pack(folder: string): Readable {
  const name = basename(folder)
  return spawn('tar', ['-cf', '-', `--exclude=${name}/node_modules`, '-C', dirname(folder), name]).stdout
}
