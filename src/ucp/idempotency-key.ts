/** Idempotency keys of the agents' door: the form of a key, over either transport. */

import type { OperationName } from './operation.ts'
import { UcpRefusal } from './refusals.ts'

const KEY = /^[!-~]{1,255}$/
const WRITES: readonly OperationName[] = ['create_cart', 'update_cart', 'cancel_cart']

/**
 * Returns the idempotency key of a request; undefined without one, and for operations that write nothing.
 * @param place where the key stands
 * @throws UcpRefusal `invalid_request` for another form, such as several keys
 */
export function readIdempotencyKey(operation: OperationName, key: unknown, place: string): string | undefined {
  if (key === undefined || !WRITES.includes(operation)) return undefined
  if (typeof key === 'string' && KEY.test(key)) return key
  throw new UcpRefusal('invalid_request', `${place} must be 1 to 255 ASCII characters from ! to ~, without blanks.`)
}
