/** Reads what the phone asks of the catalogue: the next page, or certain products, priced for a guest or a member. */

import { Refusal } from '../errors.ts'

/** How many products a page holds, and how many may be asked for by id. */
export const PAGE = 60

export interface CatalogueQuery {
  /** The last product of the page before. */
  afterId: number
  /** Instead of a page. */
  ids: number[] | null
  /** Whose prices; null for a guest's. */
  customerId: number | null
}

/** @throws Refusal 400 naming the parameter that is no id */
export function readCatalogueQuery({ after, ids, customerId }: Record<string, unknown>): CatalogueQuery {
  return {
    afterId: after === undefined ? 0 : readId('after', after),
    ids: ids === undefined ? null : readIds(ids),
    customerId: customerId === undefined ? null : readId('customerId', customerId),
  }
}

function readIds(value: unknown): number[] {
  const texts = String(value).split(',')
  if (texts.length > PAGE) throw unreadable('ids', `at most ${PAGE} ids`)
  return texts.map(text => readId('ids', text))
}

function readId(parameter: string, value: unknown): number {
  const id = Number(value)
  if (/^[1-9]\d*$/.test(String(value)) && Number.isSafeInteger(id)) return id
  throw unreadable(parameter, 'an id')
}

function unreadable(parameter: string, rule: string): Refusal {
  return new Refusal({ code: 'parameter_invalid', parameter, detail: `${parameter} must be ${rule}.` })
}
