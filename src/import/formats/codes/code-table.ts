/** Tables of codes, such as those of another system: each code becomes a coupon that is bound to the campaign which the caller names. */

import { unescapeFormula } from '../../../customers/formula-text.ts'
import { formatInstant, parseInstant } from '../../../schema/instants.ts'
import type { CouponField, Imported } from '../../../shop-file/imported-records.ts'
import { decodeRecord } from '../../../shop-file/shop-file.ts'
import { readWholeNumber } from '../../input/cell-numbers.ts'
import { columnName } from '../../input/column-name.ts'
import { readFieldColumns } from '../../input/field-columns.ts'
import { belowHeader } from '../../input/fields-of-rows.ts'
import { readFlag } from '../../input/flag-words.ts'
import type { TableRow } from '../../input/table-row.ts'
import type { CodesOf, TableContext, TableSystem } from '../../table-system.ts'
import { type CodeColumn, codeFieldOf, hasCodes, isOfCodes } from './code-columns.ts'

/** The table of codes of a campaign. */
export const codeTable: TableSystem = {
  format: 'codes',
  recognises: hasCodes,
  lacks: header => (isOfCodes(header) ? WITHOUT_CAMPAIGN : undefined),
  read: readCodes,
}

const WITHOUT_CAMPAIGN =
  'is a table of codes: name the campaign that they are bound to by --campaign, over HTTP by ?campaignId='
const UNLIMITED =
  'has no column of usage limits: new codes can be used any number of times; add a column usageLimit, with 1 for codes of one use'
const NO_CODE = 'has no code: left out'

type Said = Partial<Record<CodeColumn, unknown>>

/** Yields the coupons. A stored coupon keeps what its row does not say. */
async function* readCodes(rows: AsyncIterable<TableRow>, context: TableContext): AsyncGenerator<Imported> {
  const { checks, codes } = context
  if (!codes) return
  let columns: { field: CodeColumn; index: number }[] = []
  const readHeader = (header: TableRow) => {
    const fieldOf = codeFieldOf(new Set(header.fields.map(columnName)))
    columns = readFieldColumns(header, { fieldOf }, checks)
    if (!columns.some(({ field }) => field === 'usageLimit')) checks.warning(`line ${header.line}`, UNLIMITED)
  }
  for await (const { line, fields } of belowHeader(rows, readHeader)) {
    if (fields.every(cell => cell.trim() === '')) continue
    const at = `line ${line}`
    const cells = columns.map(({ field, index }) => [field, readCell(field, fields[index] ?? '', context)] as const)
    const said: Said = Object.fromEntries(cells.filter(([, value]) => value !== undefined))
    if (said.code === undefined) checks.skip(at, NO_CODE)
    else {
      const record = decodeRecord('coupons', toRecord(said, codes), `${at} `, checks)
      if (record) yield { section: 'coupons', record, at, kept: keptOf(said, codes) }
    }
  }
}

/** An invalid cell stays text, which the schema refuses. Undefined where the cell says nothing. */
function readCell(field: CodeColumn, cell: string, { times }: TableContext): unknown {
  const content = unescapeFormula(cell).trim()
  return content === '' ? ofEmptyCell[field] : readers[field](content, times)
}

/** A limit or a bound that is empty says that there is none. */
const ofEmptyCell: { [Field in CodeColumn]?: null } = {
  usageLimit: null,
  usageLimitPerCustomer: null,
  oncePerCustomer: null,
  startsAt: null,
  expiresAt: null,
  endsAt: null,
}

const readers: Record<CodeColumn, (content: string, times: TableContext['times']) => unknown> = {
  code: content => content,
  usageCount: toNumber,
  usageLimit: toNumber,
  usageLimitPerCustomer: toNumber,
  oncePerCustomer: content => (readFlag(content) === true ? 1 : null),
  startsAt: toStart,
  expiresAt: toStart,
  endsAt: (content, times) => toTime(content) ?? times.endOf(content) ?? content,
  active: content => states.get(columnName(content)) ?? readFlag(content) ?? content,
}

function toStart(content: string, times: TableContext['times']): number | string {
  return toTime(content) ?? times.startOf(content) ?? content
}

function toNumber(content: string): number | string {
  return readWholeNumber(content) ?? content
}

/** What systems call the states of a discount. */
const states = new Map([
  ...['active', 'scheduled', 'publish', 'published', 'enabled'].map(word => [word, true] as const),
  ...['expired', 'draft', 'pending', 'private', 'future', 'trash', 'disabled', 'inactive'].map(
    word => [word, false] as const,
  ),
])

const SECOND_MS = 1_000

/** Reads ISO 8601, the times of Shopify (`2025-12-08 11:28:18 -0600`) and seconds since the epoch. */
function toTime(content: string): number | null {
  if (/^\d{10}$/.test(content)) return Number(content) * SECOND_MS
  return parseInstant(content.replace(/^(\S+) (\S+) ([+-]\d{2}:?\d{2})$/, '$1T$2$3'))
}

function toRecord(said: Said, { campaignId, batch }: CodesOf): object {
  const { code, usageCount, usageLimit, usageLimitPerCustomer, oncePerCustomer, startsAt, active } = said
  const endsAt = said.endsAt ?? said.expiresAt
  return {
    ...{ code, discountType: 'percent', campaignId, batch, usageCount, usageLimit, active },
    usageLimitPerCustomer: usageLimitPerCustomer ?? oncePerCustomer,
    ...{ startsAt: textOf(startsAt), endsAt: textOf(endsAt) },
  }
}

function textOf(time: unknown): unknown {
  return typeof time === 'number' ? formatInstant(time) : time
}

/** The fields that a row does not say. */
function keptOf(said: Said, { batch }: CodesOf): CouponField[] {
  const isUnsaid = (...columns: CodeColumn[]) => columns.every(column => said[column] === undefined)
  return [
    ...(['description', 'discountType', 'value', 'maximum', 'by', 'tiers'] as const),
    ...(['combinesWithCampaigns', 'audience', 'conditions'] as const),
    ...(batch === undefined ? (['batch'] as const) : []),
    ...(isUnsaid('active') ? (['active'] as const) : []),
    ...(isUnsaid('startsAt') ? (['startsAt'] as const) : []),
    ...(isUnsaid('endsAt', 'expiresAt') ? (['endsAt'] as const) : []),
    ...(isUnsaid('usageLimit') ? (['usageLimit'] as const) : []),
    ...(isUnsaid('usageLimitPerCustomer', 'oncePerCustomer') ? (['usageLimitPerCustomer'] as const) : []),
  ]
}
