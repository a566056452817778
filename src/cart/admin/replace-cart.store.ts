/** Replaces what is in a cart, in one transaction that has locked it. */

import { sql } from 'kysely'
import type { Owner } from '../../auth/identity.ts'
import { keyOf, type OwnerKey } from '../../auth/owner-key.ts'
import type { CartLineTable } from '../../db/cart-tables.ts'
import type { Flag } from '../../db/column-types.ts'
import type { Queries } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { Refusal } from '../../errors.ts'
import { statementOfOwner } from '../storage/cart.sql.ts'
import { writtenAt } from '../storage/cart-times.sql.ts'
import { lockOrInsertCart, type WriteCart } from '../storage/write-cart.sql.ts'
import { type ContentLine, explainUnsold, inactiveSubject, type SoldFacts } from './cart-content.ts'

/** What replaces the content of a cart. */
export interface NewContent {
  /** In their order, each with another item. */
  lines: readonly ContentLine[]
  /** Undefined keeps the coupon, and null drops it. */
  coupon: { foldedCode: string; enteredCode: string } | null | undefined
  /** The revision that the shop must have; null for any. */
  shopRevision: number | null
}

/** The replacements of one database. */
export type CartReplacer = ReturnType<typeof createCartReplacer>

interface Sources {
  newId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * Creates the function. A line whose item is in the cart already keeps its id, and its notes where no others come; the coupon's and the
 * campaign's choice stay. Nothing is written where one of the items cannot be bought.
 * @param writeCart runs each write after earlier writes to the same cart
 */
export function createCartReplacer(writeCart: WriteCart, { newId, now }: Sources) {
  return {
    /**
     * Replaces the content.
     * @returns false where the shop has another revision, and nothing was written
     * @throws Refusal 422 with every line that cannot be bought, or for an owner who is not active; 503 `cart_busy`
     */
    replace(owner: Owner, content: NewContent): Promise<boolean> {
      const key = keyOf(owner)
      return writeCart(key.cartId, {
        locked: queries => replaceLocked(queries, key, content, { newId, now }),
        hasWritten: isWritten => isWritten,
      })
    },
  }
}

async function replaceLocked(queries: Queries, key: OwnerKey, content: NewContent, sources: Sources): Promise<boolean> {
  const { lines, coupon, shopRevision } = content
  const now = sources.now()
  if (!(await lockOrInsertCart(queries, key, now))) throw new Refusal(inactiveSubject)
  const [shop] = await selectRevision(queries, {})
  if (shopRevision !== null && shop?.revision !== shopRevision) return false
  const unsold = explainUnsold(lines, await loadFacts(queries, lines))
  if (unsold.length > 0) throw new Refusal(unsold)
  const before = await deleteLines(queries, key, {})
  const rows = toRows(lines, before, sources.newId)
  if (rows.length > 0) await insertLines(queries, key, { rows: JSON.stringify(rows) })
  const { foldedCode = null, enteredCode = null } = coupon ?? {}
  await saveChoices(queries, key, { setsCoupon: coupon === undefined ? 0 : 1, foldedCode, enteredCode, now })
  return true
}

const selectRevision = prepared<object, { revision: number }>(() => sql`select revision from shop`)

async function loadFacts(queries: Queries, lines: readonly ContentLine[]): Promise<SoldFacts[]> {
  if (lines.length === 0) return []
  const items = lines.map(({ productId, variantId }, n) => ({ n, p: productId, v: variantId ?? 0 }))
  const rows = await selectFacts(queries, { items: JSON.stringify(items) })
  return rows.map(row => ({
    productOnSale: row.on_sale === 1,
    hasVariants: row.variants === 1,
    variantOnSale: row.variant_on_sale === 1,
  }))
}

const selectFacts = prepared<{ items: string }, { on_sale: Flag | null; variant_on_sale: Flag | null; variants: Flag }>(
  (parameter, engine) => {
    const columns = { n: 'integer', p: 'bigint', v: 'bigint' } as const
    return sql`
      select p.on_sale, v.on_sale as variant_on_sale,
        case when exists (select 1 from variants s where s.product_id = p.id and s.on_sale = 1) then 1 else 0 end as variants
      from ${jsonRows(parameter('items'), 'k', { columns, engine })}
      left join products p on p.id = k.p
      left join variants v on v.product_id = k.p and v.id = k.v
      order by k.n`
  },
)

type StoredRow = Omit<CartLineTable, 'cart_id' | 'position' | 'quantity'>

const deleteLines = statementOfOwner<object, StoredRow>(
  parameter => sql`
    delete from cart_lines where cart_id = ${parameter('cartId')}
    returning product_id, variant_id, id, order_note, gift_note, gift_package`,
)

/** Returns the rows of lines, with the id and the notes that their items had. */
function toRows(lines: readonly ContentLine[], before: readonly StoredRow[], newId: () => string) {
  const stored = new Map(before.map(row => [`${row.product_id} ${row.variant_id}`, row]))
  return lines.map(({ productId, variantId, quantity, orderNote, giftNote, giftPackage }, index) => {
    const old = stored.get(`${productId} ${variantId ?? 0}`)
    return {
      ...{ p: productId, v: variantId ?? 0, id: old?.id ?? newId(), n: index + 1, q: quantity },
      o: orderNote === undefined ? (old?.order_note ?? null) : orderNote,
      g: giftNote === undefined ? (old?.gift_note ?? null) : giftNote,
      w: giftPackage === undefined ? (old?.gift_package ?? 0) : Number(giftPackage),
    }
  })
}

const insertLines = statementOfOwner<{ rows: string }, never>((parameter, engine) => {
  const keys = { p: 'bigint', v: 'bigint', id: 'text', n: 'bigint', q: 'integer' } as const
  const columns = { ...keys, o: 'text', g: 'text', w: 'integer' } as const
  return sql`
    insert into cart_lines (cart_id, product_id, variant_id, id, position, quantity, order_note, gift_note, gift_package)
    select cast(${parameter('cartId')} as text), k.p, k.v, k.id, k.n, k.q, k.o, k.g, k.w
    from ${jsonRows(parameter('rows'), 'k', { columns, engine })}`
})

interface Choices {
  setsCoupon: Flag
  foldedCode: string | null
  enteredCode: string | null
  now: number
}

/** A chosen coupon removes the code that was refused before it. */
const saveChoices = statementOfOwner<Choices, never>(
  parameter => sql`
    update carts set revision = revision + 1, ${writtenAt(parameter('now'))},
      coupon_code = case when ${parameter('setsCoupon')} = 1 then cast(${parameter('foldedCode')} as text) else coupon_code end,
      entered_code = case when ${parameter('setsCoupon')} = 1 then cast(${parameter('enteredCode')} as text) else entered_code end,
      refused_code = case when cast(${parameter('foldedCode')} as text) is null then refused_code end,
      refused_reason = case when cast(${parameter('foldedCode')} as text) is null then refused_reason end,
      refused_at = case when cast(${parameter('foldedCode')} as text) is null then refused_at end
    where id = ${parameter('cartId')}`,
)
