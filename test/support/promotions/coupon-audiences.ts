/** The index of coupons by whom their audience names, what it has to be by the documents of coupons, and random coupons. */

import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Queries } from '../../../src/db/database.ts'

/** Requires that the index names whom the stored coupons name. */
export async function checkAudiences(queries: Queries): Promise<void> {
  assert.deepEqual(await indexOf(queries), await requiredBy(queries))
}

async function indexOf({ kysely }: Queries): Promise<string[]> {
  const rows = await kysely.selectFrom('coupon_audiences').selectAll().execute()
  return rows.map(({ kind, id, folded_code }) => `${kind} ${id} ${folded_code}`).sort()
}

interface StoredAudience {
  customerIds: number[]
  customerGroupIds: number[]
  exclude?: { customerIds: number[] }
}

async function requiredBy({ kysely }: Queries): Promise<string[]> {
  const { rows } = await sql<{ folded_code: string; document: string }>`
    select folded_code, document from coupons`.execute(kysely)
  const required = rows.flatMap(({ folded_code, document }) => {
    const { audience } = JSON.parse(document) as { audience: StoredAudience | null }
    const named = (kind: string, ids: number[] = []) => ids.map(id => `${kind} ${id} ${folded_code}`)
    return [
      ...named('customer', audience?.customerIds),
      ...named('group', audience?.customerGroupIds),
      ...named('excluded', audience?.exclude?.customerIds),
    ]
  })
  return [...new Set(required)].sort()
}

/** Creates random audiences of few customers and groups, some named twice. @param random from 0 to 1 */
export function audiencesBy(random: () => number): () => object | null {
  const idsOf = () => Array.from({ length: Math.floor(random() * 4) }, () => 1 + Math.floor(random() * 6))
  const maybe = (fields: object) => (random() < 0.5 ? fields : {})
  return () =>
    random() < 0.3
      ? null
      : {
          members: random() < 0.3,
          ...maybe({ customerIds: idsOf() }),
          ...maybe({ customerGroupIds: idsOf() }),
          ...maybe({ exclude: { visitors: true, customerIds: idsOf(), customerGroupIds: idsOf() } }),
        }
}
