/** Reads what is stored about one customer, page by page, so that memory stays bounded and other requests run in between. */

import { type Selectable, sql } from 'kysely'
import { isMerged, isOfGuest } from '../customers/forget-customer.sql.ts'
import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { Queries } from '../db/database.ts'
import { pages } from '../db/row-pages.ts'
import type { CartLineTable, CartTable, IdempotencyKeyTable } from '../db/cart-tables.ts'
import type { EventTable, WebSessionTable } from '../db/tables.ts'
import type { UcpBroughtTable } from '../db/ucp-tables.ts'
import { type AudiencePromotion, findAudiences } from './audiences.sql.ts'
import type { CheckoutWithUses } from './export-checkout.document.ts'

/** Small rows per page. */
const ROWS = 200
/** Checkouts per page: each has a cart document of up to some hundred kilobytes. */
const CHECKOUTS = 20

/** A row of `carts` as it is read. */
export type CartRow = Selectable<CartTable>

type EventRow = Selectable<EventTable>

/** Reads of what is stored about one customer. */
export type ExportStore = ReturnType<typeof createExportStore>

/** Creates the reads. Pages are generators; a customer without records has none. */
export function createExportStore(queries: Queries) {
  const { kysely } = queries
  const guestsAfter = (id: number, after: string) =>
    kysely
      .selectFrom('carts')
      .selectAll()
      .where('merged_into', '=', id)
      .where(isMerged)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS)
      .execute()

  const guestPages = (id: number) => pages((last?: CartRow) => guestsAfter(id, last?.id ?? ''))

  const ownCheckouts = (id: number, after: string) =>
    kysely
      .selectFrom('checkouts')
      .selectAll()
      .where('customer_id', '=', id)
      .where('reference', '>', after)
      .orderBy('reference')
      .limit(CHECKOUTS)
      .execute()

  const guestCheckouts = (guests: string[], [subject, reference]: [string, string]) =>
    kysely
      .selectFrom('checkouts')
      .selectAll()
      .where('subject', 'in', guests)
      .where(isOfGuest)
      .where(sql<boolean>`(subject, reference) > (${subject}, ${reference})`)
      .orderBy('subject')
      .orderBy('reference')
      .limit(CHECKOUTS)
      .execute()

  const ownEvents = (id: number, after: number) =>
    kysely
      .selectFrom('events')
      .selectAll()
      .where('customer_id', '=', id)
      .where('position', '>', after)
      .orderBy('position')
      .limit(ROWS)
      .execute()

  const guestEvents = (guests: string[], [subject, position]: [string, number]) =>
    kysely
      .selectFrom('events')
      .selectAll()
      .where('customer_id', 'is', null)
      .where('subject', 'in', guests)
      .where(sql<boolean>`(subject, position) > (${subject}, ${position})`)
      .orderBy('subject')
      .orderBy('position')
      .limit(ROWS)
      .execute()

  const withUses = async (id: number, rows: CheckoutTable[]): Promise<CheckoutWithUses[]> => {
    const references = rows.map(({ reference }) => reference)
    const found = kysely.selectFrom('promotion_uses').selectAll().where('reference', 'in', references)
    const uses = Map.groupBy(await found.execute(), ({ reference }) => reference)
    const ofCart = kysely.selectFrom('unpaid_holds').selectAll().where('cart_id', '=', `member:${id}`)
    const unpaid = await ofCart.where('reference', 'in', references).execute()
    const holds = Map.groupBy(unpaid, ({ reference }) => reference)
    return rows.map(row => ({
      row,
      uses: uses.get(row.reference) ?? [],
      unpaidHolds: holds.get(row.reference) ?? [],
    }))
  }

  return {
    /** Finds the cart; undefined for a customer who has never had one. */
    async findCart(id: number): Promise<{ cart: CartRow; lines: CartLineTable[] } | undefined> {
      const key = `member:${id}`
      const cart = await kysely.selectFrom('carts').selectAll().where('id', '=', key).executeTakeFirst()
      if (!cart) return undefined
      const lines = kysely.selectFrom('cart_lines').selectAll().where('cart_id', '=', key).orderBy('position')
      return { cart, lines: await lines.execute() }
    },

    /** The adds of the last day whose idempotency keys are kept. */
    findIdempotencyKeys: (id: number): AsyncGenerator<IdempotencyKeyTable[]> =>
      pages(last =>
        kysely
          .selectFrom('idempotency_keys')
          .selectAll()
          .where('cart_id', '=', `member:${id}`)
          .where('idempotency_key', '>', last?.idempotency_key ?? '')
          .orderBy('idempotency_key')
          .limit(ROWS)
          .execute(),
      ),

    /** The carts of agents that were brought into the customer's. */
    findBrought: (id: number): AsyncGenerator<UcpBroughtTable[]> =>
      pages(last =>
        kysely
          .selectFrom('ucp_brought')
          .selectAll()
          .where('cart_id', '=', `member:${id}`)
          .where('ucp_cart_id', '>', last?.ucp_cart_id ?? '')
          .orderBy('ucp_cart_id')
          .limit(ROWS)
          .execute(),
      ),

    /** The guests that were merged into the customer. */
    findMergedGuests: guestPages,

    /** The web sessions, without the hashes of their ids in what is presented. */
    findSessions: (id: number): AsyncGenerator<WebSessionTable[]> =>
      pages(last =>
        kysely
          .selectFrom('web_sessions')
          .selectAll()
          .where('customer_id', '=', id)
          .where('id_hash', '>', last?.id_hash ?? '')
          .orderBy('id_hash')
          .limit(ROWS)
          .execute(),
      ),

    /** The events that name the customer, and those of merged guests from before the merge. */
    async *findEvents(id: number): AsyncGenerator<EventRow[]> {
      yield* pages<EventRow>(last => ownEvents(id, last?.position ?? 0))
      for await (const guests of guestPages(id)) {
        const subjects = guests.map(guest => guest.id)
        yield* pages<EventRow>(last => guestEvents(subjects, [last?.subject ?? '', last?.position ?? 0]))
      }
    },

    /** The checkouts of the customer, and those that merged guests had completed before. */
    async *findCheckouts(id: number): AsyncGenerator<CheckoutWithUses[]> {
      for await (const rows of pages<CheckoutTable>(last => ownCheckouts(id, last?.reference ?? ''))) {
        yield withUses(id, rows)
      }
      for await (const guests of guestPages(id)) {
        const subjects = guests.map(guest => guest.id)
        const next = (last?: CheckoutTable) => guestCheckouts(subjects, [last?.subject ?? '', last?.reference ?? ''])
        for await (const rows of pages(next)) yield withUses(id, rows)
      }
    },

    /** The coupons and campaigns whose audience names the customer. */
    findAudiences: (id: number): AsyncGenerator<AudiencePromotion[]> => findAudiences(queries, id),
  }
}
