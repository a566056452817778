/** Openings of links: what a link brings is added to the visitor's cart with the record of it, in one transaction on the node of that cart. */

import { sql } from 'kysely'
import type { Owner } from '../../auth/identity.ts'
import { keyOf, type OwnerKey } from '../../auth/owner-key.ts'
import { hashSessionId } from '../../auth/session-id.crypto.ts'
import { type Brought, findBrought, saveBrought } from '../../cart/brought/brought-carts.sql.ts'
import { appendLines } from '../../cart/lines/append-lines.sql.ts'
import { statementOfOwner } from '../../cart/storage/cart.sql.ts'
import { writtenAt } from '../../cart/storage/cart-times.sql.ts'
import { lockOrInsertCart, type WriteCart } from '../../cart/storage/write-cart.sql.ts'
import type { Queries } from '../../db/database.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { recordEvents } from '../../events/record-events.sql.ts'
import { deleteSession, insertSession } from '../../web-checkout/session/session.sql.ts'
import { type CountedItem, decideBringing } from './bringing.ts'
import type { AppliedCode, LinkedCart } from './linked-cart.ts'

/** The web session that an opening begins for a new guest. */
export interface NewSession {
  guestId: string
  newId: string
  /** The session id of the browser's cookie, which names no living session; undefined without a cookie. */
  oldId: string | undefined
  /** Keyed hash of the browser's client network. */
  networkHash: string
}

/** The opening of a link. */
export interface Opening {
  cart: LinkedCart
  /** What becomes the coupon of a cart that has none; null for nothing. */
  coupon: AppliedCode | null
  /** Undefined where the browser has a session already. */
  session: NewSession | undefined
  /** Milliseconds since the epoch. */
  now: number
}

/** `continued`: the revision was new to the owner of the visitor's cart; `repeated`: it was brought before. */
export type OpeningOutcome = 'continued' | 'repeated'

/** The openings of one database. */
export type OpeningStore = ReturnType<typeof createOpeningStore>

/** The dependencies of the store. */
export interface OpeningStoreOptions {
  writeCart: WriteCart
  /** Maximum number of lines of a cart. */
  maxLines: number
  newLineId: () => string
}

/** Rolls the transaction back: the uses of the link are spent by other visitors. */
class UsedUp extends Error {}

/** Rolls the transaction back: items, coupon and gate were those of an earlier revision of the shop. */
class ShopChanged extends Error {}

/** Creates the writes. */
export function createOpeningStore({ writeCart, maxLines, newLineId }: OpeningStoreOptions) {
  /** @returns the quantities to remember, and whether the visitor's cart has got anything */
  async function bring(queries: Queries, key: OwnerKey, opening: Opening, earlier: Brought | undefined) {
    const { cart, now } = opening
    const { present, couponCode } = await loadPresent(queries, key)
    const brought = earlier?.quantities ?? new Map()
    const decided = decideBringing({ items: cart.items, present, brought, maxLines })
    await appendLines(queries, key, decided.added.map(toLine))
    const isNew = opening.coupon?.foldedCode !== earlier?.couponCode
    const coupon = couponCode === null && isNew ? opening.coupon : null
    if (decided.added.length > 0 || coupon) await recordWrite(queries, key, { ...codesOf(coupon), now })
    const couponBrought = coupon?.foldedCode ?? earlier?.couponCode ?? null
    const record = { revision: cart.revision, quantities: decided.brought, couponCode: couponBrought, now }
    await saveBrought(queries, key, cart.id, record)
    return { lines: decided.added.length, hasBrought: decided.added.length > 0 || coupon !== null }
  }

  function toLine({ productId, variantId, quantity }: CountedItem, index: number) {
    const item = { product_id: productId, variant_id: variantId, quantity, id: newLineId(), position: index }
    return { ...item, order_note: null, gift_note: null, gift_package: 0 as const }
  }

  async function open(queries: Queries, key: OwnerKey, opening: Opening): Promise<OpeningOutcome | undefined> {
    const { cart, session, now } = opening
    if (!(await lockOrInsertCart(queries, key, now))) return undefined
    await assertRevision(queries, cart)
    if (session) await beginSession(queries, session, now)
    const earlier = await findBrought(queries, key, cart.id)
    if (isRepeated(earlier, cart)) return 'repeated'
    const { lines, hasBrought } = await bring(queries, key, opening, earlier)
    await countVisitor(queries, cart, hasBrought)
    if (hasBrought) await recordBringing(queries, key, opening, lines)
    return 'continued'
  }

  return {
    /**
     * Brings what a link contains into the owner's cart, unless its revision was brought before, and begins the session of a new guest.
     * @returns `gone` when nothing was written because the uses of the link are spent; undefined when nothing was written because the owner is
     * not active, or the shop has another revision
     * @throws Refusal 503 `cart_busy`
     */
    async saveOpening(owner: Owner, opening: Opening): Promise<OpeningOutcome | 'gone' | undefined> {
      const key = keyOf(owner)
      try {
        return await writeCart<OpeningOutcome | undefined>(key.cartId, {
          attempt: queries => findRepetition(queries, key, opening),
          locked: queries => open(queries, key, opening),
        })
      } catch (error) {
        if (error instanceof ShopChanged) return undefined
        if (error instanceof UsedUp) return 'gone'
        throw error
      }
    },
  }
}

