/** Carts that an agent fills for a buyer, and browsers that open their links. */

import assert from 'node:assert/strict'
import { recordSecret } from '../runner/logs.ts'
import type { Answer, Callable } from '../service/service.ts'
import { cookieOf } from '../web-checkout/checkout.ts'
import { type AgentPlatform, untilServed } from './platform.ts'

const CARTS = '/ucp/v1/carts'

/** What sends requests to a service. */
type Caller = Pick<Callable, 'call'>

/** A cart of an agent. */
export interface AgentCart {
  id: string
  /** Path and query of its link. */
  link: string
  /** Its link as the agent gives it to the buyer. */
  url: string
  /** Sends lines, as `item id×quantity`, and coupon codes in place of those before. */
  update: (lines: readonly string[], codes?: readonly string[]) => Promise<Answer>
  read: () => Promise<Answer>
  cancel: () => Promise<Answer>
}

/** Creates a cart of an agent, whose requests are sent until they are served. @param lines such as `101×2` and `102-1021×1` */
export async function createAgentCart(
  service: Caller,
  platform: AgentPlatform,
  lines: readonly string[],
  codes?: readonly string[],
): Promise<AgentCart> {
  const call = (method: string, path: string, body?: object) =>
    untilServed(() =>
      service.call(method, `${CARTS}${path}`, { ...(body && { body }), headers: { 'UCP-Agent': platform.agent } }),
    )
  const created = await call('POST', '', formOf(lines, codes))
  assert.equal(created.status, 201, created.text)
  const { id, continue_url: url } = created.json as { id: string; continue_url: string }
  const { pathname, search, searchParams } = new URL(url)
  for (const secret of [id, searchParams.get('c') ?? '']) recordSecret(secret)
  return {
    id,
    link: `${pathname}${search}`,
    url,
    update: (newLines, newCodes) => call('PUT', `/${id}`, formOf(newLines, newCodes)),
    read: () => call('GET', `/${id}`),
    cancel: () => call('POST', `/${id}/cancel`),
  }
}

function formOf(lines: readonly string[], codes?: readonly string[]): object {
  const items = lines.map(line => {
    const [id, quantity] = line.split('×')
    return { item: { id }, quantity: Number(quantity) }
  })
  return { line_items: items, ...(codes && { discounts: { codes } }) }
}

/** Opens a link as a browser does. */
export function openLink(service: Caller, { link }: Pick<AgentCart, 'link'>, cookie?: string, headers = {}) {
  return service.call('GET', link, { headers: { ...headers, ...(cookie !== undefined && { Cookie: cookie }) } })
}

/** Opens a link, again while it could not be opened because other requests kept the database busy: nothing was brought. */
export async function openWhenFree(service: Caller, cart: Pick<AgentCart, 'link'>, cookie?: string): Promise<Answer> {
  for (;;) {
    const opened = await openLink(service, cart, cookie)
    if (opened.headers.get('location') !== '/sepet?continue=unavailable') return opened
  }
}

/** Opens a link in a browser without a session. @returns the cookie of the session that begins */
export async function openAsNewGuest(service: Caller, cart: Pick<AgentCart, 'link'>): Promise<string> {
  const opened = await openLink(service, cart)
  assertOpened(opened)
  const cookie = cookieOf(opened)
  assert.ok(cookie)
  return cookie
}

/** Asserts that a link has opened: a redirect to the default path. */
export function assertOpened(answer: Answer): void {
  assert.deepEqual([answer.status, answer.headers.get('location'), answer.text], [302, '/sepet', ''])
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
}

/** Asserts that a link has not opened: a redirect that tells why, and no cookie. */
export function assertNotOpened(answer: Answer, failure: 'gone' | 'closed' | 'unavailable'): void {
  const { status, headers, text } = answer
  assert.deepEqual([status, headers.get('location'), text], [302, `/sepet?continue=${failure}`, ''])
  assert.equal(headers.get('set-cookie'), null)
  assert.equal(headers.get('cache-control'), 'no-store')
}
