/** The key that a request for the roles must state, in a header that no form and no link of another site can send. */

import { createHash, timingSafeEqual } from 'node:crypto'
import Type from 'typebox'
import type { NamedHeaders } from '../../http/fastify-types.ts'

const HEADER = 'sepet-office-key'

/** The header. */
export const KeyHeader = Type.Object({ [HEADER]: Type.String() })

/** Whether the headers of a request state the key. */
export type HasKey = (headers: NamedHeaders) => boolean

/**
 * Creates the comparison, which takes the same time for every key.
 * @param key undefined where there are no roles: no request has it
 */
export function createKeyCheck(key: string | undefined): HasKey {
  if (key === undefined) return () => false
  const expected = digest(key)
  return ({ [HEADER]: stated }) => timingSafeEqual(digest(String(stated)), expected)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
