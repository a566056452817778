/** Prices by quantity in a WooCommerce export: the columns of the plugin Tiered Pricing Table. WooCommerce itself has none. */

import type { TierPrice } from '../../catalog/price.ts'
import { MAX_TIER_FROM, MAX_TIER_PRICES } from '../../catalog/product.ts'
import { parsePrice } from '../../shop-file/decimal-text.ts'
import type { CellReader } from './product-cells.ts'

/** What a column of the plugin says. */
export type TierColumn = 'tierRules' | 'tierType'

/** Names of the columns, as `columnName` gives them. The plugin writes a dash that other programs replace. */
export const tierColumns: Record<TierColumn, string[]> = {
  tierRules: ['—', '–', '-'].map(dash => `tiered pricing ${dash} fixed pricing rules`),
  tierType: ['—', '–', '-'].map(dash => `tiered pricing ${dash} tiered pricing type`),
}

/** Reads rules such as `10:89.90,50:79.90`; undefined where a row does not say them. */
export function readTierRules(
  { tierRules, tierType }: Record<TierColumn, string | undefined>,
  { warn }: Pick<CellReader, 'warn'>,
): TierPrice[] | undefined {
  if (tierRules === undefined) return undefined
  if (tierType?.toLowerCase() === 'percentage') {
    warn('has prices by quantity as percentages, which are not read', tierType)
    return undefined
  }
  if (tierRules === '') return []
  const tiers = tierRules.split(',').map(readRule)
  const read = tiers.filter(tier => tier !== null)
  const isSound = read.length === tiers.length && new Set(read.map(({ from }) => from)).size === read.length
  if (isSound && read.length <= MAX_TIER_PRICES) return read
  warn('has prices by quantity that are no list such as 10:89.90,50:79.90, which are not read', tierRules)
  return undefined
}

/** A spreadsheet may have made a time of a rule. */
function readRule(rule: string): TierPrice | null {
  const [, from = '', text = ''] = /^\s*(\d+)\s*[:=]\s*(\S+)\s*$/.exec(rule) ?? []
  const price = parsePrice(text)
  const isQuantity = Number(from) >= 1 && Number(from) <= MAX_TIER_FROM
  return price !== null && isQuantity ? { from: Number(from), price } : null
}
