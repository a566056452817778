/** Query of the list of carts: a range of times, the kind of owner, and the page. */

import { keyset } from '../../schema/keyset.ts'
import { defineQuery, time, word, wordOf } from '../../schema/list-query.ts'

const KINDS = ['member', 'guest', 'ucp'] as const
/** The kind of a cart's owner; `ucp` is of carts that agents have filled. */
export type OwnerKind = (typeof KINDS)[number]

/** The parameters of the list. */
export const cartListQuery = defineQuery({
  'filter[changedAfter]': time('carts that changed at this time or later'),
  'filter[changedBefore]': time('carts that changed before this time'),
  'filter[kind]': wordOf(
    KINDS,
    'the kind of owner, members and guests by default; `ucp` for the carts that shopping agents have filled',
  ),
  include: word('value', {
    description:
      'adds `value` to each row: what the cart is worth now. A page has at most 50 rows then, whatever its `limit` says',
  }),
  ...keyset('number', 'string'),
})

/** A query of the list. */
export type CartListQuery = ReturnType<typeof cartListQuery.read>
