/** `sepet campaigns explain`: which conditions of the chosen coupon and of each campaign hold for the cart of one owner. */

import { cartIdOf, guestWithId, type Owner, parseSubject } from '../auth/identity.ts'
import { explainCart } from '../cart/pricing/explain-cart.ts'
import { loadCart } from '../cart/storage/cart.store.ts'
import { loadConsistentCart } from '../cart/storage/load-consistent-cart.ts'
import { createProductCache } from '../catalog/products.store.ts'
import { createItemStockLoader } from '../catalog/stock/item-stocks.store.ts'
import type { Queries } from '../db/database.ts'
import { CHANNELS, type Channel } from '../model/campaign.ts'
import { type Currency, toMoney, zero } from '../money/money.ts'
import type { CheckedCondition } from '../promotions/condition.ts'
import type { Contest } from '../promotions/discounts.ts'
import type { Explanation } from '../promotions/explain-promotions.ts'
import type { ChosenUnits, ExplainedReward } from '../promotions/explain-reward.ts'
import { createShopFollower } from '../shop/follow-shop.store.ts'
import type { HoldLimit } from '../shop/hold-limit.ts'
import { createShopCache } from '../shop/shop.store.ts'
import { type Paint, plain } from './colour.ts'
import { CommandError } from './command-error.ts'
import { count } from './count.ts'

/** A guest without a cart. */
const NEW_GUEST: Owner = guestWithId('00000000-0000-0000-0000-000000000000')

/** What is explained, and by which limit of holds. */
interface Explained {
  subject: string
  channel?: string
  holdLimit: HoldLimit | null
}

/**
 * Explains the chosen coupon and every campaign for the cart of `member:<id>`, `guest:<uuid>` or a new `guest`, as of now.
 * @returns text for the terminal: a block per promotion, a line per condition
 */
export async function explainCampaigns(
  database: Queries,
  { subject, channel = 'app', holdLimit }: Explained,
  now: number,
  paint: Paint = plain,
): Promise<string> {
  const owner = ownerOf(subject)
  const followShop = createShopFollower(database)
  const loadShop = createShopCache(database, followShop, holdLimit)
  const reload = () => loadCart(database, owner, { now, ...loadShop.counted() })
  const { cart, snapshot } = await loadConsistentCart(await reload(), {
    reload,
    loadShop,
    loadProducts: createProductCache(database, followShop),
    loadStocks: items => createItemStockLoader(database, () => now)(cartIdOf(owner), items),
  })
  if (owner.kind === 'member' && cart.customerStatus === null)
    throw new CommandError(`There is no customer ${owner.customerId}.`)
  const { priced, coupon, campaigns } = explainCart({ cart, snapshot }, { now, channel: requireChannel(channel) })
  const { amount, currencyCode } = toMoney(priced.base, snapshot.shop)
  const whose = subject === 'guest' ? 'a new guest' : cartIdOf(owner)
  const head = `The cart of ${whose}: ${count(priced.lines.length, 'line')}, ${amount} ${currencyCode} with VAT.`
  const chosen = coupon ? [describe(`Coupon ${paint('bold', coupon.code)}`, coupon, paint)] : []
  const blocks = campaigns.map(campaign => {
    const isBeaten = campaign.contest !== null && campaign.contest.winnerId !== campaign.id
    const text = describe(`${campaign.id}  ${paint('bold', campaign.name)}`, campaign, paint, isBeaten)
    return campaign.contest ? `${text}\n${describeContest(campaign.id, campaign.contest, snapshot.shop)}` : text
  })
  return `${[head, ...chosen, ...blocks].join('\n\n')}\n`
}

function ownerOf(subject: string): Owner {
  const identity = subject === 'guest' ? NEW_GUEST : parseSubject(subject)
  if (identity?.kind === 'member' || identity?.kind === 'guest') return identity
  throw new CommandError('--as takes member:<customer id>, guest:<uuid> or guest.')
}

function requireChannel(channel: string): Channel {
  const known = CHANNELS.find(each => each === channel)
  if (known) return known
  throw new CommandError(`--channel takes ${CHANNELS.join(', ')}.`)
}

/** Says whether an automatic campaign applies by itself, and why another one does in its place. */
function describeContest(
  id: number,
  { winnerId, isChosen, savings, heldTooOftenIds }: Contest,
  currency: Currency,
): string {
  const say = (text: string) => `    ${'pick'.padEnd(4)}  ${'automatic'.padEnd(15)}  ${text}`
  const amountOf = (campaign: number) => toMoney(savings?.get(campaign) ?? zero, currency).amount
  const isBarred = heldTooOftenIds.includes(id) && !isChosen
  if (isBarred) return say('the shopper has held it too often in 24 hours without an order')
  if (winnerId === null) return say('the shopper has switched automatic campaigns off')
  if (isChosen)
    return say(winnerId === id ? 'the shopper has chosen it' : `the shopper has chosen campaign ${winnerId}`)
  if (winnerId === id) return say(savings ? `picked: it saves ${amountOf(id)}, and no other saves more` : 'picked')
  if (!savings) return say(`campaign ${winnerId} comes before it`)
  return say(`campaign ${winnerId} saves ${amountOf(winnerId)}, and this one ${amountOf(id)}`)
}

function describe(title: string, { applies, conditions, reward }: Explanation, paint: Paint, isBeaten = false): string {
  const holding = isBeaten ? 'can be chosen' : 'applies'
  return [
    `${title}: ${applies ? holding : 'does not apply'}`,
    ...conditions.map(condition => describeCondition(condition, paint)),
    ...describeReward(reward),
  ].join('\n')
}

/** Says which tier is reached, or which units a reward by sets chooses. */
function describeReward({ tier, units }: ExplainedReward): string[] {
  const say = (name: string, text: string) => `    ${'gets'.padEnd(4)}  ${name.padEnd(15)}  ${text}`
  const reached = tier === null ? 'below the first' : `from ${tier?.from}: ${tier?.value}`
  if (tier !== undefined) return [say('tier', reached)]
  if (!units) return []
  const named = (chosen: ChosenUnits['triggers']) =>
    chosen.map(({ line, quantity }) => `${quantity} × ${itemName(line)}`).join(', ') || 'none'
  return [
    say('sets', String(units.sets)),
    say('full price', named(units.triggers)),
    say('discounted', named(units.discounted)),
  ]
}

function itemName({ productId, variantId }: { productId: number; variantId: number | null }): string {
  return variantId === null ? `product ${productId}` : `product ${productId}, variant ${variantId}`
}

function describeCondition({ name, holds, detail }: CheckedCondition, paint: Paint): string {
  return `    ${holds ? paint('green', 'pass') : paint('red', 'FAIL')}  ${name.padEnd(15)}  ${detail}`
}
