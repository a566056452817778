/** Names of staged products for the search of agents. Runs inside the import's transaction. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'

/**
 * Saves the folded names of all staged products that are not saved yet, also of products that have not changed: an instance of an earlier
 * version saves products without them.
 */
export async function saveProductNames({ kysely, engine }: Queries): Promise<void> {
  const unsaved = sql`
    select s.id, s.folded_name from staged_products s
    where s.folded_name is not null and not exists (
      select 1 from product_names where product_names.product_id = s.id and product_names.folded_name = s.folded_name)
    order by s.id`
  // The index of SQLite is a table, which is written first: it is found by the names that are not saved yet.
  if (engine === 'sqlite') await sql`replace into product_name_grams (rowid, folded_name) ${unsaved}`.execute(kysely)
  await sql`
    insert into product_names (product_id, folded_name) ${unsaved}
    on conflict (product_id) do update set folded_name = excluded.folded_name`.execute(kysely)
}
