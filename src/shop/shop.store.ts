/** Shop snapshot cache: keeps one snapshot in memory, and reads it again when settings or promotions have changed. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import { shared } from '../fairness/served-request.ts'
import type { Campaign } from '../model/campaign.ts'
import type { FollowShop } from './follow-shop.store.ts'
import { requireShopRow } from './require-shop-row.ts'
import { settingsRevision } from './revision.sql.ts'
import type { HoldLimit } from './hold-limit.ts'
import type { CountedFacts, Shop, ShopSnapshot } from './shop.ts'

/** One row per document: the shop with its revisions, and the records that carts are priced by (revisions 0). */
interface DocumentRow {
  section: 'shop' | 'shippingCompanies' | 'paymentMethods' | 'campaigns'
  revision: number
  settings_revision: number
  document: string
}

const selectDocuments = prepared<object, DocumentRow>(
  () => sql`
    select 'shop' as section, revision, ${settingsRevision} as settings_revision, document, 0 as id from shop
    union all select 'shippingCompanies', 0, 0, document, id from shipping_companies
    union all select 'paymentMethods', 0, 0, document, id from payment_methods
    union all select 'campaigns', 0, 0, document, id from campaigns
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
  /** Returns what carts ask for the campaigns of the cached snapshot; nothing while there is none. */
  counted(): CountedFacts
}

const NOTHING_COUNTED: CountedFacts = {
  limitedCampaigns: '[]',
  limitedPerCustomer: '[]',
  countsOrders: false,
  holdLimit: null,
}

/**
 * Creates the snapshot cache of this process. Concurrent misses share one read.
 * @param holdLimit of the settings of the server; null where holds are not limited
 */
export function createShopCache(database: Queries, follow: FollowShop, holdLimit: HoldLimit | null): LoadShop {
  let current: ShopSnapshot | undefined
  let reading: Promise<ShopSnapshot> | undefined
  const parseCampaigns = createCampaignParser()

  const read = async () => {
    try {
      current = await readSnapshot(database, { parseCampaigns, holdLimit })
      return current
    } finally {
      reading = undefined
    }
  }
  const load = async (revision?: number) => {
    if (current && (revision === undefined || current.revision === revision)) return current
    if (current && revision !== undefined) {
      const newest = await follow(revision)
      if (newest.settingsRevision === current.settingsRevision) {
        current = { ...current, revision: newest.revision }
        return current
      }
    }
    reading ??= shared(read)
    return reading
  }
  const counted = () => {
    if (!current) return NOTHING_COUNTED
    const { limitedCampaigns, limitedPerCustomer, countsOrders, holdLimit } = current
    return { limitedCampaigns, limitedPerCustomer, countsOrders, holdLimit }
  }
  return Object.assign(load, { counted })
}

const selectRevision = prepared<object, { revision: number }>(() => sql`select revision from shop`)

/** Loads the newest snapshot, for requests that read no other row with the shop's revision. */
export async function loadCurrentShop(database: Queries, loadShop: LoadShop): Promise<ShopSnapshot> {
  const [row] = await selectRevision(database, {})
  return loadShop(row?.revision)
}

/**
 * Creates the function that parses campaigns. One whose text has not changed since the last call stays the same object, to which what promotions
 * have found out about it belongs.
 */
function createCampaignParser(): (texts: readonly string[]) => Campaign[] {
  let known = new Map<string, Campaign>()
  return texts => {
    known = new Map(texts.map(text => [text, known.get(text) ?? (JSON.parse(text) as Campaign)]))
    return [...known.values()]
  }
}

interface SnapshotSources {
  parseCampaigns: (texts: readonly string[]) => Campaign[]
  holdLimit: HoldLimit | null
}

async function readSnapshot(database: Queries, { parseCampaigns, holdLimit }: SnapshotSources): Promise<ShopSnapshot> {
  const rows = await selectDocuments(database, {})
  const texts = (section: DocumentRow['section']) =>
    rows.filter(row => row.section === section).map(({ document }) => document)
  const documents = <T>(section: DocumentRow['section']) => texts(section).map(text => JSON.parse(text) as T)
  const { document, ...revisions } = requireShopRow(rows.find(({ section }) => section === 'shop'))
  // No two have the same text, which contains their id.
  const campaigns = parseCampaigns(texts('campaigns'))
  return {
    revision: revisions.revision,
    settingsRevision: revisions.settings_revision,
    shop: JSON.parse(document) as Shop,
    shippingCompanies: documents('shippingCompanies'),
    paymentMethods: documents('paymentMethods'),
    campaigns,
    limitedCampaigns: idsOfActive(campaigns, ({ usageLimit }) => usageLimit !== null),
    limitedPerCustomer: idsOfActive(campaigns, ({ usageLimitPerCustomer }) => usageLimitPerCustomer !== undefined),
    countsOrders: campaigns.some(each => each.audience?.firstOrder === true),
    holdLimit:
      holdLimit && campaigns.some(isPickedUpToLimit) ? JSON.stringify([holdLimit.holds, holdLimit.durationMs]) : null,
  }
}

/** The ids of the active campaigns with a limit, as JSON. */
function idsOfActive(campaigns: readonly Campaign[], isLimited: (campaign: Campaign) => boolean): string {
  return JSON.stringify(campaigns.filter(each => each.active && isLimited(each)).map(({ id }) => id))
}

/** Whether a campaign may apply by itself, and loses a use by a hold. */
function isPickedUpToLimit({ active, automatic, usageLimit }: Campaign): boolean {
  return active && automatic === true && usageLimit !== null
}
