/** Query parameters of the list of checkouts: states, owner, a range of times, and the page. */

import Type from 'typebox'
import { cartIdOf, parseSubject } from '../auth/identity.ts'
import { OwnerSubject, subjectRule } from '../auth/subject.schema.ts'
import { parseInstant } from '../schema/instants.ts'
import { firstPage, type KeysetQuery, keysetParameters, keysetReaders } from '../schema/keyset.ts'
import { integerUpTo, type ParameterReaders, type ReadParameter, readParameters } from '../schema/parameters.ts'
import { CHECKOUT_STATES, type CheckoutState } from './checkout-state.ts'

/** The filters of a list; a checkout must match each that is given. Times are milliseconds since the epoch. */
export interface CheckoutFilters {
  /** Checkouts in one of these states. */
  states?: readonly CheckoutState[]
  /** `member:42` or `guest:<uuid>`, as stored. */
  subject?: string
  customerId?: number
  /** Checkouts that were held at this time or later. */
  heldAfter?: number
  /** Checkouts that were held before this time. */
  heldBefore?: number
}

/** The query of a list, with defaults. */
export interface CheckoutListQuery extends KeysetQuery {
  filters: CheckoutFilters
  /** The filters as they were given, which the next page keeps. */
  given: Record<string, string>
}

const STATE = `(${CHECKOUT_STATES.join('|')})`
const STATES = `states out of ${CHECKOUT_STATES.join(', ')}, separated by commas`
const TIME = 'a time in ISO 8601 with an offset, such as 2026-11-21T09:00:00Z; a query writes + as %2B'

const time = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

/** Parameters of the list, for the API description; `readCheckoutListQuery` validates them. */
export const CheckoutListParameters = Type.Object({
  'filter[state]': Type.Optional(
    Type.String({ pattern: `^${STATE}(,${STATE})*$`, description: STATES, examples: ['held,expired'] }),
  ),
  'filter[subject]': Type.Optional(OwnerSubject),
  'filter[customerId]': Type.Optional(
    Type.Integer({ format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'the customer' }),
  ),
  'filter[heldAfter]': time('checkouts that were held at this time or later'),
  'filter[heldBefore]': time('checkouts that were held before this time'),
  ...keysetParameters,
})

const readers: ParameterReaders<CheckoutListQuery> = {
  'filter[state]': filter('state', (text, filters) => {
    filters.states = readStates(text)
  }),
  'filter[subject]': filter('subject', (text, filters) => {
    filters.subject = readSubject(text)
  }),
  'filter[customerId]': filter('customerId', (text, filters) => {
    filters.customerId = integerUpTo(Number.MAX_SAFE_INTEGER, text)
  }),
  'filter[heldAfter]': filter('heldAfter', (text, filters) => {
    filters.heldAfter = readTime(text)
  }),
  'filter[heldBefore]': filter('heldBefore', (text, filters) => {
    filters.heldBefore = readTime(text)
  }),
  ...keysetReaders(['number', 'string']),
}

/** Creates the reader of a filter, whose text the next page keeps. */
function filter(name: string, read: ReadParameter<CheckoutFilters>): ReadParameter<CheckoutListQuery> {
  return (text, query) => {
    read(text, query.filters)
    query.given[`filter[${name}]`] = text
  }
}

/**
 * Reads the parameters of the list.
 * @throws Refusal 400 naming the parameters that are unknown, repeated or invalid
 */
export function readCheckoutListQuery(given: unknown): CheckoutListQuery {
  return readParameters(given, readers, { ...firstPage, filters: {}, given: {} })
}

function readStates(text: string): CheckoutState[] {
  const states = text.split(',').map(each => CHECKOUT_STATES.find(state => state === each))
  if (!states.every(state => state !== undefined)) throw new Error(STATES)
  return [...new Set(states)]
}

function readSubject(text: string): string {
  const identity = parseSubject(text)
  if (identity?.kind !== 'member' && identity?.kind !== 'guest') throw new Error(subjectRule)
  return cartIdOf(identity)
}

function readTime(text: string): number {
  const instant = parseInstant(text)
  if (instant === null) throw new Error(TIME)
  return instant
}
