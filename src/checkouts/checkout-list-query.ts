/** Query of the list of checkouts: states, owner, a range of times, and the page. */

import { cartIdOf, parseSubject } from '../auth/identity.ts'
import { OwnerSubject, subjectRule } from '../auth/subject.schema.ts'
import { keyset } from '../schema/keyset.ts'
import { defineQuery, integer, matching, type Parameter, time } from '../schema/list-query.ts'
import { CHECKOUT_STATES, type CheckoutState } from './checkout-state.ts'

const STATE = `(${CHECKOUT_STATES.join('|')})`
const STATES = `states out of ${CHECKOUT_STATES.join(', ')}, separated by commas`

/** The subject as stored: `member:42` or `guest:<uuid>`. */
const subject: Parameter<string> = {
  schema: OwnerSubject,
  rule: subjectRule,
  read(text) {
    const identity = parseSubject(text)
    return identity?.kind === 'member' || identity?.kind === 'guest' ? cartIdOf(identity) : undefined
  },
}

/** The parameters of the list. */
export const checkoutListQuery = defineQuery({
  'filter[state]': matching(
    `^${STATE}(,${STATE})*$`,
    { rule: STATES, description: STATES, examples: ['held,expired'] },
    text => [...new Set(text.split(','))] as CheckoutState[],
  ),
  'filter[subject]': subject,
  'filter[customerId]': integer({ format: 'int64', maximum: Number.MAX_SAFE_INTEGER, description: 'the customer' }),
  'filter[reference]': matching(
    '^[A-Za-z0-9._~-]{3,128}$',
    {
      rule: 'the last 3 to 128 characters of a reference',
      description:
        'the end of a reference, in any letter case; of many references that have the same last three characters, the 10,000 last held are compared',
      examples: ['0417'],
    },
    text => text.toLowerCase(),
  ),
  'filter[heldAfter]': time('checkouts that were held at this time or later'),
  'filter[heldBefore]': time('checkouts that were held before this time'),
  ...keyset('number', 'string'),
})

/** The filters of a list; a checkout must match each that is given. */
export type CheckoutFilters = ReturnType<typeof checkoutListQuery.read>['filters']
