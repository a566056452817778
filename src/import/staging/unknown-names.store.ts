/** What imported promotions name and the shop does not have, after everything of the import is saved. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { type NamedList, type Naming, namedLists } from '../../model/named-records.ts'
import { createKnownNames, type UnknownName } from '../../shop/find-unknown.sql.ts'
import { fieldAt, PLACES_SHOWN } from '../../shop-file/findings.ts'
import { unknownTexts } from '../../shop-file/promotion-document.ts'
import { couponColumnAt } from '../../shop-file/table-columns.ts'
import type { LeftOut } from './left-out.store.ts'

/** Promotions per page: each may name ten thousand records in each of its lists. */
const PROMOTIONS = 20

interface PromotionRow {
  position: number
  file: number
  place: string
  document: string
  kept_fields: string | null
}

/** Finds the names, those of one cause together: the same member of the promotions of one file. */
export async function findUnknownNames(queries: Queries): Promise<LeftOut[]> {
  const causes = new Map<string, LeftOut>()
  const names = createKnownNames(queries)
  for (const section of ['campaigns', 'coupons'] as const) {
    for (let after = 0; ; ) {
      const rows = await findPage(queries, section, after)
      if (rows.length === 0) break
      const said = rows.map(row => ({ row, lists: listsIn(row) }))
      await names.ask(said.flatMap(({ lists }) => lists))
      for (const { row, lists } of said) {
        for (const unknown of lists.flatMap(list => names.unknownIn(list))) add(causes, unknown, row)
      }
      after = rows.at(-1)?.position ?? Number.POSITIVE_INFINITY
    }
  }
  return [...causes.values()]
}

async function findPage({ kysely }: Queries, section: 'campaigns' | 'coupons', after: number): Promise<PromotionRow[]> {
  const kept = section === 'coupons' ? sql`kept_fields` : sql`cast(null as text) as kept_fields`
  const { rows } = await sql<PromotionRow>`
    select position, file, place, document, ${kept} from ${sql.table(`staged_${section}`)}
    where names_records = 1 and position > ${after} order by position limit ${sql.lit(PROMOTIONS)}`.execute(kysely)
  return rows
}

/** What a promotion names, but what the file does not say. */
function listsIn({ document, kept_fields }: PromotionRow): NamedList[] {
  const kept = (kept_fields?.split(',') ?? []).map(field => `/${field.replace('.', '/')}/`)
  const lists = namedLists(JSON.parse(document) as Naming)
  return lists.filter(({ pointer }) => !kept.some(each => `${pointer}/`.startsWith(each)))
}

function add(causes: Map<string, LeftOut>, { kind, name, pointer }: UnknownName, { file, place }: PromotionRow): void {
  const isInTable = !place.startsWith('/')
  const at = fieldAt(place, isInTable ? couponColumnAt(pointer) : pointer)
  const cause = `${file}\n${at.replace(/\d+/g, '*')}`
  const known = causes.get(cause)
  if (!known) {
    causes.set(cause, { file, message: unknownTexts[kind], value: String(name), count: 1, places: [at] })
    return
  }
  known.count++
  if (known.places.length < PLACES_SHOWN && !known.places.includes(at)) known.places.push(at)
}
