/** Application of an import: locks the shop, checks the staged records and saves them, in one short transaction. */

import { MAX_TIER_PRICES } from '../catalog/product.ts'
import { lockAllItems } from '../catalog/stock/lock-items.sql.ts'
import { loadStockGuard } from '../catalog/stock/stock-guard.sql.ts'
import { incrementListRevision } from '../customers/customers.store.ts'
import { DEADLOCK, type Queries, savepoint, transaction } from '../db/database.ts'
import { DatabaseBusy } from '../db/unavailable.ts'
import type { NewEvent } from '../events/event.ts'
import { recordEvents } from '../events/record-events.sql.ts'
import type { Author } from '../model/author.ts'
import { incrementRevision, lockShop } from '../shop/revision.sql.ts'
import type { Shop } from '../shop/shop.ts'
import { type Checked, checkStaged, loadShop } from './check-staged.ts'
import { SHOP_FILE } from './detect-source.ts'
import { patchShop } from './patch-shop.ts'
import { type CartRules, publishCarts } from './publish-carts.ts'
import { saveShop } from './save-shop.ts'
import { lockCarts } from './staging/carts.store.ts'
import { findSameItems } from './staging/conflicts.store.ts'
import { saveCouponAudiences } from './staging/coupon-audiences.store.ts'
import { saveCustomerTexts } from './staging/customer-search.store.ts'
import {
  assignCustomerIds,
  clearChangedExternalIds,
  reserveCustomerIds,
  setTemporaryEmails,
} from './staging/customers.store.ts'
import { dropDifferences, findDifferences } from './staging/differences.store.ts'
import { keepCouponFields } from './staging/keep-coupon-fields.store.ts'
import { keepUsageCounts } from './staging/keep-usage-counts.store.ts'
import type { LeftOut } from './staging/left-out.store.ts'
import { mergePartials } from './staging/merge-partials.store.ts'
import { findOffSale, findPriceChanges, type OffSale, type PriceChanges } from './staging/price-changes.store.ts'
import { findTaxedFiles } from './staging/product-facts.store.ts'
import { recordProducts } from './staging/product-history.store.ts'
import { saveProductNames } from './staging/product-names.store.ts'
import { saveProductTerms } from './staging/product-terms.store.ts'
import { loadShopDocument, replaceDefaultCompany, requireIds, saveStaged } from './staging/publish.store.ts'
import { recordRecords } from './staging/record-history.store.ts'
import { readSettings, recordSettings } from './staging/settings-history.store.ts'
import { findSoldOut } from './staging/sold-out.ts'
import type { StagedFile } from './staging/stage-files.ts'
import { type SectionName, stagedTables, tableNames } from './staging/tables.ts'
import { findTakenNumbers } from './staging/taken-numbers.ts'
import { findUnknownNames } from './staging/unknown-names.store.ts'
import { findUnnamedVariants } from './staging/unnamed-variants.ts'
import { findUnsaid, type Unsaid } from './staging/unsaid.store.ts'
import {
  findProductResets,
  findUnlistedVariants,
  type ProductReset,
  unlistedVariants,
  withdrawMissingProducts,
  withdrawVariants,
} from './staging/withdraw.store.ts'

const UNIQUE_VIOLATION = '23505'
const ATTEMPTS = 3

/** Numbers of records of one file in one section: new ones, changed ones, and ones that the shop has already. */
export interface SectionReport {
  section: SectionName
  created: number
  updated: number
  unchanged: number
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
  offSale: OffSale
  priceChanges: PriceChanges
  leftOut: LeftOut[]
  /** New items that get a default for what their file does not say. */
  unsaid: Unsaid[]
  /** Records that are not taken whole: products whose variants the file does not name, and customers whose number another one has. */
  partly: LeftOut[]
  /** What promotions of the import name and the shop does not have. */
  unknownNames: LeftOut[]
  /** Stored values that the import has reset by leaving them out. */
  resets: ProductReset[]
  /** The first table with a VAT rate above 0, where the shop has never set whether prices include VAT. */
  unlabelled: StagedFile | undefined
}

