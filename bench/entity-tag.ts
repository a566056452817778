/**
 * Benchmark of entity tags: processor time of the tag of a cart's body by hash function, and of `If-None-Match` headers.
 * `node bench/entity-tag.ts`
 */

import { hash } from 'node:crypto'
import { entityTagOf, namesTag } from '../src/http/response/entity-tag.ts'
import { addItem } from '../test/support/cart/cart.ts'
import { product } from '../test/support/import/shop-file.ts'
import { startService } from '../test/support/service/service.ts'

const LINES = [1, 10, 100]
const HASHES = ['sha256', 'sha1', 'md5', 'sha512', 'blake2b512']
/** A header of the largest size that the server reads, roughly. */
const HEADER_LENGTH = 16_000

/** Bodies of carts by number of lines, as a service sends them. */
async function bodies(): Promise<string[]> {
  const service = await startService('sqlite', { LOG_LEVEL: 'silent' })
  const products = Array.from({ length: Math.max(...LINES) }, (_, index) => product({ id: index + 1 }))
  await service.importShop({ products })
  const read = async (lines: number) => {
    const token = await service.token('guest')
    for (let id = 1; id <= lines; id++) await addItem(service, token, id)
    return (await service.call('GET', '/cart', { token })).text
  }
  const texts: string[] = []
  for (const lines of LINES) texts.push(await read(lines))
  await service.stop()
  return texts
}

/** @returns microseconds of processor time of one call: the median of nine rounds of at least 20 ms */
function measure(call: (n: number) => unknown): string {
  const rounds = Array.from({ length: 10 }, () => {
    const from = process.cpuUsage()
    const until = performance.now() + 20
    let calls = 0
    while (performance.now() < until) for (let n = 0; n < 100; n++) call(calls++)
    const { user, system } = process.cpuUsage(from)
    return (user + system) / calls
  })
  const [median = 0] = rounds
    .slice(1)
    .sort((a, b) => a - b)
    .slice(4)
  return median.toFixed(1)
}

/** Variants of a body: V8 would otherwise compute with the same string each time. */
function variants(body: string): string[] {
  return Array.from({ length: 64 }, (_, n) => `${body.slice(0, -1)}${' '.repeat(n)}}`)
}

console.log(`Node.js ${process.version}, microseconds of processor time\n`)
for (const body of await bodies()) {
  const texts = variants(body)
  const text = (n: number) => texts[n % texts.length] ?? ''
  const hashes = HASHES.map(name => `${name} ${measure(n => hash(name, text(n), 'base64url'))}`)
  console.log(
    `body of ${Buffer.byteLength(body)} bytes: tag ${measure(n => entityTagOf(text(n)))}; ${hashes.join(', ')}`,
  )
}
const tag = entityTagOf('')
const headers = {
  'one tag': tag,
  'garbage without the tag': '",'.repeat(HEADER_LENGTH / 2),
  'empty tags and the tag': '"",'.repeat(HEADER_LENGTH / 3) + tag,
  'empty tags, the tag and garbage': `${'"",'.repeat(HEADER_LENGTH / 3)}${tag} x`,
}
for (const [what, header] of Object.entries(headers)) {
  console.log(`If-None-Match of ${header.length} characters, ${what}: ${measure(() => namesTag(header, tag))}`)
}
