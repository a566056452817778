/** Reading of a request that changes products: every field by the rules of the shop file. */

import { Refusal, type RefusalCode, type Violation } from '../../errors.ts'
import { checkDiscount } from '../../import/formats/shop-file/shop-file-checks.ts'
import { toDiscount } from '../../import/formats/shop-file/shop-file-records.ts'
import { decimalText } from '../../import/input/decimal-text.ts'
import { type Checked, createSchemaCheck } from '../../schema/check.ts'
import { isObject } from '../../schema/is-object.ts'
import { violationOf } from '../../schema/violation.ts'
import type { ItemChange, NewValues, ProductChange, RequestedChanges } from './changes-and-facts.ts'
import { LIST_RULE, MAX_PRODUCTS, MAX_VARIANTS, OuterProductChange, VariantChange } from './product-changes.schema.ts'

/** Maximum number of violations in one response, about 200 KB. */
export const MAX_VIOLATIONS = 1_000

const checkProduct = createSchemaCheck(OuterProductChange)
const checkVariant = createSchemaCheck(VariantChange)

type Fields = Partial<VariantChange>

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
  const checked: Checked<OuterProductChange> = checkProduct(value)
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
  if (isObject(value) && value.id === undefined && value.sku === undefined) {
    violations.push({ code: 'field_required', pointer: `${at}/id`, detail: `${at.slice(1)} needs an id or a sku.` })
  }
  const { id, sku } = sound
  return { at, ...(id !== undefined && { id }), ...(sku !== undefined && { sku }), values: toValues(sound) }
}

function toValues({ price, stock, onSale, discount }: Fields): NewValues {
  return {
    ...(price !== undefined && { price }),
    ...(stock !== undefined && { stock: decimalText(stock) }),
    ...(onSale !== undefined && { onSale }),
    ...(discount !== undefined && { discount: toDiscount(discount) }),
  }
}
