/** Storage of sign-ins that the identity provider has not answered yet: each is found once. */

import { sql } from 'kysely'
import { hashSessionId } from '../../auth/session-id.crypto.ts'
import { batchDeletion } from '../../db/batch-deletion.ts'
import type { Queries } from '../../db/database.ts'
import { prepared } from '../../db/prepared-statements.ts'

/** A sign-in at the provider must end within ten minutes. */
export const SIGN_IN_MS = 600_000
/** Sign-ins that may have begun and not ended, of all people: the oldest give way to a flood. */
const MAX_SIGN_INS = 10_000
const ROWS_PER_BATCH = 500

/** Storage of sign-ins. Times are milliseconds since the epoch. */
export type SignInStore = ReturnType<typeof createSignInStore>

/** Creates the store. It has the hash of what the browser keeps, and so no state, nonce or verifier. */
export function createSignInStore(database: Queries) {
  return {
    /** Notes that a sign-in has begun. @param kept what the browser keeps of it */
    async insertSignIn(kept: string, now: number): Promise<void> {
      await insertSignIn(database, { idHash: hashSessionId(kept), now })
      await deleteSurplus(database, {})
    },

    /** Ends a sign-in. @returns false for one that has ended before, that Sepet has not begun, or that is too old */
    async deleteSignIn(kept: string, now: number): Promise<boolean> {
      const deleted = await deleteSignIn(database, { idHash: hashSessionId(kept), begunAfter: now - SIGN_IN_MS })
      return deleted.length > 0
    },
  }
}

/**
 * Deletes a batch of sign-ins that are too old to be answered.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none is left
 */
export async function deleteOldSignIns(database: Queries, now: number): Promise<number> {
  return await deleteOld(database, { before: now - SIGN_IN_MS })
}

const insertSignIn = prepared<{ idHash: string; now: number }, never>(
  parameter =>
    sql`insert into office_sign_ins (id_hash, begun_at) values (${parameter('idHash')}, ${parameter('now')})`,
)

const deleteSignIn = prepared<{ idHash: string; begunAfter: number }, object>(
  parameter => sql`
    delete from office_sign_ins where id_hash = ${parameter('idHash')} and begun_at > ${parameter('begunAfter')}
    returning 1 as deleted`,
)

/** Two sign-ins at once may delete the same row, which is no error: each waits for the other, and finds it gone. */
const deleteSurplus = prepared<object, never>(
  () => sql`
    delete from office_sign_ins where begun_at < (
      select begun_at from office_sign_ins order by begun_at desc limit 1 offset ${sql.lit(MAX_SIGN_INS - 1)})`,
)

const deleteOld = batchDeletion<{ before: number }>({
  table: 'office_sign_ins',
  key: { id_hash: 'text' },
  condition: parameter => sql`begun_at <= ${parameter('before')}`,
  order: 'begun_at',
  rows: ROWS_PER_BATCH,
})
