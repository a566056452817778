/** Digest of a write's parameters: equal for equal operations, carts and JSON values. */

import { digestOfJson } from '../../schema/json-digest.crypto.ts'
import type { OperationName } from '../operation.ts'

/** Returns the digest. @param body any JSON value, at any depth; undefined for none */
export function hashOfRequest(operation: OperationName, cartId: string | undefined, body: unknown): string {
  return digestOfJson([operation, cartId ?? null], body)
}
