/** Filters of a request: the range of prices, and messages about those that are ignored. */

import { isObject } from '../../schema/is-object.ts'
import type { Filtering } from './catalogue.schema.ts'
import type { PriceRange } from './price-range.ts'

/** Information for the platform. */
export interface Info {
  type: 'info'
  code: 'not_found' | 'filter_ignored'
  content: string
  path?: string
}

/** What a request narrows its answer down to. */
export interface Narrowing {
  /** Null for every price. */
  prices: PriceRange | null
  messages: Info[]
}

/** Maximum number of ignored filters that an answer names. */
const MAX_NAMED = 20

/**
 * Returns what counts of a request's filters.
 * @param body the body as it came, which has the names of the other filters
 * @param currencyCode the shop's: prices of another currency are not compared
 */
export function readFilters({ filters, context }: Filtering, body: unknown, currencyCode: string): Narrowing {
  const others = namesOfFilters(body).filter(name => name !== 'price')
  const messages = others
    .slice(0, MAX_NAMED)
    .map(name => ignored(`$.filters${stepTo(name)}`, 'There is no such filter.'))
  const price = filters?.price
  const { currency = currencyCode } = context ?? {}
  if (price === undefined || currency.toUpperCase() === currencyCode) return { prices: price ?? null, messages }
  const content = `Prices are in ${currencyCode}: a range in another currency is not compared with them.`
  return { prices: null, messages: [ignored('$.filters.price', content), ...messages] }
}

function namesOfFilters(body: unknown): string[] {
  return isObject(body) && isObject(body.filters) ? Object.keys(body.filters) : []
}

function stepTo(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}

function ignored(path: string, content: string): Info {
  return { type: 'info', code: 'filter_ignored', path, content }
}
