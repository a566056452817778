/** Carts in the database: one statement reads all that belongs to an owner, one conditional statement is each write. */

import { type RawBuilder, sql } from 'kysely'
import type { Owner } from '../auth/identity.ts'
import { type Queries, transaction } from '../db/database.ts'
import { type Parameter, prepared } from '../db/prepared.ts'
import type { CartLineTable, Flag } from '../db/tables.ts'
import { isUnavailable } from '../db/unavailable.ts'
import {
  keyOf,
  mayCreate,
  mayWrite,
  noteUse,
  noteUseBefore,
  type OwnerKey,
  selectCartWith,
  usedNow,
} from './cart.sql.ts'
import { type ItemFacts, MAX_QUANTITY, type NewItem, type StoredCart } from './cart.ts'
import { type CartRow, toCart } from './cart-row.ts'

type ItemKey = OwnerKey & { productId: number; variantId: number }
type NewLine = ItemKey & { itemId: string; quantity: number; now: number }

/** An item that was added, and the cart with it. */
export interface SavedItem {
  itemId: string
  cart: StoredCart
}

export type CartStore = ReturnType<typeof cartStore>

/**
 * The statements of carts. Writes say whether they did anything; why not is read afterwards, with the cart.
 * @param now milliseconds since the epoch
 */
export function cartStore(database: Queries, now: () => number) {
  return {
    /** Reads the owner's cart; an owner without a cart has an empty one. */
    async loadCart(owner: Owner): Promise<StoredCart> {
      return toCart(await selectCart(database, keyOf(owner)))
    },

    /**
     * Notes that the owner's cart is used, so that it is not taken for an idle one.
     * @returns false when that had been noted, or the cart is gone
     */
    async noteUse(owner: Owner): Promise<boolean> {
      try {
        return (await noteUse(database, { ...keyOf(owner), now: now() })).length > 0
      } catch (error) {
        // A database that can only be read still shows carts.
        if (isUnavailable(error)) return true
        throw error
      }
    },

    /**
     * Adds to the item's line, or opens one under `itemId`, and reads the cart that this makes: nothing comes between.
     * @param patient waits for other writes to the cart, which costs PostgreSQL three more round trips
     * @returns undefined when anything forbids it, or, unless patient, when another write came between
     */
    async saveItem(owner: Owner, item: NewItem, itemId: string, patient: boolean): Promise<SavedItem | undefined> {
      const { productId, quantity } = item
      const line = { ...keyOf(owner), productId, variantId: item.variantId ?? 0, quantity, itemId, now: now() }
      if (database.engine === 'sqlite') return saveInTransaction(database, line)
      return patient ? saveInTurn(database, line) : saveInOneStatement(database, line)
    },

    /** Creates the owner's cart unless it exists. */
    async insertCart(owner: Owner): Promise<void> {
      await insertCart(database, { ...keyOf(owner), now: now() })
    },

    /** What there is to know about an item that could not be added. */
    async loadItemFacts(owner: Owner, { productId, variantId }: NewItem): Promise<ItemFacts> {
      const [row] = await selectItemFacts(database, { ...keyOf(owner), productId, variantId: variantId ?? 0 })
      return {
        customerStatus: row?.customer_status ?? null,
        mergedInto: row?.merged_into ?? null,
        hasCart: row?.has_cart === 1,
        productOnSale: row?.on_sale === 1,
        hasVariants: (row?.variants ?? 0) > 0,
        variantOnSale: row?.variant_on_sale === 1,
        quantity: row?.quantity ?? 0,
      }
    },

    /** Deletes the owner's lines and choices. */
    async deleteCart(owner: Owner): Promise<void> {
      await deleteCart(database, keyOf(owner))
    },
  }
}

async function saveInOneStatement(database: Queries, line: NewLine): Promise<SavedItem | undefined> {
  const rows = await insertLineAndSelectCart(database, line)
  const itemId = rows[0]?.affected_id
  return itemId ? { itemId, cart: toCart(rows) } : undefined
}

/** The lock comes in a statement of its own, so that the next one's snapshot is taken after the wait. */
function saveInTurn(database: Queries, line: NewLine): Promise<SavedItem | undefined> {
  return transaction(database, async queries => {
    await sql`select 1 from carts where id = ${line.cartId} for update`.execute(queries.kysely)
    return saveInOneStatement(queries, line)
  })
}