/** Finds in one statement that there is nothing to bring, as for most of many openings at once. A new guest has no record. */
async function findRepetition(
  queries: Queries,
  key: OwnerKey,
  { cart, session }: Opening,
): Promise<OpeningOutcome | undefined> {
  if (session) return undefined
  return isRepeated(await findBrought(queries, key, cart.id), cart) ? 'repeated' : undefined
}

function isRepeated(brought: Brought | undefined, { revision }: LinkedCart): boolean {
  return brought !== undefined && brought.revision >= revision
}

/** @throws ShopChanged when the shop has another revision than the items of the link */
async function assertRevision(queries: Queries, { shopRevision }: LinkedCart): Promise<void> {
  if ((await selectRevision(queries, { shopRevision })).length === 0) throw new ShopChanged()
}

/** Spends a use of a link that counts its visitors, if it has brought something. @throws UsedUp when none is left */
async function countVisitor(queries: Queries, { countedLink: id }: LinkedCart, hasBrought: boolean): Promise<void> {
  if (id === null) return
  if ((await spendUse(queries, { id, uses: hasBrought ? 1 : 0 })).length === 0) throw new UsedUp()
}

/** Records the event of a link whose kind has one. */
async function recordBringing(queries: Queries, key: OwnerKey, { cart, now }: Opening, lines: number): Promise<void> {
  const { event: type, revision } = cart
  const subject = key.cartId
  if (type) await recordEvents(queries, [{ type, at: now, actor: subject, subject, data: { lines, revision } }])
}

async function beginSession(queries: Queries, session: NewSession, now: number): Promise<void> {
  const { guestId, newId, oldId, networkHash } = session
  await insertSession(queries, { idHash: hashSessionId(newId), customerId: null, guestId, networkHash, now })
  if (oldId !== undefined) await deleteSession(queries, { idHash: hashSessionId(oldId) })
}

function codesOf(coupon: AppliedCode | null): AppliedCode | { foldedCode: null; enteredCode: null } {
  return coupon ?? { foldedCode: null, enteredCode: null }
}

/** Loads the items of a cart that the transaction has locked, and the code of its coupon. */
async function loadPresent(
  queries: Queries,
  key: OwnerKey,
): Promise<{ present: CountedItem[]; couponCode: string | null }> {
  const rows = await selectPresent(queries, key, {})
  const present = rows.flatMap(({ product_id: productId, variant_id: variantId, quantity }) =>
    productId === null || variantId === null || quantity === null ? [] : [{ productId, variantId, quantity }],
  )
  return { present, couponCode: rows[0]?.coupon_code ?? null }
}

type PresentRow = {
  coupon_code: string | null
  product_id: number | null
  variant_id: number | null
  quantity: number | null
}

/** The columns of lines are null in the row of a cart without lines. */
const selectPresent = statementOfOwner<object, PresentRow>(
  parameter => sql`
    select c.coupon_code, l.product_id, l.variant_id, l.quantity
    from carts c left join cart_lines l on l.cart_id = c.id
    where c.id = ${parameter('cartId')}`,
)

const selectRevision = prepared<{ shopRevision: number }, object>(
  parameter => sql`select 1 as met from shop where revision = ${parameter('shopRevision')}`,
)

/** Counts a visitor to whom a link has brought something, or none, unless its uses are spent. A visitor who has a record spends no second one. */
const spendUse = prepared<{ id: string; uses: 0 | 1 }, { id: string }>(
  parameter => sql`
    update cart_links set used = used + ${parameter('uses')}
    where id = ${parameter('id')} and (uses is null or used < uses) returning id`,
)

/** Stores the time of the write and, where the cart has none, the coupon, which removes the code that was refused before it. */
const recordWrite = statementOfOwner<{ foldedCode: string | null; enteredCode: string | null; now: number }, never>(
  parameter => sql`
    update carts set
      entered_code = case when coupon_code is null then ${parameter('enteredCode')} else entered_code end,
      coupon_code = coalesce(coupon_code, ${parameter('foldedCode')}),
      refused_code = case when cast(${parameter('foldedCode')} as text) is null then refused_code end,
      refused_reason = case when cast(${parameter('foldedCode')} as text) is null then refused_reason end,
      refused_at = case when cast(${parameter('foldedCode')} as text) is null then refused_at end,
      ${writtenAt(parameter('now'))}
    where id = ${parameter('cartId')}`,
)
