/** The table of coupons that an export has written: a row for each coupon, with the columns of its audience and conditions. */

import { formatInstant } from '../../../schema/instants.ts'
import type { FileChecks } from '../../../shop-file/checks-interface.ts'
import type { CouponField, Imported } from '../../../shop-file/imported-records.ts'
import { decodeRecord } from '../../../shop-file/shop-file.ts'
import { AUDIENCES, type CouponColumn } from '../../../shop-file/table-columns.ts'
import type { TableRow } from '../../input/table-row.ts'
import type { TableContext, TableSystem } from '../../table-system.ts'
import { decimalCell, flagCell, idsCell, integer, type ReadCell, text, timeCell, word } from './sepet-cells.ts'
import { type Block, readSaidRows, type SaidRow, saysBlock } from './sepet-rows.ts'

/** What the cells of each column say. An empty cell clears what may be absent. */
const cells: Record<CouponColumn, ReadCell> = {
  code: word(undefined),
  description: text(''),
  discountType: word(undefined),
  value: decimalCell(null),
  campaignId: integer(null),
  active: flagCell(undefined),
  startsAt: timeCell('startOf'),
  endsAt: timeCell('endOf'),
  usageLimit: integer(null),
  usageCount: integer(undefined),
  usageLimitPerCustomer: integer(null),
  minimumTotal: decimalCell(null),
  minimumQuantity: integer(null),
  productIds: idsCell,
  audience: word(undefined),
  audienceVisitors: flagCell(undefined),
  audienceMembers: flagCell(undefined),
  audienceDealers: flagCell(undefined),
  audienceCustomerGroupIds: idsCell,
  audienceCustomerIds: idsCell,
}

/** Columns without which a row is no coupon. */
const REQUIRED: CouponColumn[] = ['code', 'discountType', 'value', 'campaignId']

function lackedBy(header: ReadonlySet<string>): CouponColumn[] {
  return REQUIRED.filter(name => !header.has(name.toLowerCase()))
}

const period = { name: 'the period', columns: ['startsAt', 'endsAt'] } as const
const conditions = { name: 'conditions', columns: ['minimumTotal', 'minimumQuantity', 'productIds'] } as const
const audience = {
  name: 'the audience',
  columns: [
    'audience',
    'audienceVisitors',
    'audienceMembers',
    'audienceDealers',
    'audienceCustomerGroupIds',
    'audienceCustomerIds',
  ],
} as const
const blocks: readonly Block<CouponColumn>[] = [period, conditions, audience]

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

type Said = SaidRow<CouponColumn>['said']

/** Yields the coupons. A stored coupon keeps the fields for which the file has no column. */
export async function* readSepetCoupons(
  rows: AsyncIterable<TableRow>,
  context: TableContext,
): AsyncGenerator<Imported> {
  const unsaid = new Set<CouponColumn>()
  const begin = (fields: Set<CouponColumn>) => {
    for (const block of blocks) {
      if (!saysBlock(block, fields, context.checks)) for (const column of block.columns) unsaid.add(column)
    }
  }
  for await (const { at, said: all } of readSaidRows(rows, { cells, context, begin })) {
    const said = Object.fromEntries(Object.entries(all).filter(([column]) => !unsaid.has(column as CouponColumn)))
    const checks = withColumns(context.checks)
    if (!isAudience(said)) checks.problem(`${at} /audience`, `must be one of ${AUDIENCES.join(', ')}`)
    const record = decodeRecord('coupons', toRecord(said), `${at} `, checks)
    if (record) yield { section: 'coupons', record, at, kept: keptOf(said) }
  }
}

/** Names the column where the record has its field within another. */
function withColumns(checks: FileChecks): FileChecks {
  const columnAt = (place: string) =>
    place.replace(/\/conditions\//, '/').replace(/\/audience\/(\w)/, (_, letter) => `/audience${letter.toUpperCase()}`)
  return {
    ...checks,
    invalid: (at, problem) => checks.invalid(columnAt(at), problem),
    problem: (at, ...found) => checks.problem(columnAt(at), ...found),
  }
}

function isAudience({ audience: kind }: Said): boolean {
  return kind === undefined || (AUDIENCES as readonly unknown[]).includes(kind)
}

/** Returns the record of the shop file. */
function toRecord({ minimumTotal, minimumQuantity, productIds, ...said }: Said): object {
  const { startsAt, endsAt, audience: kind, ...rest } = said
  const { audienceVisitors, audienceMembers, audienceDealers, ...others } = rest
  const { audienceCustomerGroupIds, audienceCustomerIds, ...fields } = others
  const listed = {
    visitors: audienceVisitors,
    members: audienceMembers,
    dealers: audienceDealers,
    customerGroupIds: audienceCustomerGroupIds,
    customerIds: audienceCustomerIds,
  }
  return {
    ...fields,
    ...(startsAt !== undefined && { startsAt: toTime(startsAt), endsAt: toTime(endsAt) }),
    conditions: { minimumTotal, minimumQuantity, productIds },
    audience: kind === 'listed' ? listed : null,
  }
}

function toTime(value: unknown): unknown {
  return typeof value === 'number' ? formatInstant(value) : value
}

/** The fields that a row does not say. */
function keptOf(said: Said): CouponField[] {
  const fields = ['description', 'active', 'usageLimit', 'usageLimitPerCustomer'] as const
  return [
    ...fields.filter(field => said[field] === undefined),
    ...(said.startsAt === undefined ? (['startsAt', 'endsAt'] as const) : []),
    ...(said.productIds === undefined ? (['conditions'] as const) : []),
    ...(said.audience === undefined ? (['audience'] as const) : []),
  ]
}
