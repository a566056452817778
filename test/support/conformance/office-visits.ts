/** What a person does in the office after a sign-in, and what has come of it. */

import { BrowserClient } from '../office/browser-client.ts'
import type { ProvidedOffice } from '../office/office.ts'

const MINUTE = 60_000
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** A person who has signed in. */
export interface Visit {
  office: ProvidedOffice
  browser: BrowserClient
  /** Lets the clock of the office go on. @returns its time in milliseconds since the epoch */
  wait: (ms: number) => number
}

const statusOf = async ({ url }: ProvidedOffice, browser: BrowserClient): Promise<number> =>
  (await browser.fetch(`${url}/office/session`)).status

/** Replaces the provider's key, signs a second browser in, and logs the person out at the provider. */
export async function endAtProvider({ office, browser, wait }: Visit): Promise<string> {
  const { provider, url } = office
  await provider.replaceKey()
  const other = new BrowserClient()
  const again = (await other.open(`${url}/office`)).url === `${url}/office` ? 'signs in again' : 'signs in no more'
  await provider.replaceKey()
  const iat = Math.floor(wait(3_000) / 1000)
  const logout_token = await provider.logoutToken({ sub: provider.account.id, iat, exp: iat + 60 })
  const body = new URLSearchParams({ logout_token }).toString()
  await browser.fetch(`${url}/office/sign-in/backchannel-logout`, { method: 'POST', body, headers: FORM })
  const statuses = [await statusOf(office, browser), await statusOf(office, other)]
  const ended = statuses.every(status => status === 401)
  return `${again}; ${ended ? 'the provider’s logout ends both sessions' : `the sessions have ${statuses.join(' and ')}`}`
}

/** Changes the rights of the person, and reads them sixteen minutes later. */
export async function renewRights({ office, browser, wait }: Visit): Promise<string> {
  const { provider, url } = office
  provider.account = { ...provider.account, claims: { roles: ['carts:read'] } }
  wait(16 * MINUTE)
  const { status, text } = await browser.fetch(`${url}/office/session`)
  if (status !== 200) return `the session ends with ${status}`
  return JSON.parse(text).scopes[0] === 'carts:read' ? 'rights are read again' : 'rights are those of the sign-in'
}

/** Signs out. */
export async function signOut({ office, browser }: Visit): Promise<string> {
  const { status, text } = await browser.fetch(`${office.url}/office/sign-out`, { method: 'POST' })
  if (status > 299) return `signing out has ${status}`
  if (text.includes(office.provider.issuer)) return 'signing out leads to the provider'
  return (await statusOf(office, browser)) === 401 ? 'signing out ends the session here' : 'the session goes on'
}
