/** Finds what promotions name and the shop does not have. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine, Queries } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { NamedKind, NamedRecord } from '../model/named-records.ts'

type Key = NamedRecord['key']
type FindKeys = (queries: Queries, parameters: { keys: string }) => Promise<{ key: Key }[]>

/** Returns those of the names that the shop does not have, in their order; asks once for each kind. */
export async function findUnknown<N extends NamedRecord>(queries: Queries, named: Iterable<N>): Promise<N[]> {
  const all = [...named]
  const keys = Map.groupBy(all, ({ kind }) => kind)
  const known = new Map<NamedKind, Set<Key>>()
  for (const [kind, ofKind] of keys) known.set(kind, await findKnown(queries, kind, ofKind))
  return all.filter(({ kind, key }) => !known.get(kind)?.has(key))
}

async function findKnown(queries: Queries, kind: NamedKind, named: readonly NamedRecord[]): Promise<Set<Key>> {
  const keys = JSON.stringify([...new Set(named.map(({ key }) => key))].map(key => ({ key })))
  return new Set((await selectKnown[kind](queries, { keys })).map(({ key }) => key))
}

const selectKnown: Record<NamedKind, FindKeys> = {
  product: byId('products'),
  // No index has the ids of variants alone: the table is read once.
  variant: prepared<{ keys: string }, { key: Key }>(
    (parameter, engine) => sql`
      select distinct v.id as key from variants v where v.id in (select key from ${asked(parameter('keys'), 'bigint', engine)})`,
  ),
  brand: byTerm('brand'),
  category: byTerm('category'),
  tag: byTerm('tag'),
  'customer group': byId('customer_groups'),
  customer: byId('customers'),
}

function byId(table: 'products' | 'customer_groups' | 'customers'): FindKeys {
  return prepared<{ keys: string }, { key: Key }>(
    (parameter, engine) => sql`
      select t.id as key from ${asked(parameter('keys'), 'bigint', engine)} join ${sql.table(table)} t on t.id = k.key`,
  )
}

function byTerm(kind: NamedKind): FindKeys {
  return prepared<{ keys: string }, { key: Key }>(
    (parameter, engine) => sql`
      select k.key from ${asked(parameter('keys'), 'text', engine)}
      where exists (select 1 from product_terms t where t.kind = ${sql.lit(kind)} and t.folded = k.key)`,
  )
}

function asked(keys: unknown, type: 'bigint' | 'text', engine: Engine): RawBuilder<unknown> {
  return jsonRows(keys, 'k', { columns: { key: type }, engine })
}
