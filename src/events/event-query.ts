/** Query of the list of events: the last id that a reader has, and the page. */

import Type from 'typebox'
import { firstPage, keysetParameters, MAX_LIMIT } from '../schema/keyset.ts'
import { integerUpTo, type ParameterReaders, readParameters } from '../schema/parameters.ts'

const MAX_ID = Number.MAX_SAFE_INTEGER

/** The parameters of a request. */
export interface EventQuery {
  /** Only events with a greater id. */
  after: number
  /** Events of a page. */
  limit: number
}

/** Parameters of the list, for the API description. */
export const EventParameters = Type.Object({
  after: Type.Optional(
    Type.Integer({
      format: 'int64',
      minimum: 0,
      maximum: MAX_ID,
      default: 0,
      description: 'the id of the last event that the reader has',
    }),
  ),
  limit: keysetParameters.limit,
})

const readers: ParameterReaders<EventQuery> = {
  after: (text, query) => {
    query.after = readAfter(text)
  },
  limit: (text, query) => {
    query.limit = integerUpTo(MAX_LIMIT, text)
  },
}

/**
 * Reads the parameters of a request.
 * @param given the decoded query
 * @throws Refusal 400 naming the parameters that are unknown, repeated or invalid
 */
export function readEventQuery(given: unknown): EventQuery {
  return readParameters<EventQuery>(given, readers, { after: 0, limit: firstPage.limit })
}

/** @throws Error with a message that completes the sentence "… must be" */
function readAfter(text: string): number {
  const id = Number(text)
  if (!/^(0|[1-9]\d*)$/.test(text) || id > MAX_ID) throw new Error(`an integer from 0 to ${MAX_ID}`)
  return id
}
