/** The results of promotions, counted naively in minor units of one currency. */

import type { Results, StoredOrder } from './results.ts'

type Order = Omit<StoredOrder, 'completedAt'>

/** Returns what the answer has for orders of one currency with promotions that do not exist. */
export function expectedResults(orders: readonly Order[]): { data: object; meta: Partial<Results['meta']> } {
  const sold = orders.filter(({ state }) => state === 'completed')
  const campaignsOf = ({ campaigns = [], bound }: Order) => [...campaigns, ...(bound == null ? [] : [bound])]
  const ids = [...new Set(sold.flatMap(campaignsOf))]
  const codes = [...new Set(sold.flatMap(({ coupon }) => coupon ?? []))]
  const promoted = sold.filter(order => order.coupon != null || campaignsOf(order).length > 0)
  const campaigns = ids.map(id => ({ key: id, ...sum(sold.filter(order => campaignsOf(order).includes(id))) }))
  const coupons = codes.map(code => ({ key: code, ...sum(sold.filter(({ coupon }) => coupon === code)) }))
  return {
    data: {
      campaigns: campaigns.sort(inOrder).map(({ key, units: _, ...row }) => ({ campaignId: key, name: null, ...row })),
      coupons: coupons
        .sort(inOrder)
        .map(({ key: code, units: _, ...row }) => ({ code, description: null, campaignId: null, batch: null, ...row })),
    },
    meta: {
      orders: sold.length,
      turnover: [sum(sold).turnover],
      promotedOrders: promoted.length,
      promotedTurnover: [sum(promoted).turnover],
    },
  }
}

function sum(orders: readonly Order[]) {
  const units = orders.reduce((total, { amount }) => total + Number(amount.replace('.', '')), 0)
  const amount = `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`
  return { orders: orders.length, turnover: { amount, currencyCode: 'TRY', decimalPlaces: 2 }, units }
}

interface Row {
  key: string | number
  orders: number
  units: number
}

function inOrder(a: Row, b: Row): number {
  return b.units - a.units || b.orders - a.orders || (a.key < b.key ? -1 : 1)
}
