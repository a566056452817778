/** The command `ucp` as a judge: it plays the platform, whose profile it has written itself, against a running Sepet, in one version of the protocol. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { UCP_VERSIONS, type UcpVersion } from '../../../src/ucp/versions.ts'
import { freePort } from '../service/test-server.ts'
import { startService } from '../service/service.ts'
import { linesOf, messagesOf } from '../ucp/carts.ts'
import { awaitProfile, listing, profileText, startPlatform } from '../ucp/platform.ts'
import { assertConforms, type SchemaName } from '../ucp/schemas.ts'
import type { Judge, JudgedCase, Verdict } from './judge.ts'

const require = createRequire(import.meta.url)
const COMMAND = require.resolve('@shopify/ucp-cli').replace(/index\.js$/, 'bin.js')
const { version: RELEASE } = JSON.parse(readFileSync(join(dirname(COMMAND), '../package.json'), 'utf8')) as {
  version: string
}
/** No profile of a platform is of this version that Sepet would speak. */
const UNSPOKEN = '2026-01-23'

/** What the command has printed. */
interface Printed {
  exitCode: number
  json: Record<string, unknown>
}

/** Runs the command for the business. */
type Ucp = (...parameters: string[]) => Promise<Printed>

const notApplicable = [
  { name: 'REST', why: 'the command calls over MCP alone' },
  ...['checkout', 'order'].map(name => ({ name, why: 'Sepet has no checkout and no orders for agents' })),
]

/** One judge for each version. */
export const ucpCliJudges: readonly Judge[] = UCP_VERSIONS.map(version => ({
  name: `UCP ${version}, a platform’s calls`,
  run: () => judge(version),
}))

async function judge(version: UcpVersion): Promise<Verdict> {
  const home = mkdtempSync(join(tmpdir(), 'sepet-ucp-'))
  const platform = await startPlatform()
  const port = String(await freePort())
  const business = `http://127.0.0.1:${port}`
  const service = await startService('sqlite', {
    ...listing(platform),
    ...{ PORT: port, PUBLIC_URL: business, UCP_RATE_LIMIT: '0' },
  })
  try {
    const own = `${platform.origin}/own`
    const made = await run(home, ['profile', 'init', '--name', 'own', '--version', version, '--profile-url', own])
    assert.equal(made.exitCode, 0, JSON.stringify(made.json))
    const written = readFileSync(join(home, 'profiles/own/profile.json'), 'utf8')
    const unspoken = profileText(undefined, { version: UNSPOKEN })
    platform.answer((request, response) => {
      const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'max-age=86400' }
      response.writeHead(200, headers).end(request.url === '/own' ? written : unspoken)
    })
    for (const profile of [own, `${platform.origin}/unspoken`]) await awaitProfile(service, profile)
    const ucp: Ucp = (...parameters) => run(home, [...parameters, '--business', business, '--profile', 'own'])
    const cases = await runCases(casesOf(version, ucp, `${platform.origin}/unspoken`))
    return { by: `@shopify/ucp-cli ${RELEASE}`, cases, notApplicable }
  } finally {
    await service.stop()
    await platform.stop()
    rmSync(home, { recursive: true })
  }
}

/** Runs the command without access to other machines, and with a home of its own. */
function run(home: string, parameters: string[]): Promise<Printed> {
  const env = {
    PATH: process.env.PATH,
    ...{ HOME: home, UCP_HOME: home, UCP_TEST_ALLOW_INSECURE_LOCALHOST: 'true' },
    ...{ HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' },
  }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [COMMAND, ...parameters, '--format', 'json'], { env }, (error, output, errors) => {
      if (error && typeof error.code !== 'number') return reject(error)
      if (!output.trimStart().startsWith('{')) return reject(new Error(`${parameters.join(' ')}: ${output}${errors}`))
      resolve({ exitCode: Number(error?.code ?? 0), json: JSON.parse(output) as Printed['json'] })
    })
  })
}

type Case = readonly [name: string, check: () => Promise<void>]