/** The shop has been imported into already, and the import is for a new shop only. Nothing is written. */
export class ShopNotNew extends Error {}

interface Conditions extends Checked, CartRules {
  onlyIntoNew: boolean
  withdrawsMissing: boolean
  /** Whether everything is done but the commit. */
  isTrial: boolean
  author: Author
}

/**
 * Applies the staged import in one transaction; on PostgreSQL, within the one that has created the staging tables. A trial is rolled back.
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
      if (error instanceof Trial) return error.applied
      // A customer got an email or external id after it was checked: the next attempt reports it as a conflict.
      const isRace = error instanceof Error && 'code' in error && [UNIQUE_VIOLATION, DEADLOCK].includes(`${error.code}`)
      if (!isRace) throw error
      if (attempt === ATTEMPTS)
        throw new DatabaseBusy('Customers change faster than they can be imported: import again.', error)
    }
  }
}

/** Rolls a trial back. */
class Trial extends Error {
  readonly applied: Applied

  constructor(applied: Applied) {
    super('The import was only tried.')
    this.applied = applied
  }
}

async function apply(queries: Queries, files: StagedFile[], conditions: Conditions): Promise<Applied> {
  const { checks, onlyIntoNew, withdrawsMissing, isTrial, now } = conditions
  await lockCarts(queries)
  const revision = await lockShop(queries)
  if (onlyIntoNew && revision !== 0) throw new ShopNotNew('The shop already has imported data.')
  await reserveCustomerIds(queries)
  const leftOut = await checkStaged(queries, files, conditions)
  checks.findings.throwIfAny()
  await reportSameItems(queries, files, conditions)
  await assignCustomerIds(queries)
  await requireIds(queries, 'customers')
  // Before the locks of items, for which orders wait.
  await saveProductNames(queries)
  await saveProductTerms(queries)
  // The items are written in the order of the files, and orders lock theirs in another.
  if (await loadStockGuard(queries)) await lockAllItems(queries)
  await mergeOffers(queries, files, conditions)
  await keepCouponFields(queries)
  await keepUsageCounts(queries)
  await saveCouponAudiences(queries)
  await findUnlistedVariants(queries)
  const hasShopFile = files.some(({ format }) => format === SHOP_FILE)
  const report = {
    leftOut,
    sections: await countSections(queries, files),
    resets: hasShopFile ? await findProductResets(queries) : [],
    unsaid: await findUnsaid(queries),
    partly: [
      ...(await findUnnamedVariants(queries)),
      ...(await findTakenNumbers(queries)),
      ...(await findSoldOut(queries)),
    ],
    offSale: await findOffSale(queries, { unlisted: unlistedVariants, withdrawsMissing }),
    priceChanges: await findPriceChanges(queries, now),
  }
  // A trial writes nothing that it need not check.
  const settings = isTrial ? undefined : await readSettings(queries)
  if (!isTrial) {
    await recordProducts(queries, { unlisted: unlistedVariants, ...conditions })
    await recordRecords(queries, conditions)
  }
  const products = withdrawsMissing ? await withdrawMissingProducts(queries) : 0
  const { variants, changes } = await withdrawVariants(queries)
  const saved = await save(queries, files)
  const carts = await publishCarts(queries, files, conditions)
  if (settings) await recordSettings(queries, settings, conditions)
  const applied = {
    ...report,
    sections: report.sections.map((sections, file) => [...sections, ...withRecords(carts[file])]),
    withdrawn: { products, variants },
    unknownNames: await findUnknownNames(queries),
    unlabelled: await findUnlabelledExport(queries, files),
  }
  if (isTrial) throw new Trial(applied)
  const isChanged = products + changes + saved.changes > 0
  // A shop without changes keeps its revision, and every instance its caches.
  if (isChanged) await incrementRevision(queries)
  if (isChanged || carts.some(({ created, updated }) => created + updated > 0)) {
    await recordEvents(queries, [appliedEvent(applied, conditions)])
  }
  if (saved.customers > 0) await incrementListRevision(queries)
  return applied
}

