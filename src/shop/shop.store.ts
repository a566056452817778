/** Shop snapshot cache: keeps one snapshot in memory and reads it again when the shop's revision has changed. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { Campaign } from '../promotions/campaign.ts'
import type { Shop, ShopSnapshot } from './shop.ts'

/** One row per document: the shop with its revision, and the records that carts are priced by (revision 0). */
interface DocumentRow {
  section: 'shop' | 'shippingCompanies' | 'paymentMethods' | 'campaigns'
  revision: number
  document: string
}

const selectDocuments = prepared<object, DocumentRow>(
  () => sql`
    select 'shop' as section, revision, document, 0 as id from shop
    union all select 'shippingCompanies', 0, document, id from shipping_companies
    union all select 'paymentMethods', 0, document, id from payment_methods
    union all select 'campaigns', 0, document, id from campaigns
    order by section, id`,
)

/** The shop snapshot cache. */
export interface LoadShop {
  /**
   * Loads the shop snapshot.
   * @param revision the revision the caller has read; without it, any cached snapshot is returned
   * @returns the cached snapshot when it has that revision, otherwise the newest snapshot of the database
   */
  (revision?: number): Promise<ShopSnapshot>
  /** Returns `limitedCampaigns` of the cached snapshot; `[]` while there is none. */
  limitedCampaigns(): string
}

/** Creates the snapshot cache of this process. Concurrent misses share one read. */
export function createShopCache(database: Queries): LoadShop {
  let current: ShopSnapshot | undefined
  let reading: Promise<ShopSnapshot> | undefined

  const read = async () => {
    try {
      current = await readSnapshot(database)
      return current
    } finally {
      reading = undefined
    }
  }
  const load = async (revision?: number) => {
    if (current && (revision === undefined || current.revision === revision)) return current
    reading ??= read()
    return reading
  }
  return Object.assign(load, { limitedCampaigns: () => current?.limitedCampaigns ?? '[]' })
}

const selectRevision = prepared<object, { revision: number }>(() => sql`select revision from shop`)

/** Loads the newest snapshot, for requests that read no other row with the shop's revision. */
export async function loadCurrentShop(database: Queries, loadShop: LoadShop): Promise<ShopSnapshot> {
  const [row] = await selectRevision(database, {})
  return loadShop(row?.revision)
}

async function readSnapshot(database: Queries): Promise<ShopSnapshot> {
  const rows = await selectDocuments(database, {})
  const documents = <T>(section: DocumentRow['section']) =>
    rows.filter(row => row.section === section).map(({ document }) => JSON.parse(document) as T)
  const [shop] = documents<Shop>('shop')
  const campaigns = documents<Campaign>('campaigns')
  if (!shop) throw new Error('The shop row is missing: run `sepet migrate`.')
  return {
    revision: rows.find(({ section }) => section === 'shop')?.revision ?? 0,
    shop,
    shippingCompanies: documents('shippingCompanies'),
    paymentMethods: documents('paymentMethods'),
    campaigns,
    limitedCampaigns: JSON.stringify(
      campaigns.filter(each => each.active && each.usageLimit !== null).map(({ id }) => id),
    ),
  }
}
