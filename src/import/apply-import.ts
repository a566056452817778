/** Application of an import: locks the shop, checks the staged records and saves them, in one short transaction. */

import { lockAllItems } from '../catalog/stock/lock-items.sql.ts'
import { loadStockGuard } from '../catalog/stock/stock-guard.sql.ts'
import { incrementListRevision } from '../customers/customers.store.ts'
import { DEADLOCK, type Queries, savepoint, transaction } from '../db/database.ts'
import { DatabaseBusy } from '../db/unavailable.ts'
import type { NewEvent } from '../events/event.ts'
import { recordEvents } from '../events/record-events.sql.ts'
import { incrementRevision, lockShop } from '../shop/revision.sql.ts'
import type { Shop } from '../shop/shop.ts'
import { fieldAt } from '../shop-file/findings.ts'
import { noBindableCampaign } from '../shop-file/promotion-document.ts'
import type { ImportChecks } from './import-checks.ts'
import { SHOP_FILE } from './input/detect-format.ts'
import { patchShop, relabelledFields } from './patch-shop.ts'
import {
  type Conflict,
  type Conflicts,
  findBindableCampaigns,
  findCustomerGroups,
  findForeignIds,
  findRepeatedProducts,
  findTakenEmails,
  findTakenExternalIds,
  findUnboundCampaigns,
} from './staging/conflicts.store.ts'
import {
  assignCustomerIds,
  assignEmails,
  clearChangedExternalIds,
  reserveCustomerIds,
  setTemporaryEmails,
} from './staging/customers.store.ts'
import { keepUsageCounts } from './staging/keep-usage-counts.store.ts'
import { findTaxedFiles, hasStoredProducts } from './staging/product-facts.store.ts'
import { saveProductNames } from './staging/product-names.store.ts'
import {
  assignIds,
  countStaged,
  loadShopDocument,
  replaceDefaultCompany,
  requireIds,
  saveShopDocument,
  saveStaged,
} from './staging/publish.store.ts'
import type { StagedFile } from './staging/stage-files.ts'
import { type SectionName, stagedTables, tableNames } from './staging/tables.ts'
import {
  findProductResets,
  type ProductReset,
  withdrawMissingProducts,
  withdrawVariants,
} from './staging/withdraw.store.ts'

const UNIQUE_VIOLATION = '23505'
const ATTEMPTS = 3

/** Numbers of records that one file created and updated in one section. */
export interface SectionReport {
  section: SectionName
  created: number
  updated: number
}

/** Numbers of records that were taken off sale. */
export interface Withdrawn {
  /** Products that the import does not contain, where it withdraws those. */
  products: number
  /** Variants that their products no longer have. */
  variants: number
}

/** Result of an applied import. */
export interface Applied {
  /** The reports of each file, in the order of the files. */
  sections: SectionReport[][]
  withdrawn: Withdrawn
  /** Stored values that the import has reset by leaving them out. */
  resets: ProductReset[]
  /** The first CSV file with a VAT rate above 0, where the shop has never set whether prices include VAT. */
  unlabelled: StagedFile | undefined
}

/** The shop has been imported into already, and the import is for a new shop only. Nothing is written. */
export class ShopNotNew extends Error {}

/** How staged records are checked. */
interface Checked {
  checks: ImportChecks
  /** Whether the currency, its decimal places or `pricesIncludeVat` may change while products are stored. */
  allowsRelabelling: boolean
}