/** SQLite writes nothing inside a query, and its transaction is no round trip. */
function saveInTransaction(database: Queries, line: NewLine): Promise<SavedItem | undefined> {
  return transaction(database, async queries => {
    await noteUseBefore(queries, line)
    const [written] = await insertLine(queries, line)
    return written && { itemId: written.id, cart: toCart(await selectCart(queries, line)) }
  })
}

const selectCart = prepared<OwnerKey, CartRow>(parameter => selectCartWith(parameter, sql`cart_lines`))

/** Adds to the item's line or opens one, `from` the row of a cart that may be written to. */
function upsertLine(parameter: Parameter<NewLine>, from: RawBuilder<unknown>): RawBuilder<CartLineTable> {
  return sql`
    insert into cart_lines (cart_id, product_id, variant_id, id, position, quantity, gift_package)
    select c.id, p.id, ${parameter('variantId')}, ${parameter('itemId')},
      (select coalesce(max(position), 0) + 1 from cart_lines where cart_id = c.id), ${parameter('quantity')}, 0
    from ${from} c
    join products p on p.id = ${parameter('productId')}
    where p.on_sale = 1
      and case when cast(${parameter('variantId')} as bigint) = 0
        then not exists (select 1 from variants where product_id = p.id and on_sale = 1)
        else exists (select 1 from variants where product_id = p.id and id = ${parameter('variantId')} and on_sale = 1)
        end
    on conflict (cart_id, product_id, variant_id)
    do update set quantity = cart_lines.quantity + excluded.quantity
    where cart_lines.quantity + excluded.quantity <= ${sql.lit(MAX_QUANTITY)}
    returning *`
}

const insertLine = prepared<NewLine, CartLineTable>(parameter =>
  upsertLine(
    parameter,
    sql`(select id from carts
      where id = ${parameter('cartId')} and merged_into is null and ${mayWrite(parameter('customerId'))})`,
  ),
)

// The scalar subselect sees the revision of the statement's snapshot, the update the newest row. Where they differ, what the
// statement read is not what it would write to, and it does nothing; nor while another write holds the row.
const insertLineAndSelectCart = prepared<NewLine, CartRow & { affected_id: string | null }>(
  parameter => sql`
    with moved as (
      update carts set revision = revision + 1, used_at = ${usedNow(parameter)}
      where id in (
          select id from carts
          where id = ${parameter('cartId')} and merged_into is null and ${mayWrite(parameter('customerId'))}
          for update skip locked
        )
        and revision = (select revision from carts where id = ${parameter('cartId')})
      returning id
    ),
    written as (${upsertLine(parameter, sql`moved`)}),
    cart as (${selectCartWith(
      parameter,
      sql`(
        select * from cart_lines where cart_id = ${parameter('cartId')} and id not in (select id from written)
        union all select * from written
      )`,
    )})
    select cart.*, written.id as affected_id from written, cart order by cart.position, cart.id`,
)

const insertCart = prepared<OwnerKey & { now: number }, never>(
  (parameter, engine) => sql`
    insert into carts (id, created_at, used_at)
    select ${parameter('cartId')}, ${parameter('now')}, ${parameter('now')} from shop
    where ${mayCreate(parameter('customerId'), engine)}
    on conflict (id) do nothing`,
)

type FactsRow = Pick<CartRow, 'customer_status' | 'merged_into' | 'quantity'> & {
  has_cart: Flag
  on_sale: Flag | null
  variant_on_sale: Flag | null
  variants: number
}

const selectItemFacts = prepared<ItemKey, FactsRow>(
  parameter => sql`
    select u.status as customer_status, c.merged_into, case when c.id is null then 0 else 1 end as has_cart, p.on_sale, v.on_sale as variant_on_sale, l.quantity,
      (select count(*) from variants where product_id = p.id and on_sale = 1) as variants
    from shop
    left join customers u on u.id = ${parameter('customerId')}
    left join carts c on c.id = ${parameter('cartId')}
    left join products p on p.id = ${parameter('productId')}
    left join variants v on v.product_id = p.id and v.id = ${parameter('variantId')}
    left join cart_lines l on l.cart_id = c.id and l.product_id = p.id and l.variant_id = ${parameter('variantId')}`,
)

// The lines go with the row, which comes back with the next item.
const deleteCart = prepared<OwnerKey, never>(
  parameter => sql`
    delete from carts
    where id = ${parameter('cartId')} and merged_into is null and ${mayWrite(parameter('customerId'))}`,
)
