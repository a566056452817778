/** First stage of a change of products: the schema of the body, and its reading by the rules of the shop file. */

import Type, { type Static, type TSchema } from 'typebox'
import { Refusal, type RefusalCode, type Violation } from '../../errors.ts'
import { distinctTerms } from '../../model/term.ts'
import { type Checked, createSchemaCheck } from '../../schema/check.ts'
import { Id } from '../../schema/fields.ts'
import { isObject } from '../../schema/is-object.ts'
import { CHECKED_LATER } from '../../schema/rebuild.ts'
import { violationOf } from '../../schema/violation.ts'
import { toDiscount, toTierPrices } from '../../shop-file/convert-records.ts'
import { decimalText } from '../../shop-file/decimal-text.ts'
import { checkDiscount } from '../../shop-file/record-rules.ts'
import { ProductRecord, VariantRecord } from '../../shop-file/shop-file.schema.ts'
import { signedDecimal, sku } from '../../shop-file/shop-file-fields.ts'
import { checkTierPrices } from '../../shop-file/tier-price-rules.ts'
import type { Discount, TierPrice } from '../price.ts'

/** New values of a product or variant; a field that is left out keeps its value. */
export interface NewValues {
  /** Null for a variant that takes the price of its product. */
  price?: string | null
  stock?: string
  /** Added to the stored stock; instead of `stock`. Below zero it begins with `-`; above, it has no sign. */
  stockChange?: string
  onSale?: boolean
  /** Null for a variant that takes the value of its product. */
  backorder?: boolean | null
  discount?: Discount | null
  /** In the order of the request; empty for none. */
  tierPrices?: readonly TierPrice[]
  /** Of products alone, as are the other terms. */
  brand?: string | null
  categories?: readonly string[]
  tags?: readonly string[]
}

/** Names of the fields that variants do not have. */
export const TERM_FIELDS = ['brand', 'categories', 'tags'] as const

/** A change of a variant, or of a product without its variants. An invalid id or SKU is left out. */
export interface ItemChange {
  /** JSON pointer in the request. */
  at: string
  id?: number
  sku?: string
  values: NewValues
}

/** A change of a product and its variants. */
export interface ProductChange extends ItemChange {
  /** Undefined where the change has no list of variants. */
  variants: ItemChange[] | undefined
}

/** The changes of a request, without their invalid fields, and what is wrong with them. */
export interface RequestedChanges {
  changes: ProductChange[]
  violations: Violation[]
}

/** Maximum number of products in one request. */
const MAX_PRODUCTS = 1_000
/** Maximum number of variants in one request, over all of its products. */
const MAX_VARIANTS = 5_000
/** Maximum number of violations in one response, about 200 KB. */
export const MAX_VIOLATIONS = 1_000

/** The rule of a price, as in "0/price must be …": the SKU of a change may be that of a variant. */
export const PRICE_RULE = 'a decimal number as text, such as "199.90", or null for a variant'

/** The rule of a backorder; see `PRICE_RULE`. */
export const BACKORDER_RULE = 'true or false, or null for a variant'

/** The rule of the body, as in "The body must be …". */
const LIST_RULE = `a list of 1 to ${MAX_PRODUCTS} products`

const optional = Type.Optional
const key = { id: optional(Id()), sku: optional(sku) }
const stockChange = optional(signedDecimal)
const product = ProductRecord.properties
const variant = VariantRecord.properties

const VariantChange = Type.Object(
  {
    ...key,
    price: variant.price,
    stock: variant.stock,
    stockChange,
    onSale: variant.onSale,
    backorder: variant.backorder,
    discount: variant.discount,
    tierPrices: variant.tierPrices,
  },
  { title: 'VariantChange', description: 'a JSON object' },
)

function productChange<S extends TSchema>(variantChange: S) {
  return Type.Object(
    {
      ...key,
      price: optional(Type.Union([product.price, Type.Null()], { description: PRICE_RULE })),
      stock: product.stock,
      stockChange,
      onSale: product.onSale,
      backorder: optional(Type.Union([Type.Boolean(), Type.Null()], { description: BACKORDER_RULE })),
      discount: product.discount,
      tierPrices: product.tierPrices,
      brand: product.brand,
      categories: product.categories,
      tags: product.tags,
      variants: optional(Type.Array(variantChange, { description: 'a list of variants' })),
    },
    { title: 'ProductChange', description: 'a JSON object' },
  )
}

/** The body of a request, for the API description; `readProductChanges` validates it. */
export const ProductChangeList = Type.Array(productChange(VariantChange), {
  minItems: 1,
  maxItems: MAX_PRODUCTS,
  description: LIST_RULE,
})

