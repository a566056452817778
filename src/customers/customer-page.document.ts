/** A page of customers in API responses: the customers, counts, and links to the neighbouring pages. */

import Type, { type Static } from 'typebox'
import { nullable } from '../schema/fields.ts'
import { CustomerDocument, presentCustomer, presentWithGroup } from './customer.document.ts'
import type { CustomerPage } from './customer-list.store.ts'
import type { CustomerQuery } from './customer-query.ts'

const link = Type.String({ format: 'uri' })
const neighbour = nullable(link)

/** `prev` and `next` are null at the ends. */
export const CustomerPageDocument = Type.Object(
  {
    data: Type.Array(CustomerDocument),
    meta: Type.Object({
      page: Type.Integer(),
      limit: Type.Integer(),
      total: Type.Integer(),
      totalPages: Type.Integer(),
    }),
    links: Type.Object({ self: link, first: link, prev: neighbour, next: neighbour, last: link }),
  },
  { title: 'CustomerPage' },
)

/** Presents a page. @param address URL of the list, without a query */
export function presentPage(
  query: CustomerQuery,
  { customers, total }: CustomerPage,
  address: string,
): Static<typeof CustomerPageDocument> {
  const { page, limit, include } = query
  const totalPages = Math.ceil(total / limit)
  const link = (number: number) => `${address}?${queryText({ ...query, page: number })}`
  const last = Math.max(1, totalPages)
  return {
    data: customers.map(include ? presentWithGroup : presentCustomer),
    meta: { page, limit, total, totalPages },
    links: {
      self: link(page),
      first: link(1),
      prev: page > 1 ? link(Math.min(page - 1, last)) : null,
      next: page < totalPages ? link(page + 1) : null,
      last: link(last),
    },
  }
}

function queryText({ page, limit, sort, filters, include }: CustomerQuery): string {
  const parts = [
    ['page', String(page)],
    ['limit', String(limit)],
    ...(sort.length > 0 ? [['sort', sort.map(each => `${each.descending ? '-' : ''}${each.field}`).join(',')]] : []),
    ...Object.entries(filters).map(([name, values]) => [`filter[${name}]`, [values].flat().join(',')]),
    ...(include ? [['include', include]] : []),
  ]
  return parts.map(([name = '', value = '']) => `${encode(name)}=${encode(value)}`).join('&')
}

/** Commas and at signs may stand in a query as they are (RFC 3986 section 3.4): a link is not longer than the request. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%40', '@')
}
