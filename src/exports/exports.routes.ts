/** The endpoints that export a shop file and tables, as `sepet export` does. */

import type { TObject } from 'typebox'
import { EXPORTS } from '../api-paths.ts'
import type { Access } from '../auth/access.ts'
import { Refusal } from '../errors.ts'
import type { App } from '../http/fastify-types.ts'
import type { OperationDocs } from '../http/operation-docs.ts'
import { requireDecodable } from '../http/request/query.ts'
import { createExportSender } from '../http/response/send-export.ts'
import { batchParameter } from '../promotions/admin/codes/code-queries.ts'
import { defineQuery, integer, time, yesOrNo } from '../schema/list-query.ts'
import * as docs from './exports.docs.ts'
import type { Exported, ExportRequest, WriteExport } from './write-export.ts'

const shopQuery = defineQuery({ products: yesOrNo('whether the file has the products, too') })
const ordersQuery = defineQuery({
  from: time('orders that were held at this time or later'),
  to: time('orders that were held before this time; later than `from`'),
})
const couponsQuery = defineQuery({
  campaignId: integer({
    ...{ format: 'int64', maximum: Number.MAX_SAFE_INTEGER },
    description: 'the coupons that are bound to this campaign',
  }),
  batch: batchParameter,
})
const noQuery = defineQuery({})

/** An export over HTTP. */
interface Endpoint {
  access: Access
  docs: OperationDocs
  query: TObject
  /** Reads the query. @throws Refusal 400 naming the parameters that are unknown, repeated or invalid */
  read: (given: unknown) => ExportRequest
}

const endpoints: Record<Exported, Endpoint> = {
  shop: {
    access: 'promotions:read catalogue:read',
    docs: docs.exportShop,
    query: shopQuery.schema,
    read: given => ({ what: 'shop', products: shopQuery.read(given).products === true }),
  },
  products: tableOf('products', 'catalogue:read', docs.exportProducts),
  customers: tableOf('customers', 'customers:read', docs.exportCustomers),
  coupons: { access: 'promotions:read', docs: docs.exportCoupons, query: couponsQuery.schema, read: readCoupons },
  orders: { access: 'checkouts:read', docs: docs.exportOrders, query: ordersQuery.schema, read: readOrders },
}

function tableOf(what: 'products' | 'customers', access: Access, itsDocs: OperationDocs): Endpoint {
  const read = (given: unknown): ExportRequest => {
    noQuery.read(given)
    return { what }
  }
  return { access, docs: itsDocs, query: noQuery.schema, read }
}

function readOrders(given: unknown): ExportRequest {
  const { from, to } = ordersQuery.read(given)
  if (from === undefined || to === undefined || from < to) return { what: 'orders', from, to }
  throw new Refusal({ code: 'parameter_invalid', parameter: 'to', detail: 'to must be a time after from.' })
}

function readCoupons(given: unknown): ExportRequest {
  const { campaignId, batch } = couponsQuery.read(given)
  if (campaignId !== undefined) return { what: 'coupons', of: { campaignId, batch } }
  if (batch === undefined) return { what: 'coupons' }
  throw new Refusal({ code: 'parameter_invalid', parameter: 'campaignId', detail: 'batch needs campaignId.' })
}

/** Registers the endpoints. Responses are streams, and few are sent at once. */
export function exportFileRoutes(app: App, { write }: { write: WriteExport }): void {
  const send = createExportSender()
  for (const [what, { access, docs: itsDocs, query, read }] of Object.entries(endpoints)) {
    const isShopFile = what === 'shop'
    app.get(
      `${EXPORTS}/${what}`,
      { config: { access, validatedByHandler: { querystring: query }, docs: itsDocs } },
      async (request, reply) => {
        requireDecodable(request.url)
        const asked = read(request.given.query)
        reply.type(isShopFile ? 'application/json; charset=utf-8' : 'text/csv; charset=utf-8')
        reply.header('Content-Disposition', `attachment; filename="${isShopFile ? 'shop.json' : `${what}.csv`}"`)
        return send(request, reply, () => write(asked))
      },
    )
  }
}
