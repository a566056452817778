/** Codes of campaigns as a back office makes and reads them. */

import assert from 'node:assert/strict'
import type { Answer } from '../service/service.ts'
import { type CallPromotions, campaign, campaignPath, type Fields, recordOf } from './promotions.ts'

/** A code of the list. */
export interface Code extends Fields {
  code: string
  batch: string | null
  active: boolean
  uses: { completed: number; held: number }
}

/** Codes that were made. */
export interface Made {
  batch: string
  count: number
}

/** A page of a list with its cursor. */
export interface CodePage {
  data: Code[]
  links: { next: string | null }
}

/** The path of the codes of a campaign. */
export function codesPath(id: number, filters: Record<string, string | number> = {}): string {
  const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))
  return `${campaignPath(id)}/codes${query.size > 0 ? `?${query}` : ''}`
}

/** Creates a campaign that takes coupons. */
export async function createBindable(call: CallPromotions, id: number, fields: object = {}): Promise<void> {
  const body = campaign({ couponBound: true, reward: { type: 'percent', value: '10' }, ...fields })
  recordOf(await call('PUT', campaignPath(id), body), 201)
}

/** Makes codes. @throws AssertionError unless they are made */
export async function makeCodes(call: CallPromotions, id: number, order: object): Promise<Made> {
  return madeOf(await call('POST', codesPath(id), order))
}

/** The codes that an answer has made. @throws AssertionError for another answer */
export function madeOf(answer: Answer): Made {
  return recordOf(answer, 201) as unknown as Made
}

/** Reads all codes of a campaign, page by page. */
export async function readCodes(
  call: CallPromotions,
  id: number,
  filters: Record<string, string | number> = {},
): Promise<Code[]> {
  const codes: Code[] = []
  for (let path: string | null = codesPath(id, { limit: 200, ...filters }); path !== null; ) {
    const page: CodePage = await readPage(call, path)
    codes.push(...page.data)
    path = page.links.next?.replace('http://shop.test', '') ?? null
  }
  return codes
}

/** Reads a page of codes. */
export async function readPage(call: CallPromotions, path: string): Promise<CodePage> {
  const answer = await call('GET', path)
  assert.equal(answer.status, 200, answer.text)
  return answer.json as CodePage
}
