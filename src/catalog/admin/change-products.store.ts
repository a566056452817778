/** Changes of products: loads the items that the request names, resolves, decides, and saves all changes in one transaction, or none. */

import type { Database, Queries } from '../../db/database.ts'
import { Refusal, type Violation } from '../../errors.ts'
import { recordChanges } from '../../history/record-changes.sql.ts'
import type { Author } from '../../model/author.ts'
import { type ChangedProductsEntry, insertChangedProducts } from '../../shop/changed-products-log.sql.ts'
import { incrementProductRevision } from '../../shop/revision.sql.ts'
import type { WriteShop } from '../../shop/write-shop.sql.ts'
import { loadSellsAtNegativeStock } from '../stock/stock-guard.sql.ts'
import { type Decision, decideProductChanges, groupsOf, productIdsOf } from './decide-product-changes.ts'
import { findResult, type KeyedChange, saveResult } from './change-requests.sql.ts'
import { type ItemChange, productChanges } from './product-history.ts'
import { findGroups, findNamedKeys, loadItems, lockAndLoadItems, saveItems } from './product-items.sql.ts'
import { MAX_VIOLATIONS, type ProductChange, type RequestedChanges } from './read-product-changes.ts'
import { type ItemKey, itemKeyOf, resolveProductChanges, type StoredItem } from './resolve-product-changes.ts'
import { type Skipped, skipUnknown } from './skip-unknown.ts'

export interface Changed {
  result: Counts
  /** Ids of the products that changed, or whose variants did. */
  productIds: number[]
  /** Whether an earlier request with the same key has made the change. */
  isReplayed: boolean
}

/** Numbers of the list's changes that changed something, and of those that changed nothing; what was left out, where that was asked for. */
export interface Counts extends Partial<Skipped> {
  updated: number
  unchanged: number
}

/** A request to change products. */
export interface ProductChangeRequest {
  requested: RequestedChanges
  /** Whether changes of unknown products and variants are left out, and do not refuse the others. */
  skipsUnknown: boolean
  /** Undefined where the request may not be repeated. */
  keyed: KeyedChange | undefined
}

/**
 * Applies all changes of a request.
 * @throws Refusal 422 with every violation, or `idempotency_key_reused`; nothing is written then, and no key is spent
 */
export type ChangeProducts = (request: ProductChangeRequest, author: Author) => Promise<Changed>

interface Sources {
  database: Database
  writeShop: WriteShop
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Creates the function that changes products. */
export function createProductChanger({ database, writeShop, now }: Sources): ChangeProducts {
  return async ({ requested: { changes, violations }, skipsUnknown, keyed }, author) => {
    const asked = { changes, skipsUnknown }
    if (violations.length > 0) {
      const { violations: more } = await decide(database, asked, keys => loadItems(database, keys))
      throw refusalOf([...violations, ...more])
    }
    return writeShop(async (queries, limitLockWait) => {
      const at = now()
      const before = keyed && (await findResult(queries, keyed, at))
      if (before !== undefined) return { result: JSON.parse(before) as Counts, productIds: [], isReplayed: true }
      const { violations, changed, items, ...result } = await decide(queries, asked, async keys => {
        await limitLockWait()
        return lockAndLoadItems(queries, keys)
      })
      if (violations.length > 0) throw refusalOf(violations)
      const productIds = productIdsOf(changed)
      if (changed.length > 0) await save(queries, changed, { productIds, changedAt: at })
      await recordChanges(queries, productChanges(changesOf(changed, items), { at, author }))
      if (keyed) await saveResult(queries, keyed, JSON.stringify(result), at)
      return { result, productIds, isReplayed: false }
    })
  }
}

async function decide(
  queries: Queries,
  { changes, skipsUnknown }: { changes: ProductChange[]; skipsUnknown: boolean },
  load: (keys: ItemKey[]) => Promise<StoredItem[]>,
): Promise<Decision & Partial<Skipped> & { items: StoredItem[] }> {
  const sellsAtNegativeStock = await loadSellsAtNegativeStock(queries)
  const groups = await findGroups(queries, groupsOf(changes))
  const items = await load(await findNamedKeys(queries, changes))
  const resolved = resolveProductChanges(changes, items)
  if (!skipsUnknown) return { ...decideProductChanges(resolved, { sellsAtNegativeStock, groups }), items }
  const { found, skipped } = skipUnknown(resolved)
  return { ...decideProductChanges(found, { sellsAtNegativeStock, groups }), ...skipped, items }
}

/** Returns the changed items as they are and as they were. */
function changesOf(changed: readonly StoredItem[], items: readonly StoredItem[]): ItemChange[] {
  const stored = new Map(items.map(item => [itemKeyOf(item), item]))
  return changed.map(after => ({ ...after, before: stored.get(itemKeyOf(after)) ?? after, after }))
}

function refusalOf(violations: Violation[]): Refusal {
  return new Refusal(violations.slice(0, MAX_VIOLATIONS))
}

async function save(
  queries: Queries,
  changed: StoredItem[],
  logged: Pick<ChangedProductsEntry, 'productIds' | 'changedAt'>,
): Promise<void> {
  await saveItems(queries, changed)
  const revision = await incrementProductRevision(queries)
  await insertChangedProducts(queries, { revision, ...logged })
}
