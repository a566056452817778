/** Schema of changes to products: fields of the shop file, each of which may be left out. */

import Type, { type Static, type TSchema } from 'typebox'
import { ProductRecord, VariantRecord } from '../../import/formats/shop-file/shop-file.schema.ts'
import { sku } from '../../import/formats/shop-file/shop-file-fields.ts'
import { Id } from '../../schema/fields.ts'
import { CHECKED_LATER } from '../../schema/rebuild.ts'

/** Maximum number of products in one request. */
export const MAX_PRODUCTS = 1_000
/** Maximum number of variants in one request, over all of its products. */
export const MAX_VARIANTS = 5_000

const optional = Type.Optional

const key = { id: optional(Id()), sku: optional(sku) }

const variant = VariantRecord.properties
const product = ProductRecord.properties

/** The rule of a price, as in "0/price must be …": the SKU of a change may be that of a variant. */
export const PRICE_RULE = 'a decimal number as text, such as "199.90", or null for a variant'

/** Changes of a variant, by its id or its SKU. */
export const VariantChange = Type.Object(
  { ...key, price: variant.price, stock: variant.stock, onSale: variant.onSale, discount: variant.discount },
  { title: 'VariantChange', description: 'a JSON object' },
)

function productChange<S extends TSchema>(variantChange: S) {
  return Type.Object(
    {
      ...key,
      price: optional(Type.Union([product.price, Type.Null()], { description: PRICE_RULE })),
      stock: product.stock,
      onSale: product.onSale,
      discount: product.discount,
      variants: optional(Type.Array(variantChange, { description: 'a list of variants' })),
    },
    { title: 'ProductChange', description: 'a JSON object' },
  )
}

/** Changes of a product and of its variants, or of the variant that the SKU names. */
export const ProductChange = productChange(VariantChange)

/** Changes of a product, with variants that are not checked yet. */
export const OuterProductChange = productChange(Type.Unknown(CHECKED_LATER))

/** The rule of the body, as in "The body must be …". */
export const LIST_RULE = `a list of 1 to ${MAX_PRODUCTS} products`

/** The body of a request, for the API description; `readProductChanges` validates it. */
export const ProductChangeList = Type.Array(ProductChange, {
  minItems: 1,
  maxItems: MAX_PRODUCTS,
  description: LIST_RULE,
})

export type VariantChange = Static<typeof VariantChange>
export type OuterProductChange = Static<typeof OuterProductChange>
