/** Replaces what is in a cart, in one transaction that has locked it. */

import { sql } from 'kysely'
import type { Owner } from '../../auth/identity.ts'
import { keyOf, type OwnerKey } from '../../auth/owner-key.ts'
import type { Queries } from '../../db/database.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { Refusal } from '../../errors.ts'
import { type ContentLine, explainUnsold, inactiveSubject } from '../content/cart-content.ts'
import { deleteLines, insertLines, loadFacts, saveChoices, toRows } from '../content/replace-content.sql.ts'
import { lockOrInsertCart, type WriteCart } from '../storage/write-cart.sql.ts'

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
