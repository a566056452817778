/** Finds what promotions name and the shop does not have. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine, Queries } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { Items } from '../model/campaign.ts'
import type { Name, NamedKind, NamedList } from '../model/named-records.ts'
import { foldTermOf, type TermKind } from '../model/term.ts'

/** Number of names whose answers are remembered before the next question. */
const MAX_REMEMBERED = 200_000

/** Number of products, and of variants, that are compared. */
const MAX_COMPARED = 1_000

/** A name that nothing in the shop has. */
export interface UnknownName {
  kind: NamedKind
  name: Name
  /** JSON pointer of the name in its promotion. */
  pointer: string
}

/** The id of a record, or the form in which a term is compared. */
type Key = number | string
type FindKeys = (queries: Queries, parameters: { keys: string }) => Promise<{ key: Key }[]>

/** Finds the names of one promotion that the shop does not have, in their order. */
export async function findUnknown(queries: Queries, lists: readonly NamedList[]): Promise<UnknownName[]> {
  const names = createKnownNames(queries)
  await names.ask(lists)
  return lists.flatMap(list => names.unknownIn(list))
}

/** Whether lists name products and variants, and none of these is of one of those. Long lists are not compared. */
export async function coversNoVariant(
  queries: Queries,
  { productIds = [], variantIds = [] }: Pick<Items, 'productIds' | 'variantIds'>,
): Promise<boolean> {
  const isCompared = [productIds, variantIds].every(({ length }) => length > 0 && length <= MAX_COMPARED)
  if (!isCompared) return false
  const [products, variants] = [productIds, variantIds].map(ids => JSON.stringify(ids.map(key => ({ key }))))
  const found = await selectVariantOf(queries, { products: products ?? '', variants: variants ?? '' })
  return found.length === 0
}

/** Creates the answers about names, which are asked for once for each kind, and remembered for further promotions. */
export function createKnownNames(queries: Queries) {
  const answers = new Map<NamedKind, Map<Name, boolean>>()
  const answersOf = (kind: NamedKind) => answers.get(kind) ?? new Map<Name, boolean>()
  return {
    /** Asks for the names that are not remembered. */
    async ask(lists: readonly NamedList[]): Promise<void> {
      const remembered = [...answers.values()].reduce((total, { size }) => total + size, 0)
      if (remembered > MAX_REMEMBERED) answers.clear()
      for (const [kind, ofKind] of Map.groupBy(lists, each => each.kind)) {
        const known = answersOf(kind)
        const asked = new Set(ofKind.flatMap(({ names }) => names.filter(name => !known.has(name))))
        if (asked.size === 0) continue
        const keys = await findKeys(queries, kind, asked)
        for (const name of asked) known.set(name, keys.has(keyOf(kind, name)))
        answers.set(kind, known)
      }
    },

    /** Returns the names of a list, asked for before, that the shop does not have. */
    unknownIn({ kind, names, pointer }: NamedList): UnknownName[] {
      const known = answersOf(kind)
      return names.flatMap((name, index) => (known.get(name) ? [] : [{ kind, name, pointer: `${pointer}/${index}` }]))
    },
  }
}

async function findKeys(queries: Queries, kind: NamedKind, names: Iterable<Name>): Promise<Set<Key>> {
  const keys = new Set(Array.from(names, name => keyOf(kind, name)))
  const rows = JSON.stringify(Array.from(keys, key => ({ key })))
  return new Set((await selectKeys[kind](queries, { keys: rows })).map(({ key }) => key))
}

function keyOf(kind: NamedKind, name: Name): Key {
  return typeof name === 'string' ? foldTermOf(kind as TermKind, name) : name
}

const selectKeys: Record<NamedKind, FindKeys> = {
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

const selectVariantOf = prepared<{ products: string; variants: string }, object>(
  (parameter, engine) => sql`
    select 1 as found from variants v
    where v.product_id in (select key from ${asked(parameter('products'), 'bigint', engine)})
      and v.id in (select key from ${asked(parameter('variants'), 'bigint', engine)}) limit 1`,
)

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
