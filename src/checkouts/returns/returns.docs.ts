/** API documentation of returns, with examples from the sample shop. */

import Type from 'typebox'
import type { OperationDocs } from '../../http/operation-docs.ts'
import { REFERENCE_PATTERN, referenceRule } from '../order-reference.ts'

const reference = '2026-000123'

/** POST /checkouts/:reference/returns. */
export const returnItems: OperationDocs = {
  name: 'returnItems',
  section: 'Orders',
  summary: 'Return items of an order',
  description:
    'Returns pieces of the lines of a completed checkout, and answers what is refunded for them: with VAT and after discounts, so that all pieces of a line together are its `payable`, in whichever order they come back. `net` and `vat` are those of a credit note. Shipping is not refunded. Lines are named by `itemId`; those of a checkout whose `cart` is `null` by `productId` and `variantId`, and their amounts are `null`, as are those of a cart that was held by a version without VAT of lines. With `restock`, which is the default, what the completion took of these pieces is added to the stock. A cancellation afterwards gives back what was not returned. With `dryRun=true` nothing is written, and 200 has the amounts.\n\nA request with an `Idempotency-Key` may be repeated: of equal requests one counts, and the others are answered with the same return. The key is kept with the return, without an end; a refused request spends none. Without a key, two requests are two returns.',
  params: Type.Object({ reference: Type.String({ pattern: REFERENCE_PATTERN, description: referenceRule }) }),
  headers: { 201: ['Idempotency-Replayed'] },
  refuses: [
    'parameter_invalid',
    'invalid_encoding',
    'checkout_not_found',
    'checkout_not_completed',
    'returns_full',
    'item_unknown',
    'return_exceeds',
    'idempotency_key_reused',
    'cart_busy',
  ],
  refusalExamples: {
    parameter_invalid: { parameter: 'reference', detail: `reference must be ${referenceRule}.` },
    idempotency_key_reused: {
      header: 'Idempotency-Key',
      detail: 'The key was sent before, with another body: use a new key for each return.',
    },
  },
  examples: {
    one: {
      summary: 'One of three metres of linen comes back',
      given: 'a completed checkout of a guest with three metres of linen',
      params: { reference },
      body: { lines: [{ itemId: '0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e', quantity: 1 }] },
      status: 201,
    },
  },
}
