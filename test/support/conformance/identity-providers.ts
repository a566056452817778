/** Judges of Sepet's sign-in and of its access tokens: `oidc-provider` in the set-ups of other providers. */

import { BrowserClient, withoutCallback } from '../office/browser-client.ts'
import { account, type ProvidedOffice, startProvidedOffice } from '../office/office.ts'
import type { Judge, JudgedCase } from './judge.ts'
import type { OfficeSetUp } from './office-set-up.ts'
import { officeSetUps } from './office-set-ups.ts'
import { tokenOutcomeOf } from './token-outcome.ts'
import { tokenSetUps } from './token-set-ups.ts'

const BY = 'oidc-provider 9.13.3'

/** Judges the sign-in of the staff. */
export const officeProviders: Judge = {
  name: 'OpenID Connect, sign-in to the office',
  run: async () => ({ by: BY, cases: await judge(officeSetUps, officeOutcomeOf), notApplicable: [] }),
}

/** Judges the access tokens of customers and programs. */
export const tokenProviders: Judge = {
  name: 'OAuth 2.0, access tokens',
  run: async () => ({ by: BY, cases: await judge(tokenSetUps, tokenOutcomeOf), notApplicable: [] }),
}

interface SetUp {
  name: string
  outcome: string
}

async function judge<S extends SetUp>(setUps: readonly S[], outcomeOf: (setUp: S) => Promise<string>) {
  const cases: JudgedCase[] = []
  for (const setUp of setUps) {
    const { name, outcome: expected } = setUp
    const outcome = await outcomeOf(setUp).catch(error => `the judge failed: ${error}`)
    cases.push(outcome === expected ? { name } : { name, failure: `${outcome}, not ${expected}` })
  }
  return cases
}

async function officeOutcomeOf(setUp: OfficeSetUp): Promise<string> {
  let offset = 0
  const now = () => Date.now() + offset
  const office = await startProvidedOffice('sqlite', {}, { ...setUp.options, now })
  const browser = new BrowserClient()
  try {
    office.provider.account = account({ name: 'Derya Çelik', roles: ['customers:read'] })
    await setUp.prepare?.(office.provider)
    const refusal = await signIn(office, browser, setUp)
    if (refusal !== undefined) return refusal
    const wait = (ms: number) => {
      offset += ms
      return now()
    }
    const further = await setUp.next?.({ office, browser, wait })
    return ['signs in', ...(further === undefined ? [] : [further])].join('; ')
  } finally {
    await office.service.stop()
    await office.provider.stop()
  }
}

/** Signs in. @returns why that failed, and the cause of the log; undefined where it did not */
async function signIn(office: ProvidedOffice, browser: BrowserClient, setUp: OfficeSetUp): Promise<string | undefined> {
  const { answer } = setUp
  const start = `${office.url}/office/sign-in/start`
  const address = answer ? await changedAnswer(office, browser, answer) : start
  const ended = await browser.open(address)
  const problem = new URL(ended.url).searchParams.get('problem')
  if (problem !== null) return `${problem}: ${causeOf(office)}`
  return ended.url === `${office.url}/office`
    ? undefined
    : `${ended.status} at ${ended.url}: ${ended.text.slice(0, 300)}`
}

async function changedAnswer(
  { url }: ProvidedOffice,
  browser: BrowserClient,
  change: (query: URLSearchParams) => void,
): Promise<string> {
  const { headers } = await browser.peek(`${url}/office/sign-in/start`)
  const answered = new URL(await withoutCallback(browser, headers.get('location') ?? '', url))
  change(answered.searchParams)
  return answered.href
}

function causeOf({ service }: ProvidedOffice): string {
  const lines = service.log.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'sign-in failed')
  return lines.at(-1)?.cause ?? 'no cause'
}