interface Conditions extends Checked {
  onlyIntoNew: boolean
  withdrawsMissing: boolean
  /** Who imports, such as `command-line`. */
  actor: string
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Applies the staged import in one transaction; on PostgreSQL, within the one that has created the staging tables.
 * @throws ImportProblems when staged records conflict with the database; nothing is written
 * @throws ShopNotNew when `onlyIntoNew` is set and the shop has been imported into
 * @throws DatabaseBusy when customers change during three attempts
 */
export async function applyImport(queries: Queries, files: StagedFile[], conditions: Conditions): Promise<Applied> {
  for (let attempt = 1; ; attempt++) {
    try {
      if (queries.engine === 'postgres') return await savepoint(queries, () => apply(queries, files, conditions))
      return await transaction(queries, within => apply(within, files, conditions))
    } catch (error) {
      // A customer got an email or external id after it was checked: the next attempt reports it as a conflict.
      const isRace = error instanceof Error && 'code' in error && [UNIQUE_VIOLATION, DEADLOCK].includes(`${error.code}`)
      if (!isRace) throw error
      if (attempt === ATTEMPTS)
        throw new DatabaseBusy('Customers change faster than they can be imported: import again.', error)
    }
  }
}

async function apply(queries: Queries, files: StagedFile[], conditions: Conditions): Promise<Applied> {
  const { checks, onlyIntoNew, withdrawsMissing } = conditions
  const revision = await lockShop(queries)
  if (onlyIntoNew && revision !== 0) throw new ShopNotNew('The shop already has imported data.')
  await reserveCustomerIds(queries)
  await checkStaged(queries, files, conditions)
  checks.findings.throwIfAny()
  await assignCustomerIds(queries)
  await requireIds(queries, 'customers')
  const [sections, resets] = [await countSections(queries, files), await findProductResets(queries)]
  // Before the locks of items, for which orders wait.
  await saveProductNames(queries)
  // The items are written in the order of the files, and orders lock theirs in another.
  if (await loadStockGuard(queries)) await lockAllItems(queries)
  const products = withdrawsMissing ? await withdrawMissingProducts(queries) : 0
  const { variants, changes } = await withdrawVariants(queries)
  const withdrawn = { products, variants }
  const saved = await save(queries, files)
  const applied = { sections, withdrawn, resets, unlabelled: await findUnlabelledExport(queries, files) }
  if (products + changes + saved.changes > 0) {
    // A shop without changes keeps its revision, and every instance its caches.
    await incrementRevision(queries)
    await recordEvents(queries, [appliedEvent(applied, conditions)])
  }
  if (saved.customers > 0) await incrementListRevision(queries)
  return applied
}

/** Saves what differs. @returns the number of changes, and that of customers among them */
async function save(queries: Queries, files: StagedFile[]): Promise<{ changes: number; customers: number }> {
  const saved = { changes: await saveShop(queries, files), customers: 0 }
  await setTemporaryEmails(queries)
  await clearChangedExternalIds(queries)
  saved.changes += await replaceDefaultCompany(queries)
  await keepUsageCounts(queries)
  for (const table of tableNames) {
    const changes = await saveStaged(queries, table)
    saved.changes += changes
    if (table === 'customers') saved.customers = changes
  }
  return saved
}

/** Returns the event of an import with its counts. */
function appliedEvent({ sections, withdrawn }: Applied, { actor, now }: Conditions): NewEvent {
  const counts: Partial<Record<SectionName, { created: number; updated: number }>> = {}
  for (const { section, created, updated } of sections.flat()) {
    const before = counts[section] ?? { created: 0, updated: 0 }
    counts[section] = { created: before.created + created, updated: before.updated + updated }
  }
  return { type: 'import.applied', at: now, actor, subject: null, data: { sections: counts, withdrawn } }
}

/** Checks the staged records against the database. Writes only the ids and emails of staged records. */
export async function checkStaged(
  queries: Queries,
  files: StagedFile[],
  { checks, allowsRelabelling }: Checked,
): Promise<void> {
  await assignIds(queries)
  await assignEmails(queries)
  const report = <C extends Conflict>(conflicts: Conflicts<C>, pointer: string, message: (conflict: C) => string) => {
    for (const conflict of conflicts.first) {
      const at = pointer === '' ? conflict.place : fieldAt(conflict.place, pointer)
      checks.findings.problem({ file: files[conflict.file]?.file ?? '', at }, message(conflict))
    }
    checks.findings.moreProblems(conflicts.total - conflicts.first.length)
  }
  report(await findForeignIds(queries), '', ({ id }) => `ID ${id} is a product that did not come from WooCommerce`)
  report(await findRepeatedProducts(queries), '', ({ id }) => `product ${id} is also in another file of this import`)
  report(await findTakenEmails(queries), '/email', ({ id }) => `is the email of customer ${id}`)
  report(await findTakenExternalIds(queries), '/externalId', ({ id }) => `is the external id of customer ${id}`)
  report(
    await findUnboundCampaigns(queries),
    '/couponBound',
    ({ code }) => `must be true: coupon ${code} is bound to it`,
  )
  await checkAllReferences(queries, checks)
  if (!allowsRelabelling) await checkLabels(queries, files, checks)
}

/** Reports settings that would give the prices of stored products another meaning. */
async function checkLabels(queries: Queries, files: StagedFile[], { findings }: ImportChecks): Promise<void> {
  const fields = relabelledFields(await loadShop(queries), files)
  if (fields.length === 0 || !(await hasStoredProducts(queries))) return
  for (const { file, at, message } of fields) findings.problem({ file, at }, message, 'prices_relabelled')
}

/** Finds the first CSV file with a VAT rate above 0, where the saved shop has never set whether prices include VAT. */
async function findUnlabelledExport(queries: Queries, files: StagedFile[]): Promise<StagedFile | undefined> {
  if (files.every(({ format }) => format === SHOP_FILE)) return undefined
  const { settings } = await loadShop(queries)
  if (settings.pricesIncludeVat !== undefined) return undefined
  const taxed = await findTaxedFiles(queries)
  return files.find(({ format }, number) => format !== SHOP_FILE && taxed.has(number))
}

async function loadShop(queries: Queries): Promise<Shop> {
  return JSON.parse(await loadShopDocument(queries)) as Shop
}

async function checkAllReferences(queries: Queries, checks: ImportChecks): Promise<void> {
  await checks.checkReferences(
    'customerGroups',
    ids => findCustomerGroups(queries, ids),
    id => `there is no customer group ${id}`,
  )
  await checks.checkReferences('campaigns', ids => findBindableCampaigns(queries, ids), noBindableCampaign)
}

async function countSections(queries: Queries, files: StagedFile[]): Promise<SectionReport[][]> {
  const sections: SectionReport[][] = files.map(({ shop }) =>
    shop ? [{ section: 'shop', created: 0, updated: 1 }] : [],
  )
  for (const table of tableNames) {
    const { section } = stagedTables[table]
    for (const { file, total, updated } of await countStaged(queries, table)) {
      sections[file]?.push({ section, created: total - updated, updated })
    }
  }
  return sections
}

/** @returns 1 when the settings of the shop have changed, else 0 */
async function saveShop(queries: Queries, files: StagedFile[]): Promise<number> {
  if (files.every(({ shop }) => shop === null)) return 0
  const stored = await loadShopDocument(queries)
  const document = JSON.stringify(patchShop(JSON.parse(stored) as Shop, files))
  if (document === stored) return 0
  await saveShopDocument(queries, document)
  return 1
}
