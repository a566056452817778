/** Links to carts that the shop makes, and browsers that open links. */

import assert from 'node:assert/strict'
import { CART_LINKS } from '../../../src/api-paths.ts'
import { recordSecret } from '../runner/logs.ts'
import type { Answer, Callable, TestService } from '../service/service.ts'
import { cookieOf } from '../web-checkout/checkout.ts'

/** Asks for a link. */
export async function askForLink(service: TestService, body: object): Promise<Answer> {
  const token = await service.token('admin', { scope: 'carts:write' })
  return service.call('POST', CART_LINKS, { token, body })
}

/** Makes a link. @returns its path and query */
export async function makeLink(service: TestService, body: object): Promise<string> {
  const { status, json, text } = await askForLink(service, body)
  assert.equal(status, 201, text)
  const { pathname, search, searchParams } = new URL((json as { data: { url: string } }).data.url)
  recordSecret(searchParams.get('c') ?? '')
  return `${pathname}${search}`
}

/** Opens a link as a browser does, again while it cannot be opened because other requests keep the database busy. */
export async function open(
  service: Pick<Callable, 'call'>,
  link: string,
  cookie?: string,
  headers = {},
): Promise<Answer> {
  for (let attempts = 0; ; attempts++) {
    const opened = await service.call('GET', link, {
      headers: { ...headers, ...(cookie !== undefined && { Cookie: cookie }) },
    })
    if (opened.headers.get('location') !== '/sepet?continue=unavailable' || attempts === 50) return opened
  }
}

/** Opens a link in a browser without a session. @returns the cookie of the session that begins */
export async function openAsNewGuest(service: Pick<Callable, 'call'>, link: string): Promise<string> {
  const opened = await open(service, link)
  assertLeadsTo(opened, '/sepet')
  const cookie = cookieOf(opened)
  assert.ok(cookie)
  return cookie
}

/** Asserts the redirect of a link. */
export function assertLeadsTo({ status, headers, text }: Answer, location: string): void {
  assert.deepEqual([headers.get('location'), text], [location, ''])
  assert.ok([302, 303].includes(status), String(status))
  assert.deepEqual([headers.get('cache-control'), headers.get('referrer-policy')], ['no-store', 'no-referrer'])
}

/** Asserts that a link has not opened: a redirect that tells why, and no cookie. */
export function assertDead(answer: Answer, failure: 'gone' | 'closed' | 'unavailable' = 'gone'): void {
  assertLeadsTo(answer, `/sepet?continue=${failure}`)
  assert.equal(answer.headers.get('set-cookie'), null)
}
