/**
 * Benchmark of a Citus cluster: reads and adds a second and their latencies with one, two and more nodes, beside one PostgreSQL server; and a
 * fault under load. TEST_CITUS_URL names a database on the coordinator in which all nodes are registered, TEST_POSTGRES_URL a server without
 * Citus.
 * `node bench/citus.ts [--seconds 5]`
 * `node bench/citus.ts --fault 'command that kills a worker' [--repair 'command that starts it'] [--seconds 20]`
 */

import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { STOREFRONT } from '../src/api-paths.ts'
import { mintToken } from '../src/cli/token.ts'
import { readConfig } from '../src/config/config.ts'
import { findNodes, registerNodes } from '../test/support/database/citus.ts'
import { query } from '../test/support/database/query.ts'
import { ids, shopFile } from '../test/support/import/shop-file.ts'
import { runSepet, serveProcess } from '../test/support/service/process.ts'
import { quantile, sendAtRate, sendInTurn } from './load.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, fault: { type: 'string' }, repair: { type: 'string' } },
})
const seconds = Number(values.seconds)
const CARTS = 200
const CONNECTIONS = 16
/** Requests a second of the measurement of latencies, and of a fault. */
const CALM_PER_SECOND = 50

/** A server on a new database, with the requests of its shoppers. */
interface ServerUnderTest {
  url: string
  env: NodeJS.ProcessEnv
  read: (n: number) => Buffer
  add: (n: number) => Buffer
  stop: () => Promise<void>
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { status, stderr } = await runSepet(args, env)
  if (status !== 0) throw new Error(stderr)
}

async function importShop(env: NodeJS.ProcessEnv): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-bench-'))
  const file = join(folder, 'shop.json')
  writeFileSync(file, JSON.stringify(shopFile()))
  await run(['import', file], env)
  rmSync(folder, { recursive: true })
}

