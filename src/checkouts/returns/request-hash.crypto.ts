/** The hash of a return's request, by which a repetition is told from another request with its key. */

import { createHash } from 'node:crypto'
import type { AskedLine } from './plan-return.ts'

/** Returns the SHA-256 of what is asked for. */
export function hashOfReturn(lines: readonly AskedLine[], restock: boolean): string {
  const asked = lines.map(({ itemId, productId, variantId, quantity }) => [
    itemId ?? [productId, variantId ?? null],
    quantity,
  ])
  return createHash('sha256')
    .update(JSON.stringify([asked, restock]))
    .digest('hex')
}
