/** Query of the list of events: the last id that a reader has, and the page. */

import { limit } from '../schema/keyset.ts'
import { defineQuery, integer } from '../schema/list-query.ts'

/** The parameters of the list. */
export const eventQuery = defineQuery({
  after: integer({
    format: 'int64',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'the id of the last event that the reader has',
  }),
  limit,
})

/** A query of the list. */
export type EventQuery = Pick<ReturnType<typeof eventQuery.read>, 'after' | 'limit'>
