/** Whether a folded name contains every word of a search, for statements that are written for each request. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../../db/database.ts'

/** The condition on `n.folded_name`. @param words folded, one at least */
export function foldedNameHas(words: readonly string[], engine: Engine): RawBuilder<unknown> {
  const has = (word: string) =>
    engine === 'postgres' ? sql`strpos(n.folded_name, ${word}) > 0` : sql`instr(n.folded_name, ${word}) > 0`
  return sql`(${sql.join(words.map(has), sql` and `)})`
}
