/** Operation docs of the exports of a shop file and of tables. */

import type { OperationDocs } from '../http/operation-docs.ts'

const SENT =
  'The response is sent while it is read: a connection that is cut before its end leaves a file that is not complete. Few exports are sent at once; a further one is answered with 503 `overloaded`.'
const TABLE =
  'CSV in UTF-8 with a byte order mark. Texts that a spreadsheet might run as formulas have an apostrophe in front, which an import removes.'

const refuses = ['parameter_invalid', 'invalid_encoding'] as const
const csv = { otherResponses: { 200: 'text/csv' } } as const
const headers = { 200: ['Content-Disposition'] } as const

const unknownParameter = (known: string) => ({
  parameter_invalid: { parameter: 'limit', detail: `There is no such parameter; there are ${known}.` },
})

/** GET /exports/shop. */
export const exportShop: OperationDocs = {
  name: 'exportShop',
  section: 'Catalogue',
  summary: 'Export a shop file',
  description: `Settings, groups, shipping companies, payment methods, coupons and campaigns, with \`products=true\` also the products, as a file that an import takes back without a change. ${SENT}`,
  otherResponses: { 200: 'application/json' },
  headers,
  refuses,
  examples: {
    settings: { summary: 'Without products', given: 'the coupons and campaigns of the sample shop', status: 200 },
  },
  refusalExamples: unknownParameter('products'),
}

/** GET /exports/products. */
export const exportProducts: OperationDocs = {
  name: 'exportProducts',
  section: 'Catalogue',
  summary: 'Export the products',
  description: `A row for each product, followed by one for each of its variants. ${TABLE} ${SENT}`,
  ...csv,
  headers,
  refuses,
  examples: { file: { summary: 'The file', given: 'the products of the sample shop', status: 200 } },
  refusalExamples: unknownParameter('none'),
}

/** GET /exports/coupons. */
export const exportCoupons: OperationDocs = {
  name: 'exportCoupons',
  section: 'Promotions',
  summary: 'Export the coupons',
  description: `A row for each coupon, with \`campaignId\` for each that is bound to the campaign, with \`batch\` for each of its batch. ${TABLE} ${SENT}`,
  ...csv,
  headers,
  refuses,
  examples: { file: { summary: 'The file', given: 'the coupons and campaigns of the sample shop', status: 200 } },
  refusalExamples: unknownParameter('campaignId, batch'),
}

/** GET /exports/customers. */
export const exportCustomers: OperationDocs = {
  name: 'exportCustomers',
  section: 'Customers',
  summary: 'Export all customers',
  description: `A row for each customer, as a customer list that an import takes back. ${TABLE} ${SENT}`,
  ...csv,
  headers,
  refuses,
  examples: { file: { summary: 'The file', given: 'the customers of the sample shop', status: 200 } },
  refusalExamples: unknownParameter('none'),
}

/** GET /exports/orders. */
export const exportOrders: OperationDocs = {
  name: 'exportOrders',
  section: 'Orders',
  summary: 'Export the lines of orders',
  description: `A row for each line of each checkout, the last held first, with the amounts as they were held. ${TABLE} ${SENT}`,
  ...csv,
  headers,
  refuses,
  examples: {
    file: { summary: 'The file', given: 'a held checkout of a guest with three metres of linen', status: 200 },
  },
  refusalExamples: { parameter_invalid: { parameter: 'to', detail: 'to must be a time after from.' } },
}
