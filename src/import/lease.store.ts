/** The lease of imports: one row, which tells every instance that an import is running. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'

interface Lease {
  owner: string
  now: number
  expiresAt: number
}

const insertIfFree = prepared<Lease, object>(
  parameter => sql`
    insert into import_lease (id, owner, expires_at) values (1, ${parameter('owner')}, ${parameter('expiresAt')})
    on conflict (id) do update set owner = excluded.owner, expires_at = excluded.expires_at
    where import_lease.expires_at <= ${parameter('now')}
    returning id`,
)

const findUnexpired = prepared<Pick<Lease, 'now'>, object>(
  parameter => sql`select id from import_lease where expires_at > ${parameter('now')}`,
)

const updateExpiry = prepared<Omit<Lease, 'now'>, object>(
  parameter => sql`
    update import_lease set expires_at = ${parameter('expiresAt')} where owner = ${parameter('owner')} returning id`,
)

const deleteOwn = prepared<Pick<Lease, 'owner'>, object>(
  parameter => sql`delete from import_lease where owner = ${parameter('owner')} returning id`,
)

/**
 * Inserts the lease, unless another import holds it.
 * @param lease times in milliseconds since the epoch
 * @returns whether the owner holds it
 */
export async function insertLease(queries: Queries, lease: Lease): Promise<boolean> {
  // A read never waits; the write may wait for the transaction of the import that holds the lease, on the embedded engine.
  if ((await findUnexpired(queries, lease)).length > 0) return false
  return (await insertIfFree(queries, lease)).length > 0
}

/** Saves a later expiry of the owner's lease. */
export async function saveLeaseExpiry(queries: Queries, lease: Omit<Lease, 'now'>): Promise<void> {
  await updateExpiry(queries, lease)
}

/** Deletes the owner's lease. */
export async function deleteLease(queries: Queries, owner: string): Promise<void> {
  await deleteOwn(queries, { owner })
}
