/**
 * Coupons and campaigns in the database. Every write locks the shop first, as imports do, so that no two writes overlap, and then the record:
 * codes of a campaign are made under its lock alone.
 */

import { isDeepStrictEqual } from 'node:util'
import type { Database, Queries } from '../../db/database.ts'
import type { LimitLockWait } from '../../db/write-turns.ts'
import { Refusal, refusal, type Violation } from '../../errors.ts'
import type { EventType } from '../../events/event.ts'
import { recordEvents } from '../../events/record-events.sql.ts'
import { recordChanges } from '../../history/record-changes.sql.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { type Naming, namedLists, targetOf } from '../../model/named-records.ts'
import { type Warning, warningOf } from '../../schema/warnings.ts'
import { insertChangedProducts } from '../../shop/changed-products-log.sql.ts'
import { coversNoVariant, findUnknown } from '../../shop/find-unknown.sql.ts'
import { incrementRevision } from '../../shop/revision.sql.ts'
import type { WriteShop } from '../../shop/write-shop.sql.ts'
import { noBindableCampaign, promotionDocument } from '../../shop-file/promotion-document.ts'
import type { Reference } from '../../shop-file/read-record.ts'
import { deleteRequests } from './codes/code-requests.sql.ts'
import { saveAudience } from './coupon-audiences.sql.ts'
import { promotionChange } from './promotion-history.ts'
import { findDocuments, type PromotionPageQuery } from './promotion-pages.sql.ts'
import {
  deleteDocument,
  findBoundCodes,
  findDocument,
  findLockedDocument,
  isBindable,
  saveDocument,
} from './promotions.sql.ts'
import type { Author, NewPromotion, PromotionKey, Saved, Section, Stored } from './saved-promotion.ts'
import { NO_VARIANT_OF_PRODUCTS, unknownText } from './unknown-texts.ts'
import { findUses, type Uses } from './uses.sql.ts'

/** Codes that a refusal names. */
const NAMED_CODES = 3

const NO_USES: Uses = { completed: 0, held: 0 }

/** The coupons and campaigns of one database. */
export type PromotionStore = ReturnType<typeof createPromotionStore>

/** Creates the store. Its writes lock the shop by `writeShop`. */
export function createPromotionStore(database: Database, writeShop: WriteShop) {
  return {
    /** Finds a promotion; undefined for an unknown key. */
    find: <S extends Section>(section: S, key: PromotionKey) => findPromotion(database, section, key),

    /** Finds the uses of a promotion at `now`. */
    async findUses(section: Section, key: PromotionKey, now: number): Promise<Uses> {
      const [uses = NO_USES] = await findUses(database, section, { keys: [key], now })
      return uses
    },

    /** Finds a page in the order of the keys, which continues after a key, with the uses at `now`. */
    async findPage<S extends Section>(section: S, { now, ...query }: PromotionPageQuery & { now: number }) {
      const { documents, hasMore } = await findDocuments(database, section, query)
      const promotions = documents.map(each => JSON.parse(each) as Stored[S])
      const uses = await findUses(database, section, { keys: promotions.map(keyOf), now })
      return { promotions, uses, hasMore }
    },

    /** Why references name no campaign that coupons may be bound to. */
    explainReferences: (references: readonly Reference[]) => explainReferences(database, references),

    /**
     * Warns about what a promotion names and the shop does not have.
     * @param at the JSON pointer of the promotion in the body, where it is not the body
     */
    async warnOfUnknown(promotion: Naming, at = ''): Promise<Warning[]> {
      const unknown = await findUnknown(database, namedLists(promotion))
      const warnings = unknown.map(each => warningOf(at + each.pointer, unknownText(each)))
      const lists = { '/conditions': promotion.conditions, '/reward/target': targetOf(promotion.reward) }
      for (const pointer of ['/conditions', '/reward/target'] as const) {
        if (!(await coversNoVariant(database, lists[pointer]))) continue
        warnings.push(warningOf(`${at}${pointer}/variantIds`, NO_VARIANT_OF_PRODUCTS[pointer]))
      }
      return warnings
    },

    /**
     * Requires that no coupon is bound to a campaign.
     * @param pointer the field that binds none any more
     * @throws Refusal 409 `campaign_in_use`
     */
    requireUnbound: (campaignId: number, pointer: string) => requireUnbound(database, campaignId, pointer),

    /**
     * Saves a promotion. One that is stored with the same fields is left as it is, and no event is recorded.
     * @throws Refusal of `requireState`, 422 for a reference to no campaign, 409 `campaign_in_use` when coupons are bound to a campaign that takes none any more
     */
    save<S extends Section>(promotion: NewPromotion<S>, author: Author): Promise<Saved<Stored[S]>> {
      return writeShop((queries, limitLockWait) => save(queries, promotion, { ...author, limitLockWait }))
    },

    /**
     * Deletes a promotion.
     * @returns whether there was one
     * @throws Refusal 409 `campaign_in_use` for a campaign that coupons are bound to
     */
    delete(section: Section, key: PromotionKey, author: Author): Promise<boolean> {
      return writeShop(async (queries, limitLockWait) => {
        const stored = await lockPromotion(queries, section, key, limitLockWait)
        if (!stored) return false
        if (isCampaign(stored)) {
          await requireUnbound(queries, stored.id)
          await deleteRequests(queries, stored.id)
        }
        await deleteDocument(queries, section, key)
        if (!isCampaign(stored)) await saveAudience(queries, String(key), null)
        await recordChanges(queries, [promotionChange({ before: stored }, author)])
        await finish(queries, stored, { ...author, type: isCampaign(stored) ? 'campaign.deleted' : 'coupon.deleted' })
        return true
      })
    },
  }
}

