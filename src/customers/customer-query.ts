/** Query parameters of the customer list: page, order, filters and includes. Unknown or invalid parameters are refused. */

import Type from 'typebox'
import { isStorable } from '../schema/fields.ts'
import { IdListParameter, idList, integerUpTo, type ParameterReaders, readParameters } from '../schema/parameters.ts'
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
const SORT_KEY = `-?(${SORTABLE.join('|')})`
const SORT_RULE = `a comma-separated list of different fields out of ${SORTABLE.join(', ')}, each with - before it for descending`

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, description }))
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
  sort: Type.Optional(Type.String({ pattern: `^${SORT_KEY}(,${SORT_KEY})*$`, description: SORT_RULE })),
  include,
  'filter[id]': Type.Optional(IdListParameter),
  'filter[email]': text('email addresses, separated by commas'),
  'filter[externalId]': text('one external id, compared exactly; a comma is part of it'),
  'filter[customerGroupId]': Type.Optional(IdListParameter),
})

/** Parameters of a single customer. */
export const CustomerIncludeParameter = Type.Object({ include })

const readers: ParameterReaders<CustomerQuery> = {
  page: (text, query) => {
    query.page = integerUpTo(MAX_PAGE, text)
  },
  limit: (text, query) => {
    query.limit = integerUpTo(MAX_LIMIT, text)
  },
  sort: (text, query) => {
    query.sort = text.split(',').map(readSort)
    if (new Set(query.sort.map(({ field }) => field)).size < query.sort.length) throw new Error(SORT_RULE)
  },
  include: (text, query) => {
    query.withGroup = readInclude(text)
  },
  'filter[id]': (text, query) => {
    query.filters.id = idList(text)
  },
  'filter[email]': (text, query) => {
    query.filters.email = emails(text)
  },
  'filter[externalId]': (text, query) => {
    query.filters.externalId = externalId(text)
  },
  'filter[customerGroupId]': (text, query) => {
    query.filters.customerGroupId = idList(text)
  },
}

/**
 * Reads the parameters of the list.
 * @throws Refusal 400 naming the parameters that are unknown, repeated or out of range
 */
export function readCustomerQuery(given: unknown): CustomerQuery {
  return readParameters(given, readers, { page: 1, limit: DEFAULT_LIMIT, sort: [], filters: {}, withGroup: false })
}

/**
 * Whether a single customer includes its group.
 * @throws Refusal 400 for any other `include`
 */
export function readIncludeGroup(given: unknown): boolean {
  const { include } = given as { include?: unknown }
  if (include === undefined) return false
  return readCustomerQuery({ include }).withGroup
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
