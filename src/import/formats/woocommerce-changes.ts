/** Rows of a WooCommerce export that do not say what they are, a product or a variation of which product: they change what is stored. */

import type { Imported } from '../../shop-file/imported-records.ts'
import type { TableContext } from '../table-system.ts'
import { CellReader } from './product-cells.ts'
import type { WooRow } from './woocommerce-families.ts'
import { readOffer, readPublished, readVat } from './woocommerce-offer.ts'
import { readTerms } from './woocommerce-terms.ts'
import { firstImage } from './woocommerce-texts.ts'
import { readTierRules } from './woocommerce-tiers.ts'

/** Yields the change of the product or variation with the ID of the row, else with its SKU. Names stay: that of a variation has the product's in it. */
export function* toChange({ at, cells }: WooRow, context: TableContext): Generator<Imported> {
  const reader = new CellReader(at, context)
  const { id = '' } = cells
  const sku = reader.sku(cells.sku) ?? null
  const { said, partial } = readOffer(cells, undefined, reader, context)
  const values = {
    ...said,
    ...(id !== '' && cells.sku !== undefined && { sku }),
    image: reader.image(cells.images && firstImage(cells.images)),
    onSale: readPublished(cells, reader),
    vatRate: readVat({ at, cells }, context).said,
    tierPrices: readTierRules(cells, reader),
    ...readTerms(cells, reader),
  }
  if (reader.failed) return
  const item = { recordKey: id === '' ? `woocommerce sku:${sku}` : `woocommerce:${id}`, sku }
  const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  yield { section: 'changes', record: { item, values: known, partial }, at }
}
