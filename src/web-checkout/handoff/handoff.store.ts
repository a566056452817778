/** Handoff storage: marks a handoff as used and replaces the web session, in one transaction. */

import { sql } from 'kysely'
import { customerIdOf, type Owner } from '../../auth/identity.ts'
import { keyOf } from '../../auth/owner-key.ts'
import { hashSessionId } from '../../auth/session-id.crypto.ts'
import { isActive, isOwner, statementOfOwner } from '../../cart/storage/cart.sql.ts'
import { isConstraintViolation } from '../../db/constraint.ts'
import { type Database, type Queries, transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { CustomerTable } from '../../db/tables.ts'
import { recordEvents } from '../../events/record-events.sql.ts'
import { requireShopRow } from '../../shop/require-shop-row.ts'
import { deleteSession, insertSession } from '../session/session.sql.ts'
import type { Handoff, HandoffFacts } from './handoff.ts'

/** The web session that a handoff creates, and the one that it replaces. */
export interface SessionChange {
  newId: string
  /** The session id of the browser's cookie, if there is one. */
  oldId: string | undefined
  /** Keyed hash of the browser's client network. */
  networkHash: string
  /** Milliseconds since the epoch. */
  now: number
}

/** The handoff statements of one database. */
export type HandoffStore = ReturnType<typeof createHandoffStore>

/** Creates the handoff store. */
export function createHandoffStore(database: Database) {
  return {
    /**
     * Reads the facts that decide whether an owner may get a link, or consume one.
     * @param jti the id of the handoff to consume; null when a link is issued
     */
    async loadFacts(owner: Owner, jti: string | null = null): Promise<HandoffFacts> {
      const [found] = await selectFacts(database, keyOf(owner), { jti })
      const row = requireShopRow(found)
      return {
        used: row.used_jti !== null,
        customerStatus: row.customer_status,
        mergedInto: row.merged_into,
        shopRevision: row.revision,
      }
    },

    /**
     * Marks the handoff as used and creates its session, if the handoff is unused, its owner is active and the shop has the
     * revision `shopRevision`. The old session ends in the transaction that begins the new one (specification 5).
     * @returns false when nothing was written
     */
    async saveSession(
      handoff: Handoff,
      shopRevision: number,
      { newId, oldId, networkHash, now }: SessionChange,
    ): Promise<boolean> {
      const { owner, jti, expiresAt } = handoff
      const key = keyOf(owner)
      const save = async (queries: Queries) => {
        if (!(await isActive(queries, key))) return false
        const current = await selectConditions(queries, key, { shopRevision })
        if (current.length === 0 || (await insertUsed(queries, { jti, expiresAt })).length === 0) return false
        const guestId = owner.kind === 'guest' ? owner.guestId : null
        // It locks the customer's row first, as a deletion of the customer does.
        const idHash = hashSessionId(newId)
        await insertSession(queries, { idHash, customerId: customerIdOf(owner), guestId, networkHash, now })
        if (oldId !== undefined) await deleteSession(queries, { idHash: hashSessionId(oldId) })
        const consumed = {
          type: 'handoff.consumed',
          at: now,
          actor: key.cartId,
          subject: key.cartId,
          data: {},
        } as const
        await recordEvents(queries, [consumed])
        return true
      }
      try {
        return await transaction(database, save)
      } catch (error) {
        // The customer was deleted meanwhile: a session refers to its customer.
        if (isConstraintViolation(error)) return false
        throw error
      }
    },
  }
}

interface FactsRow {
  revision: number
  customer_status: CustomerTable['status'] | null
  merged_into: number | null
  used_jti: string | null
}

const selectFacts = statementOfOwner<{ jti: string | null }, FactsRow>(
  parameter => sql`
    select shop.revision, u.status as customer_status,
      (select merged_into from carts where id = ${parameter('cartId')}) as merged_into,
      (select jti from used_handoffs where jti = ${parameter('jti')}) as used_jti
    from shop
    left join customers u on ${isOwner(parameter, 'u')}`,
)

/** Selects a row if the shop has the revision, and the guest is not cancelled. */
const selectConditions = statementOfOwner<{ shopRevision: number }, object>(
  parameter => sql`
    select 1 as met from shop where revision = ${parameter('shopRevision')}
      and (select merged_into from carts where id = ${parameter('cartId')}) is null`,
)

const insertUsed = prepared<{ jti: string; expiresAt: number }, { jti: string }>(
  parameter => sql`
    insert into used_handoffs (jti, expires_at) values (${parameter('jti')}, ${parameter('expiresAt')})
    on conflict (jti) do nothing
    returning jti`,
)