/** Starts Sepet on a new database. @param nodes the nodes to distribute over; one server without Citus where `isDistributed` is false */
async function start(nodes: string[], isDistributed: boolean): Promise<ServerUnderTest> {
  const name = `sepet_bench_${randomBytes(4).toString('hex')}`
  for (const node of nodes) await query(node, `create database ${name}`)
  const url = new URL(nodes[0] ?? '')
  url.pathname = `/${name}`
  const ACCESS_TOKEN_SECRET = randomBytes(32).toString('hex')
  const env = { DATABASE_URL: url.href, ACCESS_TOKEN_SECRET, CART_RATE_LIMIT: '0', LOG_LEVEL: 'error' }
  if (isDistributed) await registerNodes(nodes, name)
  if (nodes.length === 1 && isDistributed) {
    await query(
      url.href,
      `select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true) from pg_dist_node`,
    )
  }
  await run(['migrate', ...(isDistributed ? ['--distribute'] : [])], env)
  await importShop(env)
  const serving = await serveProcess(env)
  const tokens = await Promise.all(
    Array.from({ length: CARTS }, () => mintToken(readConfig(env), 'guest', { ttlSeconds: 3_600, id: randomUUID() })),
  )
  const { host } = new URL(serving.url)
  const request =
    (method: string, path: string, body = '') =>
    (n: number) => {
      const about = body && `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
      return Buffer.from(
        `${method} ${STOREFRONT}${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${tokens[n % CARTS]}\r\n${about}\r\n${body}`,
      )
    }
  return {
    url: serving.url,
    env,
    read: request('GET', '/cart'),
    add: request('POST', '/cart-items', JSON.stringify({ productId: ids.plain, quantity: 1 })),
    stop: async () => {
      await serving.kill('SIGTERM')
      for (const node of nodes) await query(node, `drop database ${name} with (force)`)
    },
  }
}

const ms = (times: number[] = [], q: number) => Number(quantile(times, q).toFixed(1))

async function measure(name: string, nodes: string[], isDistributed: boolean): Promise<object> {
  const { url, read, add, stop } = await start(nodes, isDistributed)
  // Creates the carts.
  await sendInTurn({ url, request: add, seconds }, CONNECTIONS)
  const adds = await sendInTurn({ url, request: add, seconds }, CONNECTIONS)
  const reads = await sendInTurn({ url, request: read, seconds }, CONNECTIONS)
  const calm = async (request: ServerUnderTest['read']) =>
    sendAtRate({ url, request, perSecond: CALM_PER_SECOND, seconds })
  const [calmReads, calmAdds] = [(await calm(read)).times.get(200), (await calm(add)).times.get(201)]
  await stop()
  return {
    database: name,
    'reads/s': Math.round(reads),
    'adds/s': Math.round(adds),
    'read p50': ms(calmReads, 0.5),
    'read p99': ms(calmReads, 0.99),
    'add p50': ms(calmAdds, 0.5),
    'add p99': ms(calmAdds, 0.99),
  }
}

/** Runs a command after a quarter of the time and another one after half of it, under load. Prints the responses by status and second. */
async function withFault(nodes: string[], fault: string, repair: string | undefined): Promise<void> {
  const { url, env, read, add, stop } = await start(nodes, true)
  await sendInTurn({ url, request: add, seconds: 2 }, CONNECTIONS)
  const countPieces = async () =>
    Number((await query<{ sum: string }>(env.DATABASE_URL ?? '', 'select sum(quantity) from cart_lines'))[0]?.sum)
  const before = await countPieces()
  const begun = performance.now()
  const bySecond: Record<string, number>[] = []
  const send = async (n: number) => {
    const second = Math.floor((performance.now() - begun) / 1_000)
    const isAdd = n % 5 === 0
    const outcome = await sendAtOnce(url, (isAdd ? add : read)(n))
    bySecond[second] ??= { second }
    const row = bySecond[second]
    const name = `${isAdd ? 'add' : 'read'} ${outcome}`
    row[name] = (row[name] ?? 0) + 1
  }
  const execute = (command: string) => {
    console.log(`second ${((performance.now() - begun) / 1_000).toFixed(1)}: ${command}`)
    spawn(command, { shell: true, stdio: 'inherit' })
  }
  setTimeout(() => execute(fault), seconds * 250)
  if (repair) setTimeout(() => execute(repair), seconds * 500)
  const sent: Promise<void>[] = []
  for (let n = 0; n < seconds * CALM_PER_SECOND; n++) {
    const due = begun + (n * 1_000) / CALM_PER_SECOND
    await sleep(Math.max(0, due - performance.now()))
    sent.push(send(n))
  }
  await Promise.all(sent)
  console.table(bySecond)
  const acknowledged = bySecond.reduce((sum, row) => sum + (row['add 201'] ?? 0), 0)
  console.log(`Acknowledged adds: ${acknowledged}. Added pieces: ${(await countPieces()) - before}.`)
  await stop()
}

/** Sends a request at once, on any connection. @returns its status, or `failed` */
async function sendAtOnce(url: string, bytes: Buffer): Promise<string> {
  const [head = '', body = ''] = bytes.toString().split('\r\n\r\n')
  const [first = '', , authorization = ''] = head.split('\r\n')
  const [method = 'GET', path = ''] = first.split(' ')
  const headers = { Authorization: authorization.replace('Authorization: ', ''), 'Content-Type': 'application/json' }
  try {
    const answer = await fetch(url + path, { method, headers, ...(body && { body }) })
    await answer.text()
    return String(answer.status)
  } catch {
    return 'failed'
  }
}

const { TEST_CITUS_URL = '', TEST_POSTGRES_URL } = process.env
const nodes = await findNodes(TEST_CITUS_URL)
if (values.fault) await withFault(nodes, values.fault, values.repair)
else {
  const rows = TEST_POSTGRES_URL ? [await measure('PostgreSQL', [TEST_POSTGRES_URL], false)] : []
  for (let count = 1; count <= nodes.length; count++) {
    rows.push(await measure(`Citus, ${count} nodes`, nodes.slice(0, count), true))
  }
  console.table(rows)
}
