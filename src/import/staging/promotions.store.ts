/** Counts of uses of staged coupons and campaigns. The statements run inside the import's transaction. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { stagedTables } from './tables.ts'

/** Appends the stored count of uses, else 0, to the documents of staged promotions that leave it out. */
export async function keepUsageCounts({ kysely, engine }: Queries): Promise<void> {
  for (const name of ['coupons', 'campaigns'] as const) {
    const [stored, staged] = [sql.table(name), sql.table(`staged_${name}`)]
    const key = sql.ref(stagedTables[name].key[0] ?? '')
    const count =
      engine === 'postgres'
        ? sql`cast(t.document as json) ->> 'usageCount'`
        : sql`json_extract(t.document, '$.usageCount')`
    // As text: the other members of the document stay as they were written.
    await sql`
      update ${staged} as s
      set document = substr(s.document, 1, length(s.document) - 1) || ',"usageCount":'
        || coalesce((select ${count} from ${stored} as t where t.${key} = s.${key}), '0') || '}'
      where s.keeps_usage_count = 1`.execute(kysely)
  }
}
