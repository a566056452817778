/** Checks of staged records against the shop: which stored ones they are, whose emails they take, and what they refer to. */

import type { Queries } from '../db/database.ts'
import type { Shop } from '../shop/shop.ts'
import { fieldAt } from '../shop-file/findings.ts'
import { noBindableCampaign } from '../shop-file/promotion-document.ts'
import { needsValue } from '../shop-file/reward-rules.ts'
import type { ImportChecks } from './import-checks.ts'
import { relabelledFields } from './patch-shop.ts'
import { applyChanges } from './staging/apply-changes.ts'
import {
  type Conflict,
  type Conflicts,
  findAmbiguousSkus,
  findBindableCampaigns,
  findCustomerGroups,
  findForeignIds,
  findRepeatedProducts,
  findTakenEmails,
  findTakenExternalIds,
  findUnboundCampaigns,
  findUnvaluedCoupons,
  lockUnboundCampaigns,
} from './staging/conflicts.store.ts'
import { assignEmails, findCustomerIds } from './staging/customers.store.ts'
import type { LeftOut } from './staging/left-out.store.ts'
import { hasStoredProducts } from './staging/product-facts.store.ts'
import { loadShopDocument } from './staging/publish.store.ts'
import { readStagedFacts, resolveItems } from './staging/resolve-items.ts'
import type { StagedFile } from './staging/stage-files.ts'
import { indexIds } from './staging/staging.store.ts'

/** How staged records are checked. */
export interface Checked {
  checks: ImportChecks
  /** Whether the currency, its decimal places or `pricesIncludeVat` may change while products are stored. */
  allowsRelabelling: boolean
}

const AMBIGUOUS_SKU = 'is the SKU of several products or variants: give their ids, or make the SKU unique'

/**
 * Finds the stored records that staged ones are, and reports conflicts. Writes only to the staging tables.
 * @returns the records that were left out
 */
export async function checkStaged(
  queries: Queries,
  files: StagedFile[],
  { checks, allowsRelabelling }: Checked,
): Promise<LeftOut[]> {
  const report = conflictReporter(files, checks)
  const facts = await readStagedFacts(queries)
  if (facts.by_sku === 1)
    report(await findAmbiguousSkus(queries), '', ({ sku }) => [AMBIGUOUS_SKU, { value: sku, code: 'sku_ambiguous' }])
  const leftOut = await resolveItems(queries, facts)
  const changes = await applyChanges(queries)
  await indexIds(queries)
  report(changes.ambiguous, '', ({ value }) => [AMBIGUOUS_SKU, { value, code: 'sku_ambiguous' }])
  report(changes.repeated, '', ({ value }) => ['changes an item that another row changes, too', { value }])
  report(changes.rates, '', ({ value }) => ['gives its product another VAT rate than another row', { value }])
  report(changes.terms, '', ({ value }) => [
    'gives its product another brand, or other categories or tags, than another row',
    { value },
  ])
  await findCustomerIds(queries)
  await assignEmails(queries)
  report(await findForeignIds(queries), '', ({ id }) => [FOREIGN_ID, { value: String(id) }])
  report(await findRepeatedProducts(queries), '', ({ id }) => [`product ${id} is also in another file of this import`])
  report(await findTakenEmails(queries), '/email', ({ id }) => [`is the email of customer ${id}`])
  report(await findTakenExternalIds(queries), '/externalId', ({ id }) => [`is the external id of customer ${id}`])
  await lockUnboundCampaigns(queries)
  report(await findUnboundCampaigns(queries), '/couponBound', ({ code }) => [
    `must be true: coupon ${code} is bound to it`,
  ])
  report(await findUnvaluedCoupons(queries), '/value', ({ type }) => [`is missing: ${needsValue(type)}`])
  await checkAllReferences(queries, checks)
  if (!allowsRelabelling) await checkLabels(queries, files, checks)
  return [...leftOut, ...changes.leftOut]
}

const FOREIGN_ID =
  'has the ID of a product that did not come from WooCommerce: start without the sample shop, or give new numbers by --new-ids, over HTTP by ?newIds=true'

type Details = Parameters<ImportChecks['findings']['problem']>[2]

/** Returns the function that reports conflicts of one kind, each at a pointer of its record. */
function conflictReporter(files: StagedFile[], { findings }: ImportChecks) {
  return <C extends Pick<Conflict, 'file' | 'place'>>(
    conflicts: Conflicts<C>,
    pointer: string,
    describe: (conflict: C) => [message: string, details?: Details],
  ) => {
    for (const conflict of conflicts.first) {
      const at = pointer === '' ? conflict.place : fieldAt(conflict.place, pointer)
      findings.problem({ file: files[conflict.file]?.file ?? '', at }, ...describe(conflict))
    }
    findings.moreProblems(conflicts.total - conflicts.first.length)
  }
}

/** Reports settings that would give the prices of stored products another meaning. */
async function checkLabels(queries: Queries, files: StagedFile[], { findings }: ImportChecks): Promise<void> {
  const fields = relabelledFields(await loadShop(queries), files)
  if (fields.length === 0 || !(await hasStoredProducts(queries))) return
  for (const { file, at, message } of fields) findings.problem({ file, at }, message, { code: 'prices_relabelled' })
}

async function checkAllReferences(queries: Queries, checks: ImportChecks): Promise<void> {
  await checks.checkReferences('customerGroups', ids => findCustomerGroups(queries, ids), {
    inFile: id => `there is no customer group ${id}`,
    inTable: 'is no customer group of the shop',
  })
  await checks.checkReferences('campaigns', ids => findBindableCampaigns(queries, ids), {
    inFile: noBindableCampaign,
    inTable: 'is no couponBound campaign of the shop',
  })
}

/** The stored shop. */
export async function loadShop(queries: Queries): Promise<Shop> {
  return JSON.parse(await loadShopDocument(queries)) as Shop
}
