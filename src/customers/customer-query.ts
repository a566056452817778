/** Query of the customer list: page, order, filters and includes. */

import { defineQuery, filledText, idList, integer, matching, word } from '../schema/list-query.ts'
import { normaliseEmail } from './email.ts'

const SORTABLE = ['id', 'email', 'name', 'surname', 'createdAt', 'updatedAt'] as const
/** A field that customers can be sorted by. */
export type SortField = (typeof SORTABLE)[number]

/** One key of the order. */
export interface Sort {
  field: SortField
  descending: boolean
}

const MAX_LIMIT = 100
/** Characters of a search. */
const SEARCH_MAX_LENGTH = 100
/** Largest page whose offset is an exact number. */
const MAX_PAGE = Math.floor(Number.MAX_SAFE_INTEGER / MAX_LIMIT)
const SORT_KEY = `-?(${SORTABLE.join('|')})`
const SORT_RULE = `a comma-separated list of different fields out of ${SORTABLE.join(', ')}, each with - before it for descending`

const include = word('group', { description: 'each customer comes with its group' })
/** The parameters of the list; a customer matches a filter when it has one of its values. Pages count from 1. */
export const customerQuery = defineQuery({
  page: integer({ maximum: MAX_PAGE, default: 1, description: 'from 1' }),
  limit: integer({ maximum: MAX_LIMIT, default: 25, description: `customers a page, at most ${MAX_LIMIT}` }),
  sort: {
    ...matching(`^${SORT_KEY}(,${SORT_KEY})*$`, { rule: SORT_RULE, description: SORT_RULE }, readSort),
    fallback: [] as Sort[],
  },
  include,
  'filter[id]': idList,
  'filter[email]': filledText(
    {
      pattern: '^[^,\\u0000]*[^,\\s\\u0000][^,\\u0000]*(,[^,\\u0000]*[^,\\s\\u0000][^,\\u0000]*)*$',
      rule: 'an email address, or several separated by commas',
      description: 'email addresses, separated by commas',
    },
    readEmails,
  ),
  // One value, since an external id may contain commas.
  'filter[externalId]': filledText({
    rule: 'an external id',
    description: 'one external id, compared exactly; a comma is part of it',
  }),
  'filter[customerGroupId]': idList,
  'filter[search]': filledText(
    {
      maxLength: SEARCH_MAX_LENGTH,
      pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
      rule: `a text of 1 to ${SEARCH_MAX_LENGTH} characters that are not all blanks`,
      description:
        'words that the name, company, email, phones and external id contain together, in any letter case and without accents; a part of three characters is enough, shorter words are the beginning of one; finds up to 2,000 customers',
    },
    text => (text.trim() === '' ? undefined : text),
  ),
})

/** A query of the list. */
export type CustomerQuery = Omit<ReturnType<typeof customerQuery.read>, 'given'>
/** Values per filter. A filter left out matches every customer. */
export type Filters = CustomerQuery['filters']

/** The parameters of a single customer. */
export const includeQuery = defineQuery({ include })

/**
 * Whether a single customer includes its group. Other parameters are ignored.
 * @throws Refusal 400 for any other `include`
 */
export function readIncludeGroup(given: unknown): boolean {
  const { include } = given as { include?: unknown }
  return include !== undefined && includeQuery.read({ include }).include === 'group'
}

function readSort(text: string): Sort[] | undefined {
  const keys = text.split(',').map(key => ({
    field: key.replace(/^-/, '') as SortField,
    descending: key.startsWith('-'),
  }))
  return new Set(keys.map(({ field }) => field)).size === keys.length ? keys : undefined
}

function readEmails(text: string): string[] | undefined {
  const emails = [...new Set(text.split(',').map(normaliseEmail))]
  return emails.includes('') ? undefined : emails
}
