/** Counts of uses of staged coupons and campaigns. The statements run inside the import's transaction. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { jsonMember } from '../../db/json-member.sql.ts'
import { stagedTables } from './tables.ts'
import { updateStaged } from './update-staged.ts'

/** Appends the stored count of uses, else 0, to the documents of staged promotions that leave it out. */
export async function keepUsageCounts(queries: Queries): Promise<void> {
  for (const table of ['coupons', 'campaigns'] as const) {
    const key = sql.ref(stagedTables[table].key[0] ?? '')
    const count = jsonMember(queries.engine, 't.document', 'usageCount')
    // As text: the other members of the document stay as they were written.
    const found = sql`
      select s.position, substr(s.document, 1, length(s.document) - 1) || ',"usageCount":' || coalesce(${count}, '0') || '}' as value
      from ${sql.table(`staged_${table}`)} s left join ${sql.table(table)} t on t.${key} = s.${key}
      where s.keeps_usage_count = 1`
    await updateStaged(queries, table, { column: 'document', found })
  }
}
