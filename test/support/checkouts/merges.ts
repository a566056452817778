/** Merges of a guest with a hold into a member with a hold, by each endpoint that merges. */

import { CUSTOMERS } from '../../../src/api-paths.ts'
import { addItem } from '../cart/cart.ts'
import { ids } from '../import/shop-file.ts'
import type { Answer, TestService } from '../service/service.ts'
import { logIn, signIn } from '../web-checkout/checkout.ts'
import { callCheckout, stateOf, subjectOf } from './orders.ts'
import { guestWith, type Promotion } from './usage-limits.ts'

/** A guest and a new member with a cart each. */
export interface Meeting {
  guest: string
  member: string
  /** The references of their holds. */
  guests: string
  members: string
}

/** Creates a guest with three plain pieces and a new member with two others, who both choose a coupon. */
export async function meet(service: TestService, next: () => string, coupon?: Promotion): Promise<Meeting> {
  const { json } = await service.call('POST', CUSTOMERS, { token: await service.token('admin'), body: {} })
  const member = await service.token('member', { id: String((json as { data: { id: number } }).data.id) })
  const guest = await guestWith(service, ...(coupon ? [coupon] : []))
  await addItem(service, member, ids.soldOut, 2)
  await coupon?.choose(service, member)
  return { guest, member, guests: next(), members: next() }
}

/** The endpoints that merge. */
export const merges = {
  'POST /cart/merge': (service: TestService, { guest, member }: Meeting): Promise<Answer> =>
    service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } }),
  'a login on the web': async (service: TestService, { guest, member }: Meeting): Promise<Answer> => {
    const customerId = Number(subjectOf(member).slice('member:'.length))
    return logIn(service, { customerId }, await signIn(service, guest))
  },
}

/** The states of the guest's and of the member's checkout; `none` for one that does not exist. */
export async function statesOf(service: TestService, { guests, members }: Meeting): Promise<[string, string]> {
  const stateOrNone = async (reference: string) =>
    (await callCheckout(service, 'GET', reference)).status === 404 ? 'none' : stateOf(service, reference)
  return [await stateOrNone(guests), await stateOrNone(members)]
}
