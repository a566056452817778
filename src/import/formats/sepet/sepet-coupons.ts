/** The table of coupons that an export has written: a row for each coupon, with the columns of its audience and conditions. */

import { formatInstant } from '../../../schema/instants.ts'
import type { FileChecks } from '../../../shop-file/checks-interface.ts'
import type { CouponField, Imported } from '../../../shop-file/imported-records.ts'
import { decodeRecord } from '../../../shop-file/shop-file.ts'
import { AUDIENCES, type CouponColumn, couponColumnAt } from '../../../shop-file/table-columns.ts'
import type { TableRow } from '../../input/table-row.ts'
import type { TableContext, TableSystem } from '../../table-system.ts'
import {
  decimalCell,
  flagCell,
  idsCell,
  integer,
  type ReadCell,
  text,
  textsCell,
  tiersCell,
  timeCell,
  word,
} from './sepet-cells.ts'
import { inTiersCell, keepsTiers, keptReward, type Said, toTiers, withoutMissingValue } from './sepet-coupon-rewards.ts'
import { type Block, readSaidRows, saysBlock } from './sepet-rows.ts'

/** What the cells of each column say. An empty cell clears what may be absent. */
const cells: Record<CouponColumn, ReadCell> = {
  code: word(undefined),
  description: text(''),
  discountType: word(undefined),
  value: decimalCell(null),
  maximum: decimalCell(null),
  by: word(null),
  tiers: tiersCell,
  campaignId: integer(null),
  active: flagCell(undefined),
  startsAt: timeCell('startOf'),
  endsAt: timeCell('endOf'),
  usageLimit: integer(null),
  usageCount: integer(undefined),
  usageLimitPerCustomer: integer(null),
  batch: word(null),
  combinesWithCampaigns: flagCell(undefined),
  minimumTotal: decimalCell(null),
  minimumQuantity: integer(null),
  productIds: idsCell,
  variantIds: idsCell,
  brands: textsCell,
  categories: textsCell,
  tags: textsCell,
  priceFrom: decimalCell(null),
  priceTo: decimalCell(null),
  excludeDiscounted: flagCell(undefined),
  excludeProductIds: idsCell,
  excludeVariantIds: idsCell,
  excludeBrands: textsCell,
  excludeCategories: textsCell,
  excludeTags: textsCell,
  audience: word(undefined),
  audienceVisitors: flagCell(undefined),
  audienceMembers: flagCell(undefined),
  audienceDealers: flagCell(undefined),
  audienceCustomerGroupIds: idsCell,
  audienceCustomerIds: idsCell,
  audienceFirstOrder: flagCell(undefined),
  audienceChannels: textsCell,
  audienceExcludeVisitors: flagCell(undefined),
  audienceExcludeMembers: flagCell(undefined),
  audienceExcludeDealers: flagCell(undefined),
  audienceExcludeCustomerGroupIds: idsCell,
  audienceExcludeCustomerIds: idsCell,
}

/** Columns without which a row is no coupon. */
const REQUIRED: CouponColumn[] = ['code', 'discountType', 'value', 'campaignId']
/** What the campaign of a bound coupon has instead. */
const OF_CAMPAIGN: CouponColumn[] = ['discountType', 'value']

function lackedBy(header: ReadonlySet<string>): CouponColumn[] {
  const lacked = REQUIRED.filter(name => !header.has(name.toLowerCase()))
  // A table of bound coupons alone needs neither.
  return lacked.length === OF_CAMPAIGN.length && lacked.every(name => OF_CAMPAIGN.includes(name)) ? [] : lacked
}

type Columns = readonly CouponColumn[]

/** Columns that say a value only together, and others that count beside them alone: files of earlier versions lack those. */
interface CouponBlock extends Block<CouponColumn> {
  further: Columns
}

const excludedItems: Columns = [
  'excludeProductIds',
  'excludeVariantIds',
  'excludeBrands',
  'excludeCategories',
  'excludeTags',
]
const excludedCustomers: Columns = [
  'audienceExcludeVisitors',
  'audienceExcludeMembers',
  'audienceExcludeDealers',
  'audienceExcludeCustomerGroupIds',
  'audienceExcludeCustomerIds',
]
const furtherConditions = [
  'variantIds',
  'brands',
  'categories',
  'tags',
  'priceFrom',
  'priceTo',
  'excludeDiscounted',
] as const satisfies Columns

const blocks: readonly CouponBlock[] = [
  { name: 'the list of tiers', columns: ['by', 'tiers'], further: [] },
  { name: 'the period', columns: ['startsAt', 'endsAt'], further: [] },
  {
    name: 'conditions',
    columns: ['minimumTotal', 'minimumQuantity', 'productIds'],
    further: [...furtherConditions, ...excludedItems],
  },
  { name: 'what conditions exclude', columns: excludedItems, further: [] },
  {
    name: 'the audience',
    columns: [
      'audience',
      'audienceVisitors',
      'audienceMembers',
      'audienceDealers',
      'audienceCustomerGroupIds',
      'audienceCustomerIds',
    ],
    further: ['audienceFirstOrder', 'audienceChannels', ...excludedCustomers],
  },
  { name: 'whom the audience excludes', columns: excludedCustomers, further: [] },
]

/** The coupons of a Sepet export. */
export const sepetCoupons: TableSystem = {
  format: 'Sepet coupons',
  recognises: header => lackedBy(header).length === 0,
  lacks: header => {
    const lacked = lackedBy(header)
    if (!header.has('code') || lacked.length > 2) return undefined
    return `looks like exported coupons without ${lacked.join(' and ')}: export them with all of ${REQUIRED.join(', ')}`
  },
  read: readSepetCoupons,
}

