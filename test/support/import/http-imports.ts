/** Imports over HTTP for tests: calls, a slow upload, and the spool files of a service. */

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { IMPORTS } from '../../../src/api-paths.ts'
import { spoolFolder } from '../../../src/import/input/spool.ts'
import type { Answer, TestService } from '../service/service.ts'
import { until } from '../until.ts'

/** The problems of a refused import. */
export interface Refused {
  errors: { code: string; detail: string; source?: { pointer?: string; parameter?: string }; meta?: object }[]
  meta?: { total: number }
}

/** The report of an import. */
export interface Report {
  data: {
    dryRun: boolean
    offSale: { count: number; first: { productId: number; variantId: number | null; name: string }[] }
    priceChanges: {
      largest: { productId: number; variantId: number | null; from: string; to: string }[]
      above50: number
    }
    files: { format: string; sections: object[]; skipped: object[]; skippedTotal: number }[]
    withdrawn: { products: number; variants: number }
    warnings: { at: string; message: string }[]
    warningsTotal: number
  }
}

/** Imports a shop file, or text as CSV. */
export async function importOver(
  service: TestService,
  body: object | string,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const token = await service.token('admin', { scope: 'catalogue:write' })
  const type = typeof body === 'string' ? 'text/csv' : 'application/json'
  return service.call('POST', `${IMPORTS}${query}`, { token, body, headers: { 'Content-Type': type, ...headers } })
}

/** An upload whose body is not complete. */
export interface Upload {
  socket: Socket
  /** @returns what the server has answered so far */
  heard: () => string
  /** Waits for the end of the connection. */
  closed: Promise<void>
}

/** Sends the head of an import and a part of its body, and waits until the server has begun to receive it. */
export async function beginUpload(
  service: TestService,
  part: string,
  length: number | 'chunked' = part.length + 1,
): Promise<Upload> {
  const upload = await sendUpload(service, part, length)
  await until(() => spoolFiles(service, part).length > 0)
  return upload
}

/** Sends the head of an import and a part of its body. */
export async function sendUpload(service: TestService, part: string, length: number | 'chunked'): Promise<Upload> {
  const token = await service.token('admin', { scope: 'catalogue:write' })
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('utf8').on('data', data => (text += data))
  const closed = new Promise<void>(resolve => {
    socket.on('error', () => {}).on('close', () => resolve())
  })
  const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  const head = [`POST ${IMPORTS} HTTP/1.1`, 'Host: shop', `Authorization: Bearer ${token}`, framing]
  const begun = length === 'chunked' ? `${part.length.toString(16)}\r\n${part}\r\n` : part
  socket.write([...head, 'Content-Type: application/json', '', begun].join('\r\n'))
  return { socket, heard: () => text, closed }
}

/** Paths of the spool files of a service that begin with a text: on PostgreSQL all services of a test run share the folder. */
export function spoolFiles({ config }: TestService, beginning: string): string[] {
  const folder = spoolFolder(config)
  const paths = readdirSync(folder).filter(name => name.startsWith('sepet-spool-'))
  return paths.map(name => join(folder, name)).filter(path => beginsWith(path, beginning))
}

function beginsWith(path: string, text: string): boolean {
  try {
    return readFileSync(path, 'utf8').startsWith(text)
  } catch {
    return false
  }
}

/** Ids of the processes that import for services of this process. */
export function importProcesses(): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'import-process'], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}
