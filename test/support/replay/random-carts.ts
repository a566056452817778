/** Carts of the replay that random numbers fill: the same numbers in every run. */

import { seededRandom } from '../runner/seed.ts'
import type { Player } from './player.ts'
import { campaignIds, codes, ids, NOON, replayShop } from './shop.ts'

const SEED = 46
const CARTS_OF_EACH = 14
const STEPS = 9

const items = [
  { productId: ids.plain },
  { productId: ids.discounted },
  { productId: ids.repriced },
  { productId: ids.endedDiscount },
  { productId: ids.laterDiscount },
  { productId: ids.variants, variantId: ids.small },
  { productId: ids.variants, variantId: ids.large },
  { productId: ids.freeCargo },
  { productId: ids.byMetre },
  { productId: ids.taxFree },
  { productId: ids.cheap },
]
const members = ['member 1', 'member 2', 'member 3', 'member 4', 'member 5', 'member 6', 'member 7']

/** Plays carts of guests and members in a net and a gross shop. */
export async function playRandomCarts(player: Player, importShop: (file: object) => Promise<void>): Promise<void> {
  const random = seededRandom(SEED)
  const below = (limit: number) => Math.floor(random() * limit)
  const one = <T>(values: readonly T[]): T => values[below(values.length)] as T
  let guests = 100
  for (const pricesIncludeVat of [false, true]) {
    player.begin(`random carts in a ${pricesIncludeVat ? 'gross' : 'net'} shop`, NOON)
    await importShop(replayShop({ pricesIncludeVat, grandTotalIncludesCargo: pricesIncludeVat }))
    for (const who of members) await player.ask(who, 'DELETE', '/cart')
    for (let cart = 0; cart < CARTS_OF_EACH; cart++) {
      const who = cart % 2 ? one(members) : `guest ${++guests}`
      for (let step = 0; step < STEPS; step++) await playStep(who)
      const lines = Array.from({ length: 1 + below(3) }, () => {
        const { productId, variantId } = one(items)
        return `${productId}${variantId === undefined ? '' : `-${variantId}`}×${1 + below(6)}`
      })
      await player.agent(`random ${guests} ${cart}`, lines, [one(codes), one(codes)])
    }
  }

  async function playStep(who: string): Promise<void> {
    const kind = random()
    const line = below(4)
    const quantity = 1 + below(random() < 0.5 ? 4 : 40)
    if (kind < 0.45) await player.ask(who, 'POST', '/cart-items', { ...one(items), quantity })
    else if (kind < 0.55) await player.askLine(who, line, ['PATCH', '', { quantity }])
    else if (kind < 0.6) await player.askLine(who, line, ['DELETE', ''])
    else if (kind < 0.77) await player.ask(who, 'POST', '/cart/coupon', { couponCode: one(codes) })
    else if (kind < 0.93) await player.ask(who, 'POST', '/cart/campaign', { campaignId: one(campaignIds) })
    else if (kind < 0.96) await player.ask(who, 'DELETE', '/cart/campaign')
    else await player.hold(who, `R-${player.answers.length}`)
  }
}
