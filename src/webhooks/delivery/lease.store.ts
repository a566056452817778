/** The lease of deliveries: one row with the instance that delivers, which expires by the clock of the database. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { databaseClock } from '../../db/database-clock.ts'
import { prepared } from '../../db/prepared-statements.ts'

/** An owner, and how long its lease lives from now. */
export interface LeaseClaim {
  owner: string
  durationMs: number
}

const upsert = prepared<LeaseClaim, object>((parameter, engine) => {
  const endsAt = sql`${databaseClock(engine)} + cast(${parameter('durationMs')} as bigint)`
  return sql`
    insert into webhook_lease (id, owner, expires_at) values (1, ${parameter('owner')}, ${endsAt})
    on conflict (id) do update set owner = excluded.owner, expires_at = excluded.expires_at
    where webhook_lease.owner = excluded.owner or webhook_lease.expires_at <= ${databaseClock(engine)}
    returning id`
})

const deleteOwn = prepared<{ owner: string }, never>(
  parameter => sql`delete from webhook_lease where owner = ${parameter('owner')}`,
)

/** Takes the lease, or renews it. @returns whether the owner holds it; false while another one does */
export async function saveLease(queries: Queries, claim: LeaseClaim): Promise<boolean> {
  return (await upsert(queries, claim)).length > 0
}

/** Ends the owner's lease. */
export async function deleteLease(queries: Queries, owner: string): Promise<void> {
  await deleteOwn(queries, { owner })
}
