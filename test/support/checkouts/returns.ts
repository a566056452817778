/** Returns of items as a web shop's server reports them. */

import { CHECKOUTS } from '../../../src/api-paths.ts'
import type { Money } from '../../../src/money/money.ts'
import type { Answer, Callable } from '../service/service.ts'

/** A returned line. */
export interface ReturnedLine {
  itemId?: string
  productId?: number
  variantId?: number | null
  quantity: number
  refund: Money | null
  net: Money | null
  vat: Money | null
}

/** A return. */
export interface ReturnData {
  id: string
  at: string
  restock: boolean
  lines: ReturnedLine[]
  refund: Money | null
}

/** Returns items. @param options `key`: of the request; `query`: with its question mark */
export async function returnItems(
  service: Callable,
  reference: string,
  body: unknown,
  { key, query = '' }: { key?: string; query?: string } = {},
): Promise<Answer> {
  const token = await service.token('admin', { id: 'warehouse', scope: 'checkouts:write' })
  const headers = key === undefined ? {} : { 'Idempotency-Key': key }
  return service.call('POST', `${CHECKOUTS}/${reference}/returns${query}`, { token, headers, body })
}

/** The data of a return. */
export function returnOf({ json }: Answer): ReturnData {
  return (json as { data: ReturnData }).data
}

/** The amounts of a line as texts: refund, net and VAT. */
export function amountsOf({ refund, net, vat }: ReturnedLine): (string | undefined)[] {
  return [refund?.amount, net?.amount, vat?.amount]
}
