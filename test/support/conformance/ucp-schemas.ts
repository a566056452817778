/** The published JSON Schemas of the Universal Commerce Protocol as a judge: every kind of answer of a running Sepet, over REST and MCP, in one version. */

import assert from 'node:assert/strict'
import type { OperationName } from '../../../src/ucp/operation.ts'
import { UCP_VERSIONS, type UcpVersion } from '../../../src/ucp/versions.ts'
import { startService, type TestService } from '../service/service.ts'
import { ask, callTool, type Question, TRANSPORTS } from '../ucp/ask.ts'
import { linesOf } from '../ucp/carts.ts'
import { type AgentPlatform, awaitProfile, keptForADay, listing, profileText, startPlatform } from '../ucp/platform.ts'
import { type Published, publishedContradiction, sourceOf } from '../ucp/published-schemas.ts'
import type { Judge, JudgedCase, Verdict } from './judge.ts'

/** One judge for each version. */
export const ucpSchemaJudges: readonly Judge[] = UCP_VERSIONS.map(version => ({
  name: `UCP ${version}, schemas of answers`,
  run: () => judge(version),
}))

/** What is asked, and what the answer is. */
type Case = readonly [operation: OperationName, question: Question, kind: Published]

const notApplicable: Record<UcpVersion, Verdict['notApplicable']> = {
  '2026-08-25': [{ name: 'protocol errors over REST', why: 'the version has no schema of them' }],
  '2026-04-08': ['protocol errors over REST', 'messages of JSON-RPC'].map(name => ({
    name,
    why: 'the version has no schema of them',
  })),
}

async function judge(version: UcpVersion): Promise<Verdict> {
  const platform = await startPlatform(keptForADay(version))
  const service = await startService('sqlite', { ...listing(platform), PUBLIC_URL: 'https://shop.test' })
  try {
    await awaitProfile(service, platform.profile)
    const cases = [
      await judgeProfile(version, service),
      ...(await judgeAnswers(version, service, platform)),
      await judgeIncompatible(version, service),
      ...(await judgeMessages(version, service, platform)),
    ]
    return { by: sourceOf(version), cases, notApplicable: notApplicable[version] }
  } finally {
    await service.stop()
    await platform.stop()
  }
}

async function judgeProfile(version: UcpVersion, { call }: TestService): Promise<JudgedCase> {
  const { json } = await call('GET', '/.well-known/ucp')
  const { ucp } = json as { ucp: { version: string; supported_versions: Record<string, string> } }
  const place = ucp.version === version ? undefined : ucp.supported_versions[version]
  const own = place === undefined ? json : (await call('GET', new URL(place).pathname)).json
  return judged(version, 'the profile', 'profile', own)
}

async function judgeAnswers(
  version: UcpVersion,
  service: TestService,
  { profile }: AgentPlatform,
): Promise<JudgedCase[]> {
  const found: JudgedCase[] = []
  for (const transport of TRANSPORTS) {
    const body = { line_items: linesOf('101×2', 'unknown×1', '105×0'), discounts: { codes: ['YAZ10', 'x'] } }
    const created = await ask(service, transport, 'create_cart', { profile, body })
    found.push(judged(version, `create_cart over ${transport}`, 'cart', created.json))
    const id = String(created.json.id)
    for (const [operation, question, kind] of [...ofCart(id), ...ofCatalogue]) {
      const { json } = await ask(service, transport, operation, { profile, ...question })
      found.push(judged(version, `${operation} over ${transport}, ${kind}`, kind, json))
    }
  }
  return found
}

const ofCart = (id: string): Case[] => [
  ['get_cart', { id }, 'cart'],
  ['update_cart', { id, body: { line_items: [] } }, 'cart'],
  ['update_cart', { id, body: { line_items: linesOf('unknown×1') } }, 'error'],
  ['cancel_cart', { id }, 'cart'],
  ['get_cart', { id }, 'error'],
]
const ofCatalogue: Case[] = [
  [
    'search_catalog',
    { body: { query: 'keten', context: { currency: 'EUR' }, filters: { price: { min: 1 } } } },
    'search',
  ],
  ['search_catalog', { body: { filters: { price: { min: 0 } }, pagination: { limit: 1 } } }, 'search'],
  ['lookup_catalog', { body: { ids: ['101', '102', 'unknown'] } }, 'lookup'],
  ['get_product', { body: { id: '102' } }, 'product'],
  ['get_product', { body: { id: 'unknown' } }, 'error'],
]

/** The profile of a platform that has none of the operation's capabilities. */
async function judgeIncompatible(version: UcpVersion, service: TestService): Promise<JudgedCase> {
  const platform = await startPlatform(profileText([], {}, version))
  const peer = await service.startPeer(listing(platform))
  const { json } = await ask(peer, 'REST', 'get_cart', { id: 'x', profile: platform.profile })
  await peer.stop()
  await platform.stop()
  return judged(version, 'an answer without a shared capability', 'error', json)
}

async function judgeMessages(
  version: UcpVersion,
  { call }: TestService,
  { profile }: AgentPlatform,
): Promise<JudgedCase[]> {
  if (version === '2026-04-08') return []
  const meta = { 'ucp-agent': { profile } }
  const found = await callTool(call, { name: 'lookup_catalog', arguments: { meta, catalog: { ids: ['101'] } } })
  const refused = await callTool(call, { name: 'lookup_catalog', arguments: { meta, catalog: { ids: [] } } })
  return [
    judged(version, 'a message with a result', 'result', found.json),
    judged(version, 'a message with an error', 'rpcError', refused.json),
  ]
}

/** An answer of another kind would be judged by a schema that says nothing of it. */
function judged(version: UcpVersion, name: string, kind: Published, json: unknown): JudgedCase {
  try {
    const said = (json as { ucp?: { version?: string; status?: string } }).ucp
    if (said) assert.equal(said.version, version)
    if (said && kind !== 'profile') assert.equal(said.status, kind === 'error' ? 'error' : 'success')
    assert.equal(publishedContradiction(version, kind, json), undefined)
    return { name }
  } catch (error) {
    return { name, failure: (error as Error).message }
  }
}
