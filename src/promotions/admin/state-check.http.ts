/** Preconditions of a write that saves a promotion: compared with the stored record in the transaction of the write. */

import type { TSchema } from 'typebox'
import type { NamedHeaders } from '../../http/fastify-types.ts'
import {
  alreadyExists,
  createsOnly,
  IF_MATCH,
  recordOutdated,
  unreadableTags,
} from '../../http/request/preconditions.ts'
import { entityTagOf, matchesTag } from '../../http/response/entity-tag.ts'
import { textOfResponse } from '../../http/response/serializer.ts'

/** Refuses a write for the record that is stored, or for its absence. */
export type RequireState<T> = (stored: T | undefined) => void

/** How a record is read: the schema of the response, and its data. Its text has the tag that `GET` gave. */
export interface ReadForm<T> {
  schema: TSchema
  present: (record: T) => object
}

/**
 * Creates the check of a request: `If-None-Match: *` requires that there is no record, `If-Match` that it has one of the tags.
 * @returns function that throws Refusal 412 `precondition_failed`, or 400 for an `If-Match` that is no list of tags
 */
export function createStateCheck<T>(headers: NamedHeaders, { schema, present }: ReadForm<T>): RequireState<T> {
  const { [IF_MATCH]: header } = headers
  return stored => {
    if (stored && createsOnly(headers)) throw alreadyExists()
    if (header === undefined) return
    const tag = stored === undefined ? '' : entityTagOf(textOfResponse(schema, { data: present(stored) }))
    const isNamed = matchesTag(header, tag)
    if (isNamed === undefined) throw unreadableTags()
    if (!isNamed || stored === undefined) throw recordOutdated()
  }
}