/** Yields the coupons. A stored coupon keeps the fields for which the file has no column. */
export async function* readSepetCoupons(
  rows: AsyncIterable<TableRow>,
  context: TableContext,
): AsyncGenerator<Imported> {
  const unsaid = new Set<CouponColumn>()
  const begin = (fields: Set<CouponColumn>) => {
    for (const { name, columns, further } of blocks) {
      const block = { name, columns: [...columns, ...further.filter(column => fields.has(column))] }
      if (saysBlock(block, fields, context.checks)) continue
      for (const column of [...columns, ...further]) unsaid.add(column)
    }
  }
  for await (const { at, said: all } of readSaidRows(rows, { cells, context, begin })) {
    const said = Object.fromEntries(Object.entries(all).filter(([column]) => !unsaid.has(column as CouponColumn)))
    const checks = withColumns(keepsTiers(said) ? withoutMissingValue(context.checks) : context.checks)
    if (!isAudience(said)) checks.problem(`${at} /audience`, `must be one of ${AUDIENCES.join(', ')}`)
    const record = decodeRecord('coupons', toRecord(said), `${at} `, checks)
    if (record) yield { section: 'coupons', record, at, kept: keptOf(said) }
  }
}

/** Names the column where the record has its field within another. */
function withColumns(checks: FileChecks): FileChecks {
  const columnAt = (place: string) => place.replace(/\/(?:conditions|audience|tiers)\/.*/, couponColumnAt)
  return {
    ...checks,
    invalid: (at, problem) => checks.invalid(columnAt(at), at.endsWith('/tiers') ? inTiersCell(problem) : problem),
    problem: (at, ...found) => checks.problem(columnAt(at), ...found),
    warning: (at, ...found) => checks.warning(columnAt(at), ...found),
  }
}

function isAudience({ audience: kind }: Said): boolean {
  return kind === undefined || (AUDIENCES as readonly unknown[]).includes(kind)
}

/** Returns the record of the shop file. */
function toRecord(said: Said): object {
  const { code, description, discountType, value, campaignId, active, usageLimit, usageCount, startsAt, endsAt } = said
  const { maximum, usageLimitPerCustomer, batch, combinesWithCampaigns } = said
  const type = discountType ?? (campaignId === null ? undefined : 'percent')
  const fields = { code, description, discountType: type, value, campaignId, active, usageLimit, usageCount }
  return {
    ...fields,
    ...{ maximum, by: said.by, tiers: toTiers(said) },
    ...{ usageLimitPerCustomer, batch, combinesWithCampaigns },
    ...(startsAt !== undefined && { startsAt: toTime(startsAt), endsAt: toTime(endsAt) }),
    conditions: toConditions(said),
    audience: said.audience === 'listed' ? toAudience(said) : null,
  }
}

function toConditions(said: Said): object {
  const { minimumTotal, minimumQuantity, productIds, variantIds, brands, categories, tags } = said
  const { priceFrom, priceTo, excludeDiscounted } = said
  const exclude = {
    productIds: said.excludeProductIds,
    variantIds: said.excludeVariantIds,
    brands: said.excludeBrands,
    categories: said.excludeCategories,
    tags: said.excludeTags,
  }
  const own = { minimumTotal, minimumQuantity, productIds, variantIds, brands, categories, tags }
  return { ...own, priceFrom, priceTo, excludeDiscounted, exclude }
}

function toAudience(said: Said): object {
  return {
    visitors: said.audienceVisitors,
    members: said.audienceMembers,
    dealers: said.audienceDealers,
    customerGroupIds: said.audienceCustomerGroupIds,
    customerIds: said.audienceCustomerIds,
    firstOrder: said.audienceFirstOrder,
    channels: said.audienceChannels,
    exclude: {
      visitors: said.audienceExcludeVisitors,
      members: said.audienceExcludeMembers,
      dealers: said.audienceExcludeDealers,
      customerGroupIds: said.audienceExcludeCustomerGroupIds,
      customerIds: said.audienceExcludeCustomerIds,
    },
  }
}

function toTime(value: unknown): unknown {
  return typeof value === 'number' ? formatInstant(value) : value
}

/** The fields that a row does not say. */
function keptOf(said: Said): CouponField[] {
  const fields = [
    'description',
    'active',
    'usageLimit',
    'usageLimitPerCustomer',
    'batch',
    'combinesWithCampaigns',
  ] as const
  return [
    ...fields.filter(field => said[field] === undefined),
    ...(said.discountType === undefined ? (['discountType'] as const) : []),
    ...keptReward(said),
    ...(said.startsAt === undefined ? (['startsAt', 'endsAt'] as const) : []),
    ...(said.productIds === undefined ? (['conditions'] as const) : keptConditions(said)),
    ...(said.audience === undefined ? (['audience'] as const) : keptAudience(said)),
  ]
}

function keptConditions(said: Said): CouponField[] {
  return [
    ...furtherConditions.filter(column => said[column] === undefined).map(column => `conditions.${column}` as const),
    ...(said.excludeProductIds === undefined ? (['conditions.exclude'] as const) : []),
  ]
}

function keptAudience(said: Said): CouponField[] {
  return [
    ...(said.audienceFirstOrder === undefined ? (['audience.firstOrder'] as const) : []),
    ...(said.audienceChannels === undefined ? (['audience.channels'] as const) : []),
    ...(said.audienceExcludeCustomerIds === undefined ? (['audience.exclude'] as const) : []),
  ]
}