async function findPromotion<S extends Section>(
  queries: Queries,
  section: S,
  key: PromotionKey,
): Promise<Stored[S] | undefined> {
  const document = await findDocument(queries, section, key)
  return document === undefined ? undefined : (JSON.parse(document) as Stored[S])
}

async function lockPromotion<S extends Section>(
  queries: Queries,
  section: S,
  key: PromotionKey,
  limitLockWait: LimitLockWait,
): Promise<Stored[S] | undefined> {
  await limitLockWait()
  const document = await findLockedDocument(queries, section, key)
  return document === undefined ? undefined : (JSON.parse(document) as Stored[S])
}

async function save<S extends Section>(
  queries: Queries,
  { section, key, record, references, requireState }: NewPromotion<S>,
  { limitLockWait, ...author }: Author & { limitLockWait: LimitLockWait },
): Promise<Saved<Stored[S]>> {
  const violations = await explainReferences(queries, references)
  if (violations.length > 0) throw new Refusal(violations)
  const before = await lockPromotion(queries, section, key, limitLockWait)
  requireState(before)
  const changed = { ...record, usageCount: record.usageCount ?? before?.usageCount ?? 0 } as Stored[S]
  if (before && isCampaign(before) && before.couponBound && isCampaign(changed) && !changed.couponBound) {
    await requireUnbound(queries, before.id, '/couponBound')
  }
  const document = promotionDocument(changed)
  const now = JSON.parse(document) as Stored[S]
  if (!isCampaign(now)) await saveAudience(queries, String(key), now)
  if (isDeepStrictEqual(before, now)) return { before, now }
  await saveDocument(queries, section, { key, document })
  await recordChanges(queries, [promotionChange({ before, after: now }, author)])
  await finish(queries, now, { ...author, type: isCampaign(now) ? 'campaign.changed' : 'coupon.changed' })
  return { before, now }
}

function keyOf(promotion: Stored[Section]): PromotionKey {
  return isCampaign(promotion) ? promotion.id : foldCouponCode(promotion.code)
}

function isCampaign(promotion: Stored[Section]): promotion is Stored['campaigns'] {
  return 'couponBound' in promotion
}

/**
 * Records the event, and for a campaign moves the revision: the snapshot of the shop contains campaigns, while carts read their coupon
 * themselves. No product has changed, so instances keep those that they have in memory.
 */
async function finish(
  queries: Queries,
  promotion: Stored[Section],
  { type, actor, at }: Author & { type: EventType },
): Promise<void> {
  if (isCampaign(promotion)) {
    const revision = await incrementRevision(queries)
    await insertChangedProducts(queries, { revision, productIds: [], changedAt: at })
  }
  const subject = isCampaign(promotion) ? `campaign:${promotion.id}` : `coupon:${promotion.code}`
  await recordEvents(queries, [{ type, at, actor, subject, data: {} }])
}

async function explainReferences(queries: Queries, references: readonly Reference[]): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { id, pointer } of references) {
    if (await isBindable(queries, id)) continue
    violations.push({ code: 'field_invalid', pointer, detail: `${pointer.slice(1)}: ${noBindableCampaign(id)}.` })
  }
  return violations
}

/** @throws Refusal 409 when coupons are bound to the campaign */
async function requireUnbound(queries: Queries, campaignId: number, pointer?: string): Promise<void> {
  const codes = await findBoundCodes(queries, campaignId, NAMED_CODES + 1)
  if (codes.length === 0) return
  const named = codes.slice(0, NAMED_CODES).join(', ') + (codes.length > NAMED_CODES ? ' and others' : '')
  const detail = `Coupons are bound to this campaign: ${named}.`
  if (pointer === undefined) throw refusal('campaign_in_use', detail)
  throw new Refusal({ code: 'campaign_in_use', pointer, detail })
}
