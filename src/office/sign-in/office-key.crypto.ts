/** The key that a request for the roles must state, in a header that no form and no link of another site can send. */

import Type from 'typebox'
import { createSecretCheck } from '../../auth/secret-check.crypto.ts'
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
  const isKey = createSecretCheck(key)
  return ({ [HEADER]: stated }) => isKey(String(stated))
}
