/** `sepet campaigns explain`: which conditions of each campaign pass for the cart of one owner. */

import { cartIdOf, type Owner, parseSubject } from '../auth/identity.ts'
import { loadCart } from '../cart/cart.store.ts'
import { loadConsistentCart } from '../cart/load-consistent-cart.ts'
import { priceCart, promotionContextOf } from '../cart/price-cart.ts'
import { createProductCache } from '../catalog/products.store.ts'
import type { Queries } from '../db/database.ts'
import { toMoney } from '../money/money.ts'
import type { Campaign } from '../promotions/campaign.ts'
import { explainCampaign, type NamedConditionResult } from '../promotions/eligibility.ts'
import type { PromotionContext } from '../promotions/promotion-context.ts'
import { createShopCache } from '../shop/shop.store.ts'
import { type Paint, plain } from './colour.ts'
import { CommandError } from './command-error.ts'
import { count } from './count.ts'

/** A guest without a cart. */
const NEW_GUEST: Owner = { kind: 'guest', guestId: '00000000-0000-0000-0000-000000000000' }

/**
 * Explains every campaign for the cart of `member:<id>`, `guest:<uuid>` or a new `guest`, as of now.
 * @returns text for the terminal: a block per campaign, a line per condition
 */
export async function explainCampaigns(
  database: Queries,
  subject: string,
  now: number,
  paint: Paint = plain,
): Promise<string> {
  const owner = ownerOf(subject)
  const loadShop = createShopCache(database)
  const { cart, snapshot } = await loadConsistentCart({
    loadStored: () => loadCart(database, owner, { now, limitedCampaigns: loadShop.limitedCampaigns() }),
    loadShop,
    loadProducts: createProductCache(database),
  })
  if (owner.kind === 'member' && cart.customerStatus === null)
    throw new CommandError(`There is no customer ${owner.customerId}.`)
  const { shop, campaigns } = snapshot
  const { lines, base } = priceCart(cart, snapshot, now)
  const context = promotionContextOf(cart, lines, shop, now)
  const { amount, currencyCode } = toMoney(base, shop)
  const whose = subject === 'guest' ? 'a new guest' : cartIdOf(owner)
  const head = `The cart of ${whose}: ${count(lines.length, 'line')}, ${amount} ${currencyCode} with VAT.`
  const engine = shop.settings.campaignEngine ? [] : ['The campaign engine is switched off: no campaign applies.']
  const blocks = campaigns.map(campaign => describe(campaign, context, { engine: shop.settings.campaignEngine, paint }))
  return `${[head, ...engine, ...blocks].join('\n\n')}\n`
}

function ownerOf(subject: string): Owner {
  const identity = subject === 'guest' ? NEW_GUEST : parseSubject(subject)
  if (identity?.kind === 'member' || identity?.kind === 'guest') return identity
  throw new CommandError('--as takes member:<customer id>, guest:<uuid> or guest.')
}

function describe(
  campaign: Campaign,
  context: PromotionContext,
  { engine, paint }: { engine: boolean; paint: Paint },
): string {
  const results = explainCampaign(campaign, context)
  const applies = engine && results.every(({ passed }) => passed)
  const through = campaign.couponBound ? ', through a coupon only' : ''
  const title = `${campaign.id}  ${paint('bold', campaign.name)}: ${applies ? `applies${through}` : 'does not apply'}`
  return [title, ...results.map(result => describeResult(result, paint))].join('\n')
}

function describeResult({ condition, passed, compared }: NamedConditionResult, paint: Paint): string {
  return `    ${passed ? paint('green', 'pass') : paint('red', 'FAIL')}  ${condition.padEnd(15)}  ${compared()}`
}
