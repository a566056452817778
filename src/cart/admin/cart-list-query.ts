/** Query parameters of the list of carts: a range of times, the kind of owner, and the page. */

import Type from 'typebox'
import { parseInstant } from '../../schema/instants.ts'
import { firstPage, type KeysetQuery, keysetParameters, keysetReaders } from '../../schema/keyset.ts'
import { type ParameterReaders, readParameters } from '../../schema/parameters.ts'

const KINDS = ['member', 'guest', 'ucp'] as const
/** The kind of a cart's owner; `ucp` is of carts that agents have filled. */
export type OwnerKind = (typeof KINDS)[number]

/** The query of a list, with defaults. Times are milliseconds since the epoch. */
export interface CartListQuery extends KeysetQuery {
  /** Carts that changed at this time or later. */
  changedAfter: number | undefined
  /** Carts that changed before this time. */
  changedBefore: number | undefined
  /** Undefined for members and guests. */
  kind: OwnerKind | undefined
  /** The filters as they were given, which the next page keeps. */
  filters: Record<string, string>
}

const TIME = 'a time in ISO 8601 with an offset, such as 2026-11-21T09:00:00Z; a query writes + as %2B'

/** Parameters of the list, for the API description; `readCartListQuery` validates them. */
export const CartListParameters = Type.Object({
  'filter[changedAfter]': Type.Optional(
    Type.String({ format: 'date-time', description: 'carts that changed at this time or later' }),
  ),
  'filter[changedBefore]': Type.Optional(
    Type.String({ format: 'date-time', description: 'carts that changed before this time' }),
  ),
  'filter[kind]': Type.Optional(
    Type.Enum(KINDS, {
      type: 'string',
      description:
        'the kind of owner, members and guests by default; `ucp` for the carts that shopping agents have filled',
    }),
  ),
  ...keysetParameters,
})

const readers: ParameterReaders<CartListQuery> = {
  'filter[changedAfter]': (text, query) => {
    query.changedAfter = readTime(text)
    query.filters['filter[changedAfter]'] = text
  },
  'filter[changedBefore]': (text, query) => {
    query.changedBefore = readTime(text)
    query.filters['filter[changedBefore]'] = text
  },
  'filter[kind]': (text, query) => {
    query.kind = readKind(text)
    query.filters['filter[kind]'] = text
  },
  ...keysetReaders(['number', 'string']),
}

/**
 * Reads the parameters of the list.
 * @throws Refusal 400 naming the parameters that are unknown, repeated or invalid
 */
export function readCartListQuery(given: unknown): CartListQuery {
  const all = { changedAfter: undefined, changedBefore: undefined, kind: undefined, filters: {} }
  return readParameters(given, readers, { ...firstPage, ...all })
}

function readTime(text: string): number {
  const time = parseInstant(text)
  if (time === null) throw new Error(TIME)
  return time
}

function readKind(text: string): OwnerKind {
  const kind = KINDS.find(each => each === text)
  if (!kind) throw new Error(KINDS.join(' or '))
  return kind
}
