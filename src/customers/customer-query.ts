/** Query parameters of the customer list: page, order, filters and includes. Unknown or invalid parameters are refused. */

import Type from 'typebox'
import { Refusal, type Violation } from '../errors.ts'
import { isStorable } from '../schema/fields.ts'
import { normaliseEmail } from './email.ts'

const SORTABLE = ['id', 'email', 'name', 'surname', 'createdAt', 'updatedAt'] as const
/** A field that customers can be sorted by. */
export type SortField = (typeof SORTABLE)[number]

/** One key of the order. */
export interface Sort {
  field: SortField
  descending: boolean
}

/** Values per filter: a customer matches when it has one of them. A filter left out matches every customer. */
export interface Filters {
  id?: number[]
  email?: string[]
  /** One value, since an external id may contain commas. */
  externalId?: string
  customerGroupId?: number[]
}

/** The query of a list, with defaults. */
export interface CustomerQuery {
  /** From 1. */
  page: number
  limit: number
  sort: Sort[]
  filters: Filters
  withGroup: boolean
}

const DEFAULT_LIMIT = 25
const MAX_LIMIT = 100
/** Largest page whose offset is an exact number. */
const MAX_PAGE = Math.floor(Number.MAX_SAFE_INTEGER / MAX_LIMIT)
/** Violations per response. Each takes 230 bytes: 16 KiB of unknown parameters would make a response of 580 KiB. */
const MAX_VIOLATIONS = 20
const SORT_RULE = `a comma-separated list of different fields out of ${SORTABLE.join(', ')}, each with - before it for descending`

const list = (description: string) => Type.Optional(Type.String({ description }))
const include = Type.Optional(Type.Literal('group', { description: 'each customer comes with its group' }))

/** Parameters of the list, for the API description; `readCustomerQuery` validates them. */
export const CustomerQueryParameters = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1, description: 'from 1' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: `customers a page, at most ${MAX_LIMIT}`,
    }),
  ),
  sort: list(SORT_RULE),
  include,
  'filter[id]': list('ids, separated by commas'),
  'filter[email]': list('email addresses, separated by commas'),
  'filter[externalId]': list('one external id, compared exactly; a comma is part of it'),
  'filter[customerGroupId]': list('ids, separated by commas'),
})

/** Parameters of a single customer. */
export const CustomerIncludeParameter = Type.Object({ include })

/** Reads one parameter into the query. @throws Error with a message that completes the sentence "… must be" */
type Read = (text: string, query: CustomerQuery) => void

const parameters: Record<string, Read> = {
  page: (text, query) => {
    query.page = integer(text, MAX_PAGE)
  },
  limit: (text, query) => {
    query.limit = integer(text, MAX_LIMIT)
  },
  sort: (text, query) => {
    query.sort = text.split(',').map(readSort)
    if (new Set(query.sort.map(({ field }) => field)).size < query.sort.length) throw new Error(SORT_RULE)
  },
  include: (text, query) => {
    query.withGroup = readInclude(text)
  },
  'filter[id]': (text, query) => {
    query.filters.id = ids(text)
  },
  'filter[email]': (text, query) => {
    query.filters.email = emails(text)
  },
  'filter[externalId]': (text, query) => {
    query.filters.externalId = externalId(text)
  },
  'filter[customerGroupId]': (text, query) => {
    query.filters.customerGroupId = ids(text)
  },
}

/**
 * Reads the parameters of the list.
 * @throws Refusal 400 naming the parameters that are unknown, repeated or out of range
 */
export function readCustomerQuery(given: Record<string, unknown>): CustomerQuery {
  const query: CustomerQuery = { page: 1, limit: DEFAULT_LIMIT, sort: [], filters: {}, withGroup: false }
  const violations = Object.entries(given).flatMap(([parameter, value]) => readParameter(parameter, value, query))
  if (violations.length > 0) throw new Refusal(violations.slice(0, MAX_VIOLATIONS))
  return query
}

/**
 * Whether a single customer includes its group.
 * @throws Refusal 400 for any other `include`
 */
export function readIncludeGroup({ include }: Record<string, unknown>): boolean {
  if (include === undefined) return false
  return readCustomerQuery({ include }).withGroup
}

function readParameter(parameter: string, value: unknown, query: CustomerQuery): Violation[] {
  const read = Object.hasOwn(parameters, parameter) ? parameters[parameter] : undefined
  if (!read) {
    const known = Object.keys(parameters).join(', ')
    return [{ code: 'parameter_invalid', parameter, detail: `There is no such parameter; there are ${known}.` }]
  }
  try {
    if (typeof value !== 'string') throw new Error('given once')
    read(value, query)
    return []
  } catch (error) {
    return [{ code: 'parameter_invalid', parameter, detail: `${parameter} must be ${(error as Error).message}.` }]
  }
}

function readSort(text: string): Sort {
  const field = SORTABLE.find(each => each === text.replace(/^-/, ''))
  if (!field) throw new Error(SORT_RULE)
  return { field, descending: text.startsWith('-') }
}

function readInclude(text: string): boolean {
  if (text !== 'group') throw new Error('group')
  return true
}

function integer(text: string, maximum: number): number {
  const value = Number(text)
  if (!/^[1-9]\d*$/.test(text) || value > maximum) throw new Error(`an integer from 1 to ${maximum}`)
  return value
}

function ids(text: string): number[] {
  try {
    return [...new Set(text.split(',').map(each => integer(each, Number.MAX_SAFE_INTEGER)))]
  } catch (error) {
    throw new Error(`${(error as Error).message}, or several separated by commas`)
  }
}

function emails(text: string): string[] {
  const values = [...new Set(text.split(',').map(normaliseEmail))]
  if (values.some(value => value === '' || !isStorable(value))) {
    throw new Error('an email address, or several separated by commas')
  }
  return values
}

function externalId(text: string): string {
  if (text === '' || !isStorable(text)) throw new Error('an external id')
  return text
}
