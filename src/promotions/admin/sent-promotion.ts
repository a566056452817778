/** Bodies of previews: one coupon or one campaign that is not stored, with its key, read by the rules of a write. */

import Type, { type TSchema } from 'typebox'
import { Refusal, type Violation } from '../../errors.ts'
import type { Naming } from '../../model/named-records.ts'
import { unknownFields } from '../../schema/check.ts'
import { isObject } from '../../schema/is-object.ts'
import { violationOf } from '../../schema/violation.ts'
import { MAX_WARNINGS, UNKNOWN_FIELD, type Warning, warningOf } from '../../schema/warnings.ts'
import type { ImportedCampaign, ImportedCoupon } from '../../shop-file/imported-records.ts'
import { type Reference, readRecord } from '../../shop-file/read-record.ts'
import { CampaignRecord, CouponRecord } from '../../shop-file/shop-file.schema.ts'

const options = { description: 'a JSON object' }
const withCoupon = {
  coupon: Type.Object({ ...CouponRecord.properties }, { ...options, title: 'PreviewedCoupon' }),
}
const withCampaign = {
  campaign: Type.Object({ ...CampaignRecord.properties }, { ...options, title: 'PreviewedCampaign' }),
}

const rule = 'a JSON object with either a coupon or a campaign'

/** Members of a body beside its promotion. */
export type OtherMembers = Readonly<Record<string, TSchema>>

/** A coupon with its code, or a campaign with its id, beside other members. */
export function previewInput(others: OtherMembers) {
  return Type.Union([Type.Object({ ...withCoupon, ...others }), Type.Object({ ...withCampaign, ...others })], {
    title: 'PreviewInput',
    description: rule,
  })
}

/** The names of all members, for warnings about others. */
function namesWith(others: OtherMembers) {
  const names = ['coupon', 'campaign', ...Object.keys(others)]
  return Type.Object(Object.fromEntries(names.map(name => [name, Type.Unknown()])))
}

/** A promotion that is not stored; its count of uses is null where the body leaves it to the stored one. */
export type SentPromotion = { kind: 'coupon'; record: ImportedCoupon } | { kind: 'campaign'; record: ImportedCampaign }

/** A body that is read. */
export interface ReadPreview {
  promotion: SentPromotion
  warnings: Warning[]
}

/** What the shop has of the records that a promotion names. */
export interface NamedChecks {
  /** Finds the references to records that do not exist. */
  explainReferences: (references: readonly Reference[]) => Promise<Violation[]>
  /** Warns about what a promotion at a JSON pointer names and the shop does not have. */
  warnOfUnknown: (promotion: Naming, at: string) => Promise<Warning[]>
}

/** What was read of a body besides its promotion. */
export interface ReadOthers {
  /** All members that a body has besides. */
  members: OtherMembers
  violations: readonly Violation[]
}

/**
 * Reads the promotion of the body of a preview.
 * @throws Refusal 422 with every violation, at pointers below `/coupon` or `/campaign`
 */
export async function readPreview(
  body: unknown,
  { explainReferences, warnOfUnknown }: NamedChecks,
  others: ReadOthers,
): Promise<ReadPreview> {
  const given = requireOne(body)
  const read = 'coupon' in given ? readCoupon(given.coupon) : readCampaign(given.campaign)
  const violations = [...read.violations, ...others.violations, ...(await explainReferences(read.references))]
  if (violations.length > 0 || !read.promotion) throw new Refusal(violations)
  const ignored = [...unknownFields(namesWith(others.members), body)].map(pointer => warningOf(pointer, UNKNOWN_FIELD))
  const unknown = await warnOfUnknown(read.promotion.record, `/${read.promotion.kind}`)
  return { promotion: read.promotion, warnings: [...read.warnings, ...ignored, ...unknown].slice(0, MAX_WARNINGS) }
}

function readCoupon(value: unknown) {
  const { record, ...read } = readRecord('coupons', value, '/coupon')
  return { ...read, promotion: record && { kind: 'coupon' as const, record } }
}

function readCampaign(value: unknown) {
  const { record, ...read } = readRecord('campaigns', value, '/campaign')
  return { ...read, promotion: record && { kind: 'campaign' as const, record } }
}

/** @throws Refusal 422 for a body with neither of both, and for one with both */
function requireOne(body: unknown): { coupon: unknown } | { campaign: unknown } {
  if (!isObject(body)) throw new Refusal(violationOf('', { isMissing: false, rule }))
  const { coupon, campaign } = body
  if (coupon === undefined && campaign !== undefined) return { campaign }
  if (coupon !== undefined && campaign === undefined) return { coupon }
  const isMissing = coupon === undefined
  const ofField = isMissing ? 'a JSON object' : 'left out beside a coupon'
  throw new Refusal(violationOf(isMissing ? '/coupon' : '/campaign', { isMissing, rule: ofField }))
}