async function runCases(cases: readonly Case[]): Promise<JudgedCase[]> {
  const judged: JudgedCase[] = []
  for (const [name, check] of cases) {
    judged.push(
      await check().then(
        () => ({ name }),
        (error: Error) => ({ name, failure: error.message }),
      ),
    )
  }
  return judged
}

/** The cases in their order: those of the cart are about one cart. */
function casesOf(version: UcpVersion, ucp: Ucp, unspoken: string): Case[] {
  let id = ''
  const taken = async (kind: SchemaName, ...parameters: string[]) => {
    const { exitCode, json } = await ucp(...parameters)
    assert.equal(exitCode, 0, JSON.stringify(json))
    return answerOf(version, kind, json)
  }
  return [
    ['discover', () => discovers(version, ucp)],
    [
      'catalog search',
      async () => {
        const { products } = await taken('search', 'catalog', 'search', '--set', '/query=keten')
        assert.deepEqual(
          (products as { id: string }[]).map(each => each.id),
          ['101'],
        )
      },
    ],
    [
      'catalog lookup',
      async () => {
        const { products } = await taken('lookup', 'catalog', 'lookup', '--input', input({ ids: ['101', '105'] }))
        assert.equal((products as object[]).length, 2)
      },
    ],
    [
      'catalog get_product',
      async () => {
        const { product } = await taken('product', 'catalog', 'get_product', '101')
        assert.equal((product as { id: string }).id, '101')
      },
    ],
    [
      'cart create',
      async () => {
        const cart = await taken('cart', 'cart', 'create', '--input', input({ line_items: linesOf('101×2', 'x×1') }))
        assert.deepEqual(
          [quantitiesOf(cart), messagesOf(cart)],
          [[2], ['error item_unavailable $.line_items[1].item.id']],
        )
        id = String(cart.id)
      },
    ],
    ['cart get', async () => assert.deepEqual(quantitiesOf(await taken('cart', 'cart', 'get', id)), [2])],
    [
      'cart update',
      async () => {
        const cart = await taken(
          'cart',
          'cart',
          'update',
          id,
          '--input',
          input({ line_items: linesOf('101×1', '105×3') }),
        )
        assert.deepEqual([cart.id, quantitiesOf(cart)], [id, [1, 3]])
      },
    ],
    ['cart cancel', async () => assert.equal((await taken('cart', 'cart', 'cancel', id)).id, id)],
    [
      'cart get of a cancelled cart',
      async () => {
        assert.deepEqual(messagesOf(answerOf(version, 'error', (await ucp('cart', 'get', id)).json)), [
          'error not_found',
        ])
      },
    ],
    [
      'a version that Sepet does not speak',
      async () => {
        const { exitCode, json } = await ucp('cart', 'get', id, '--profile-url', unspoken)
        assert.notEqual(exitCode, 0)
        const said = JSON.stringify(json)
        for (const text of ['version_unsupported', ...UCP_VERSIONS]) assert.ok(said.includes(text), said)
      },
    ],
  ]
}

async function discovers(version: UcpVersion, ucp: Ucp): Promise<void> {
  const { exitCode, json } = await ucp('discover')
  assert.equal(exitCode, 0, JSON.stringify(json))
  const { protocol, negotiated, expectedCapabilities } = json.result as Record<string, Record<string, unknown>>
  assert.equal(protocol?.version, version)
  assert.ok(negotiated?.['dev.ucp.shopping'])
  const names = ['cart', 'catalog.lookup', 'catalog.search', 'discount'].map(name => `dev.ucp.shopping.${name}`)
  assert.deepEqual(
    names.filter(name => !(expectedCapabilities as unknown as string[]).includes(name)),
    [],
  )
}

/** The command prints the members of an answer in two places. @throws AssertionError for an answer that breaks the protocol */
function answerOf(version: UcpVersion, kind: SchemaName, { ucp, result }: Printed['json']): Record<string, unknown> {
  const answer = { ucp, ...(result as object) }
  assertConforms(kind, answer)
  assert.equal((ucp as { version?: string }).version, version)
  return answer
}

function input(body: object): string {
  return JSON.stringify(body)
}

function quantitiesOf(cart: Record<string, unknown>): number[] {
  return (cart.line_items as { quantity: number }[]).map(({ quantity }) => quantity)
}
