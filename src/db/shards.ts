/** The order in which a Citus cluster writes the parts of a distributed table. */

import { sql } from 'kysely'
import type { Queries } from './database.ts'

/**
 * Makes the transaction write the shards of distributed tables one after the other, on one connection for each node. Citus requires it of a
 * write to all shards before a write to a copied table that the distributed one references. PostgreSQL alone ignores it.
 */
export async function writeShardsInTurn({ engine, kysely }: Queries): Promise<void> {
  if (engine === 'postgres') await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(kysely)
}
