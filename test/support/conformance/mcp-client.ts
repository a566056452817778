/** The newest official client of the Model Context Protocol, in each way in which it agrees on a version: it fills a cart by every tool. */

import assert from 'node:assert/strict'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { UCP_MCP } from '../../../src/api-paths.ts'
import { startSampleShop } from '../docs/examples.ts'
import type { TestService } from '../service/service.ts'
import { awaitProfile, listing, startPlatform } from '../ucp/platform.ts'
import type { Judge, JudgedCase, Verdict } from './judge.ts'
import { packageOf } from './program.ts'

const PACKAGE = '@modelcontextprotocol/client'
const NEWEST = '2026-07-28'

type Mode = NonNullable<NonNullable<ClientOptions['versionNegotiation']>['mode']>

/** How a client agrees on a version, and the version that it must be. */
interface Negotiation {
  name: string
  mode: Mode
  version: string
}

const NEGOTIATIONS: readonly Negotiation[] = [
  { name: 'automatic', mode: 'auto', version: NEWEST },
  { name: `pinned to ${NEWEST}`, mode: { pin: NEWEST }, version: NEWEST },
  { name: 'by initialize', mode: 'legacy', version: '2025-11-25' },
]

/** One judge for each way. */
export const mcpClient: readonly Judge[] = NEGOTIATIONS.map(negotiation => ({
  name: `MCP, the official client, version ${negotiation.name}`,
  run: () => judge(negotiation),
}))

async function judge(negotiation: Negotiation): Promise<Verdict> {
  const platform = await startPlatform()
  const service = await startSampleShop(listing(platform))
  try {
    await awaitProfile(service, platform.profile)
    return { by: packageOf(PACKAGE), cases: await casesOf(service, negotiation, platform.profile), notApplicable: [] }
  } finally {
    await service.stop()
    await platform.stop()
  }
}

/** Runs the steps, each of which needs those before it: the first that fails is the last. */
async function casesOf(service: TestService, negotiation: Negotiation, profile: string): Promise<JudgedCase[]> {
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: negotiation.mode } })
  const cases: JudgedCase[] = []
  const step = async (name: string, run: () => Promise<void>) => {
    if (cases.some(({ failure }) => failure !== undefined)) return
    const failure = await run().then(
      () => undefined,
      (error: unknown) => String(error),
    )
    cases.push({ name, ...(failure !== undefined && { failure }) })
  }
  await step('connect', async () => {
    await client.connect(new StreamableHTTPClientTransport(new URL(UCP_MCP, service.url)))
    assert.equal(client.getNegotiatedProtocolVersion(), negotiation.version)
    assert.equal(client.getServerVersion()?.name, 'sepet')
  })
  await step('tools/list', async () => {
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    for (const name of TOOLS) assert.ok(names.includes(name), name)
  })
  await fillCart(step, async (name, given) => {
    const meta = { 'ucp-agent': { profile } }
    const { structuredContent, isError } = await client.callTool({ name, arguments: { meta, ...given } })
    assert.notEqual(isError, true)
    return structuredContent as ToolAnswer
  })
  await step('close', () => client.close())
  return cases
}

const TOOLS = [
  'create_cart',
  'get_cart',
  'update_cart',
  'cancel_cart',
  'search_catalog',
  'lookup_catalog',
  'get_product',
] as const

interface ToolAnswer {
  ucp: { status: string }
  id?: string
  line_items?: { item: { id: string }; quantity: number }[]
  products?: { id: string; variants: { id: string }[] }[]
  product?: { id: string }
  messages?: { code: string }[]
}

type Step = (name: string, run: () => Promise<void>) => Promise<void>
type CallTool = (name: (typeof TOOLS)[number], given: object) => Promise<ToolAnswer>

/** Finds linen, makes a cart of it, changes it, reads it and cancels it. */
async function fillCart(step: Step, call: CallTool): Promise<void> {
  let item = ''
  let id = ''
  const lines = (quantity: number) => ({ line_items: [{ item: { id: item }, quantity }] })
  const linesOf = ({ line_items = [] }: ToolAnswer) =>
    line_items.map(({ item: { id: each }, quantity }) => [each, quantity])
  await step('search_catalog', async () => {
    const { products = [] } = await call('search_catalog', { catalog: { query: 'keten kumaş' } })
    item = products[0]?.variants[0]?.id ?? ''
    assert.notEqual(item, '')
  })
  await step('lookup_catalog', async () => {
    const { products = [] } = await call('lookup_catalog', { catalog: { ids: [item] } })
    assert.deepEqual(
      products.map(({ variants }) => variants.map(each => each.id)),
      [[item]],
    )
  })
  await step('get_product', async () => {
    assert.equal((await call('get_product', { catalog: { id: item } })).product?.id, item)
  })
  await step('create_cart', async () => {
    const made = await call('create_cart', { cart: lines(2) })
    id = made.id ?? ''
    assert.deepEqual(linesOf(made), [[item, 2]])
  })
  await step('update_cart', async () => {
    assert.deepEqual(linesOf(await call('update_cart', { id, cart: lines(3) })), [[item, 3]])
  })
  await step('get_cart', async () => assert.deepEqual(linesOf(await call('get_cart', { id })), [[item, 3]]))
  await step('cancel_cart', async () => {
    assert.equal((await call('cancel_cart', { id })).ucp.status, 'success')
    const { ucp, messages } = await call('get_cart', { id })
    assert.deepEqual([ucp.status, messages?.[0]?.code], ['error', 'not_found'])
  })
}
