/** Application of an import: locks the shop, checks the staged records and saves them, in one short transaction. */

import { incrementListRevision } from '../customers/customers.store.ts'
import { type Queries, transaction } from '../db/database.ts'
import type { Shop } from '../shop/shop.ts'
import type { ImportChecks } from './checks.ts'
import { fieldAt } from './findings.ts'
import type { ShopPatch } from './records.ts'
import {
  type Conflict,
  findCampaigns,
  findCustomerGroupIds,
  findForeignIds,
  findRepeatedProducts,
  findTakenEmails,
  findTakenExternalIds,
} from './staging/conflicts.store.ts'
import {
  assignCustomerIds,
  assignEmails,
  clearChangedExternalIds,
  reserveCustomerIds,
  setTemporaryEmails,
} from './staging/customers.store.ts'
import { keepUsageCounts } from './staging/promotions.store.ts'
import {
  assignIds,
  countStaged,
  loadShopDocument,
  lockShop,
  replaceDefaultCompany,
  requireIds,
  saveShopDocument,
  saveStaged,
  withdrawVariants,
} from './staging/publish.store.ts'
import type { StagedFile } from './staging/stage-files.ts'
import { type SectionName, stagedTables, tableNames } from './staging/tables.ts'

const UNIQUE_VIOLATION = '23505'
const ATTEMPTS = 3

/** Numbers of records that one file created and updated in one section. */
export interface SectionReport {
  section: SectionName
  created: number
  updated: number
}

/** Result of an applied import. */
export interface Applied {
  /** The reports of each file, in the order of the files. */
  sections: SectionReport[][]
  /** Number of variants that were taken off sale, because their products no longer have them. */
  withdrawn: number
}

/** The shop has been imported into already, and the import is for a new shop only. Nothing is written. */
export class ShopNotNew extends Error {}

interface Conditions {
  checks: ImportChecks
  onlyIntoNew: boolean
}

/**
 * Applies the staged import in one transaction.
 * @throws ImportProblems when staged records conflict with the database; nothing is written
 * @throws ShopNotNew when `onlyIntoNew` is set and the shop has been imported into
 */
export async function applyImport(queries: Queries, files: StagedFile[], conditions: Conditions): Promise<Applied> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(queries, within => apply(within, files, conditions))
    } catch (error) {
      // A customer got an email or external id after it was checked: the next attempt reports it as a conflict.
      const isRace = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
      if (!isRace) throw error
      if (attempt === ATTEMPTS) throw new Error('Customers change faster than they can be imported: import again.')
    }
  }
}

async function apply(queries: Queries, files: StagedFile[], { checks, onlyIntoNew }: Conditions): Promise<Applied> {
  const revision = await lockShop(queries)
  if (onlyIntoNew && revision !== 1) throw new ShopNotNew('The shop already has imported data.')
  await reserveCustomerIds(queries)
  await checkStaged(queries, files, checks)
  checks.findings.throwIfAny()
  await assignCustomerIds(queries)
  await requireIds(queries, 'customers')
  const sections = await countSections(queries, files)
  await saveShop(queries, files)
  await setTemporaryEmails(queries)
  await clearChangedExternalIds(queries)
  await replaceDefaultCompany(queries)
  const withdrawn = await withdrawVariants(queries)
  await keepUsageCounts(queries)
  for (const table of tableNames) await saveStaged(queries, table)
  if (sections.flat().some(({ section }) => section === 'customers')) await incrementListRevision(queries)
  return { sections, withdrawn }
}

/** Checks the staged records against the database. Writes only the ids and emails of staged records. */
export async function checkStaged(queries: Queries, files: StagedFile[], checks: ImportChecks): Promise<void> {
  await assignIds(queries)
  await assignEmails(queries)
  const report = (conflicts: Conflict[], pointer: string, message: (conflict: Conflict) => string) => {
    for (const conflict of conflicts) {
      const at = pointer === '' ? conflict.place : fieldAt(conflict.place, pointer)
      checks.findings.problem({ file: files[conflict.file]?.file ?? '', at }, message(conflict))
    }
  }
  report(await findForeignIds(queries), '', ({ id }) => `ID ${id} is a product that did not come from WooCommerce`)
  report(await findRepeatedProducts(queries), '', ({ id }) => `product ${id} is also in another file of this import`)
  report(await findTakenEmails(queries), '/email', ({ id }) => `is the email of customer ${id}`)
  report(await findTakenExternalIds(queries), '/externalId', ({ id }) => `is the external id of customer ${id}`)
  await checkAllReferences(queries, checks)
}

async function checkAllReferences(queries: Queries, checks: ImportChecks): Promise<void> {
  if (checks.refersTo('customerGroups')) {
    checks.checkReferences(
      'customerGroups',
      await findCustomerGroupIds(queries),
      id => `there is no customer group ${id}`,
    )
  }
  if (checks.refersTo('campaigns')) {
    checks.checkReferences('campaigns', await findCampaigns(queries), id => `there is no couponBound campaign ${id}`)
  }
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

async function saveShop(queries: Queries, files: StagedFile[]): Promise<void> {
  const patches = files.flatMap(({ shop }) => shop ?? [])
  if (patches.length === 0) return
  const stored = JSON.parse(await loadShopDocument(queries)) as Shop
  await saveShopDocument(queries, JSON.stringify(patches.reduce(patchShop, stored)))
}

function patchShop(shop: Shop, patch: ShopPatch): Shop {
  return { ...shop, ...patch, settings: { ...shop.settings, ...patch.settings } }
}