function withRecords(report: SectionReport | undefined): SectionReport[] {
  return report && report.created + report.updated + report.unchanged > 0 ? [report] : []
}

/** Reports records that turn out to be one: by a key, an SKU or an email of one, and an id of another. */
async function reportSameItems(queries: Queries, files: StagedFile[], { checks }: Conditions): Promise<void> {
  const { first, total } = await findSameItems(queries)
  for (const { file, place } of first)
    checks.findings.problem(
      { file: files[file]?.file ?? '', at: place },
      'is a record of the shop that another row is, too',
    )
  checks.findings.moreProblems(total - first.length)
  checks.findings.throwIfAny()
}

const faults = {
  'negative-stock': ['would take the stock below zero', 'insufficient_stock'],
  'long-stock': ['must leave a stock of at most 15 digits, and 12 decimal places', undefined],
  'many-tiers': [`would have more than ${MAX_TIER_PRICES} prices by quantity`, undefined],
} as const

async function mergeOffers(queries: Queries, files: StagedFile[], { checks }: Conditions): Promise<void> {
  const { settings } = patchShop(await loadShop(queries), files)
  for (const { file, place, fault } of await mergePartials(queries, settings.sellAtNegativeStock)) {
    const [message, code] = faults[fault]
    checks.findings.problem({ file: files[file]?.file ?? '', at: place }, message, { code })
  }
  checks.findings.throwIfAny()
}

/** Saves what differs. @returns the number of changes, and that of customers among them */
async function save(queries: Queries, files: StagedFile[]): Promise<{ changes: number; customers: number }> {
  const saved = { changes: await saveShop(queries, files), customers: 0 }
  await setTemporaryEmails(queries)
  await clearChangedExternalIds(queries)
  saved.changes += await replaceDefaultCompany(queries)
  for (const table of tableNames) {
    const changes = await saveStaged(queries, table)
    if (table === 'customers') {
      saved.customers = changes
      await saveCustomerTexts(queries)
    }
    await dropDifferences(queries, table)
    saved.changes += changes
  }
  return saved
}

/** Returns the event of an import with its counts. */
function appliedEvent(
  { sections, withdrawn }: Pick<Applied, 'sections' | 'withdrawn'>,
  { author, now }: Conditions,
): NewEvent {
  const counts: Partial<Record<SectionName, { created: number; updated: number }>> = {}
  for (const { section, created, updated } of sections.flat()) {
    const before = counts[section] ?? { created: 0, updated: 0 }
    counts[section] = { created: before.created + created, updated: before.updated + updated }
  }
  return { type: 'import.applied', at: now, actor: author.actor, subject: null, data: { sections: counts, withdrawn } }
}

/** Finds the first CSV file with a VAT rate above 0, where the saved shop has never set whether prices include VAT. */
async function findUnlabelledExport(queries: Queries, files: StagedFile[]): Promise<StagedFile | undefined> {
  if (files.every(({ format }) => format === SHOP_FILE)) return undefined
  const { settings } = await loadShop(queries)
  if (settings.pricesIncludeVat !== undefined) return undefined
  const taxed = await findTaxedFiles(queries)
  return files.find(({ format }, number) => format !== SHOP_FILE && taxed.has(number))
}

async function countSections(queries: Queries, files: StagedFile[]): Promise<SectionReport[][]> {
  const stored = await loadShopDocument(queries)
  const sections: SectionReport[][] = files.map(file => {
    if (!file.shop) return []
    const isSame = JSON.stringify(patchShop(JSON.parse(stored) as Shop, [file])) === stored
    return [{ section: 'shop', created: 0, updated: Number(!isSame), unchanged: Number(isSame) }]
  })
  for (const table of tableNames) {
    const { section } = stagedTables[table]
    for (const { file, total, created, changed } of await findDifferences(queries, table)) {
      sections[file]?.push({ section, created, updated: changed, unchanged: total - created - changed })
    }
  }
  return sections
}
