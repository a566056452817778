/** Writes of agents' carts: each is one transaction, with the idempotency key of its request. The row in `ucp_carts` is the lock of such a cart. */

import { sql } from 'kysely'
import type { UcpOwner } from '../../auth/identity.ts'
import { keyOf, type OwnerKey } from '../../auth/owner-key.ts'
import { itemOf, type StoredLine } from '../../cart/cart.ts'
import { statementOfOwner } from '../../cart/storage/cart.sql.ts'
import { writtenAt } from '../../cart/storage/cart-times.sql.ts'
import type { WriteCart } from '../../cart/storage/write-cart.sql.ts'
import type { Queries } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import type { Answer } from '../operation.ts'
import { findAnswer, insertAnswer, type KeyedRequest } from './idempotency.sql.ts'

/** What a create or an update stores. Times are in milliseconds since the epoch. */
export interface CartContent {
  /** In their order; the whole cart. */
  lines: readonly StoredLine[]
  codes: readonly string[]
  expiresAt: number
  now: number
}

/** The answer of a write, which is stored with the key of its request. */
export interface AnsweredWrite {
  answer: Answer
  /** Undefined for a request without a key. */
  request: KeyedRequest | undefined
}

/** Result of a write: the answer, that of an earlier request with the same key, or `missed`, where nothing was written. */
export type WriteResult = Answer | 'missed'

/** The writes of one database. */
export type UcpCartStore = ReturnType<typeof createUcpCartStore>

/**
 * Creates the writes. A write is `missed` where its condition does not hold: an update finds no living cart, a cancel no living cart of the
 * revision that the answer shows, or a key has just expired.
 * @param writeCart runs each write after earlier writes of the same cart; throws a Refusal 503 `cart_busy` after its deadline
 */
export function createUcpCartStore(writeCart: WriteCart) {
  const run = (
    queue: string,
    { answer, request }: AnsweredWrite,
    now: number,
    write: (queries: Queries) => Promise<boolean>,
  ) =>
    writeCart<WriteResult>(queue, {
      locked: async (queries, limitLockWait) => {
        if (request && !(await insertAnswer(queries, request, answer, now))) {
          return (await findAnswer(queries, request, now)) ?? 'missed'
        }
        if (request) await limitLockWait()
        if (await write(queries)) return answer
        // The key must not stay.
        throw new Missed()
      },
    }).catch((error: unknown) => {
      if (error instanceof Missed) return 'missed' as const
      throw error
    })

  return {
    /** Creates a cart. */
    create(owner: UcpOwner, content: CartContent, answered: AnsweredWrite): Promise<WriteResult> {
      const key = keyOf(owner)
      const { request } = answered
      const queue = request ? `ucp key ${request.platform} ${request.key}` : key.cartId
      return run(queue, answered, content.now, async queries => {
        await insertCart(queries, key, { now: content.now })
        await insertUcpCart(queries, key, toValues(content))
        await insertLines(queries, key, content.lines)
        return true
      })
    },

    /** Replaces what is in a living cart. */
    replace(owner: UcpOwner, content: CartContent, answered: AnsweredWrite): Promise<WriteResult> {
      const key = keyOf(owner)
      return run(key.cartId, answered, content.now, async queries => {
        if ((await updateUcpCart(queries, key, toValues(content))).length === 0) return false
        await recordChange(queries, key, { now: content.now })
        await deleteLines(queries, key, {})
        await insertLines(queries, key, content.lines)
        return true
      })
    },

    /** Cancels a living cart of a revision. */
    cancel(
      owner: UcpOwner,
      { revision, now }: { revision: number; now: number },
      answered: AnsweredWrite,
    ): Promise<WriteResult> {
      const key = keyOf(owner)
      return run(
        key.cartId,
        answered,
        now,
        async queries => (await cancelUcpCart(queries, key, { revision, now })).length > 0,
      )
    },
  }
}

/** Rolls a transaction back. */
class Missed extends Error {}

function toValues({ codes, expiresAt, now }: CartContent) {
  return { codes: JSON.stringify(codes), expiresAt, now }
}

async function insertLines(queries: Queries, key: OwnerKey, lines: readonly StoredLine[]): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map((line, index) => {
    const { productId, variantId } = itemOf(line)
    return { p: productId, v: variantId, id: line.id, n: index + 1, q: line.quantity }
  })
  await insertAllLines(queries, key, { rows: JSON.stringify(rows) })
}

type UcpValues = ReturnType<typeof toValues>

const insertCart = statementOfOwner<{ now: number }, never>(
  parameter => sql`
    insert into carts (id, created_at, used_at, changed_at)
    values (${parameter('cartId')}, ${parameter('now')}, ${parameter('now')}, ${parameter('now')})`,
)

const insertUcpCart = statementOfOwner<UcpValues, never>(
  parameter => sql`
    insert into ucp_carts (cart_id, revision, codes, expires_at, created_at)
    values (${parameter('cartId')}, 1, ${parameter('codes')}, ${parameter('expiresAt')}, ${parameter('now')})`,
)

const insertAllLines = statementOfOwner<{ rows: string }, never>((parameter, engine) => {
  const columns = { p: 'bigint', v: 'bigint', id: 'text', n: 'bigint', q: 'integer' } as const
  return sql`
    insert into cart_lines (cart_id, product_id, variant_id, id, position, quantity, gift_package)
    select cast(${parameter('cartId')} as text), k.p, k.v, k.id, k.n, k.q, 0
    from ${jsonRows(parameter('rows'), 'k', { columns, engine })}`
})

const isLiving = sql`cancelled_at is null and expires_at >`

const updateUcpCart = statementOfOwner<UcpValues, object>(
  parameter => sql`
    update ucp_carts set revision = revision + 1, codes = ${parameter('codes')}, expires_at = ${parameter('expiresAt')}
    where cart_id = ${parameter('cartId')} and ${isLiving} ${parameter('now')}
    returning revision`,
)

const recordChange = statementOfOwner<{ now: number }, never>(
  parameter => sql`
    update carts set revision = revision + 1, ${writtenAt(parameter('now'))} where id = ${parameter('cartId')}`,
)

const deleteLines = statementOfOwner<object, never>(
  parameter => sql`delete from cart_lines where cart_id = ${parameter('cartId')}`,
)

/** A cancelled cart has expired, too: it is deleted with the expired ones. */
const cancelUcpCart = statementOfOwner<{ revision: number; now: number }, object>(
  parameter => sql`
    update ucp_carts set cancelled_at = ${parameter('now')}, expires_at = ${parameter('now')}
    where cart_id = ${parameter('cartId')} and revision = ${parameter('revision')} and ${isLiving} ${parameter('now')}
    returning revision`,
)
