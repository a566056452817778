/** What imported promotions name and the shop does not have, after everything of the import is saved. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { type NamedRecord, type Naming, namedRecords } from '../../model/named-records.ts'
import { findUnknown } from '../../shop/find-unknown.sql.ts'
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

/** A name at its place in a file. */
interface NamedAt extends NamedRecord {
  file: number
  place: string
}

/** Finds the names, those of one cause together: the same member of the promotions of one file. */
export async function findUnknownNames(queries: Queries): Promise<LeftOut[]> {
  const causes = new Map<string, LeftOut>()
  for (const section of ['campaigns', 'coupons'] as const) {
    for (let after = 0; ; ) {
      const rows = await findPage(queries, section, after)
      if (rows.length === 0) break
      for (const unknown of await findUnknown(queries, rows.flatMap(namedIn))) add(causes, unknown)
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

/** The names of a promotion but those that the file does not say. */
function namedIn({ file, place, document, kept_fields }: PromotionRow): NamedAt[] {
  const kept = (kept_fields?.split(',') ?? []).map(field => `/${field.replace('.', '/')}/`)
  const named = [...namedRecords(JSON.parse(document) as Naming)]
  const said = named.filter(({ pointer }) => !kept.some(each => pointer.startsWith(each)))
  return said.map(each => ({ ...each, file, place }))
}

function add(causes: Map<string, LeftOut>, { kind, written, pointer, file, place }: NamedAt): void {
  const isInTable = !place.startsWith('/')
  const at = fieldAt(place, isInTable ? couponColumnAt(pointer) : pointer)
  const cause = `${file}\n${at.replace(/\d+/g, '*')}`
  const known = causes.get(cause)
  if (!known) {
    causes.set(cause, { file, message: unknownTexts[kind], value: String(written), count: 1, places: [at] })
    return
  }
  known.count++
  if (known.places.length < PLACES_SHOWN && !known.places.includes(at)) known.places.push(at)
}