/** A product whose variants are checked one by one. */
const OuterProductChange = productChange(Type.Unknown(CHECKED_LATER))

const checkProduct = createSchemaCheck(OuterProductChange)
const checkVariant = createSchemaCheck(VariantChange)

type Fields = Partial<Static<typeof VariantChange> & Pick<ProductRecord, 'brand' | 'categories' | 'tags'>>

/**
 * Reads the body of a request.
 * @throws Refusal 422 for a body that is no list, and for one of the wrong length
 */
export function readProductChanges(body: unknown): RequestedChanges {
  const list = requireSize(body)
  const violations: Violation[] = []
  const changes: ProductChange[] = []
  for (const [index, item] of list.entries()) {
    changes.push(readProduct(item, `/${index}`, violations))
    if (violations.length >= MAX_VIOLATIONS) break
  }
  return { changes, violations }
}

function requireSize(body: unknown): unknown[] {
  if (!Array.isArray(body)) throw wrongBody('field_invalid', `The body must be ${LIST_RULE}.`)
  if (body.length < 1 || body.length > MAX_PRODUCTS) {
    throw wrongBody('bulk_size_invalid', `The body must be ${LIST_RULE}; this one has ${body.length}.`)
  }
  const lengths = body.map(each => (Array.isArray(each?.variants) ? each.variants.length : 0))
  const variants = lengths.reduce((sum, length) => sum + length, 0)
  if (variants <= MAX_VARIANTS) return body
  throw wrongBody(
    'bulk_size_invalid',
    `The products must have at most ${MAX_VARIANTS} variants in all, not ${variants}.`,
  )
}

function wrongBody(code: RefusalCode, detail: string): Refusal {
  return new Refusal({ code, pointer: '', detail })
}

function readProduct(value: unknown, at: string, violations: Violation[]): ProductChange {
  const checked: Checked<Static<typeof OuterProductChange>> = checkProduct(value)
  const { variants: list } = checked.sound
  const item = readItem(value, at, { checked, violations })
  const variants: ItemChange[] = []
  for (const [index, variant] of (list ?? []).entries()) {
    if (violations.length >= MAX_VIOLATIONS) break
    variants.push(readItem(variant, `${at}/variants/${index}`, { checked: checkVariant(variant), violations }))
  }
  return { ...item, variants: list && variants }
}

function readItem(
  value: unknown,
  at: string,
  { checked, violations }: { checked: Pick<Checked<Fields>, 'sound' | 'problems'>; violations: Violation[] },
): ItemChange {
  const { sound, problems } = checked
  for (const [pointer, problem] of problems) violations.push(violationOf(pointer, problem, at))
  const problem = (pointer: string, message: string) =>
    violations.push({ code: 'field_invalid', pointer, detail: `${pointer.slice(1)} ${message}.` })
  if (sound.discount) checkDiscount(sound.discount, `${at}/discount`, { problem })
  // Which customer groups there are is known to the next stages.
  if (sound.tierPrices) checkTierPrices(sound.tierPrices, `${at}/tierPrices`, { problem, warning: none, refer: none })
  if (isObject(value) && value.id === undefined && value.sku === undefined) {
    violations.push({ code: 'field_required', pointer: `${at}/id`, detail: `${at.slice(1)} needs an id or a sku.` })
  }
  const { stockChange, ...fields } = sound
  const isBoth = stockChange !== undefined && isObject(value) && value.stock !== undefined
  if (isBoth) problem(`${at}/stockChange`, `must be left out: ${at.slice(1)}/stock replaces the stock`)
  const { id, sku } = sound
  const values = toValues(isBoth ? fields : sound)
  return { at, ...(id !== undefined && { id }), ...(sku !== undefined && { sku }), values }
}

const none = () => {}

function toValues({ price, stock, stockChange, onSale, backorder, discount, tierPrices, ...terms }: Fields): NewValues {
  const { brand, categories, tags } = terms
  return {
    ...(price !== undefined && { price }),
    ...(stock !== undefined && { stock: decimalText(stock) }),
    ...(stockChange !== undefined && { stockChange: stockChange.replace('+', '') }),
    ...(onSale !== undefined && { onSale }),
    ...(backorder !== undefined && { backorder }),
    ...(discount !== undefined && { discount: toDiscount(discount) }),
    ...(tierPrices !== undefined && { tierPrices: toTierPrices(tierPrices) }),
    ...(brand !== undefined && { brand: brand?.trim() ?? null }),
    ...(categories !== undefined && { categories: distinctTerms('category', categories) }),
    ...(tags !== undefined && { tags: distinctTerms('tag', tags) }),
  }
}
