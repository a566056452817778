/** Orders counted by the campaigns that they have used. Pure. */

import { type Currency, type Decimal, decimal } from '../../money/money.ts'

/** Orders, and the sum of what they paid. */
export interface Sold {
  orders: number
  turnover: Decimal
}

/** Orders with the same promotions and the same currency. */
export interface OrderGroup extends Sold {
  /** The folded code of the coupon. */
  couponCode: string | null
  /** The campaigns that applied. */
  campaignIds: readonly number[]
  /** The campaign that the coupon was bound to. */
  boundCampaignId: number | null
  currency: Currency
}

/** What was sold in one currency, with one number of decimal places: amounts of two are never added. */
export interface CurrencyTally {
  currency: Currency
  all: Sold
  /** Orders with a coupon or a campaign. */
  promoted: Sold
  /** By id. A coupon counts for the campaign that it was bound to. */
  campaigns: Map<number, Sold>
}

/** Counts orders. */
export interface OrdersTally {
  add(group: OrderGroup): void
  /** One for each currency, in no order. */
  currencies(): CurrencyTally[]
}

/** Creates a tally. @param campaignId the only campaign whose orders are told apart; the totals are of all orders */
export function createOrdersTally(campaignId?: number): OrdersTally {
  const tallies = new Map<string, CurrencyTally>()
  return {
    add(group) {
      const { all, promoted, campaigns } = tallyOf(tallies, group.currency)
      const ids = new Set(group.campaignIds)
      if (group.boundCampaignId !== null) ids.add(group.boundCampaignId)
      count(all, group)
      if (group.couponCode !== null || ids.size > 0) count(promoted, group)
      for (const id of ids) {
        if (campaignId === undefined || id === campaignId) count(entryOf(campaigns, id, nothing), group)
      }
    },
    currencies: () => [...tallies.values()],
  }
}

/** Adds orders to others. */
export function count(sold: Sold, { orders, turnover }: Sold): void {
  sold.orders += orders
  sold.turnover = sold.turnover.plus(turnover)
}

/** No orders. */
export function nothing(): Sold {
  return { orders: 0, turnover: decimal('0') }
}

function tallyOf(tallies: Map<string, CurrencyTally>, currency: Currency): CurrencyTally {
  const create = () => ({ currency, all: nothing(), promoted: nothing(), campaigns: new Map<number, Sold>() })
  return entryOf(tallies, keyOfCurrency(currency), create)
}

/** Returns the key under which the orders of a currency are counted. */
export function keyOfCurrency({ currencyCode, decimalPlaces }: Currency): string {
  return `${decimalPlaces} ${currencyCode}`
}

/** Returns the entry of a key; a missing one is created. */
export function entryOf<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}
