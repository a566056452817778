/** The endpoint of the groups of customers (GET /customer-groups), for those who pick one. */

import Type from 'typebox'
import { CUSTOMER_GROUPS } from '../api-paths.ts'
import type { App } from '../http/fastify-types.ts'
import { requireDecodable } from '../http/request/query.ts'
import { Id, nullable } from '../schema/fields.ts'
import { type KeysetQuery, keyset, pageOf, presentPage } from '../schema/keyset.ts'
import { defineQuery } from '../schema/list-query.ts'
import type { ListedGroup } from './customer-groups.store.ts'
import * as docs from './customers.docs.ts'

const query = defineQuery(keyset('number'))

const GroupDocument = Type.Object(
  {
    id: Id(),
    name: Type.String(),
    customers: nullable(
      Type.Integer({ description: 'number of customers in the group; null for a token without `customers:read`' }),
    ),
  },
  { title: 'ListedCustomerGroup' },
)

/** Dependencies of the endpoint. */
export interface CustomerGroupsDependencies {
  findPage: (query: KeysetQuery) => Promise<ListedGroup[]>
  publicUrl: string
}

/** Registers `GET /customer-groups`. It needs `catalogue:read`, which shows the groups of prices, too. */
export function customerGroupsRoutes(app: App, { findPage, publicUrl }: CustomerGroupsDependencies): void {
  app.get(
    CUSTOMER_GROUPS,
    {
      config: {
        access: 'catalogue:read',
        validatedByHandler: { querystring: query.schema },
        docs: docs.listCustomerGroups,
      },
      schema: { response: { 200: pageOf(GroupDocument, 'CustomerGroupPage') } },
    },
    async request => {
      requireDecodable(request.url)
      const { limit, after, given } = query.read(request.given.query)
      const countsCustomers = request.scopes.includes('customers:read')
      const page = {
        ...{ rows: await findPage({ limit, after }), limit, parameters: given },
        keyOf: ({ id }: ListedGroup) => [id],
        url: `${publicUrl}${CUSTOMER_GROUPS}`,
      }
      return presentPage(page, ({ id, name, customers }) => ({
        id,
        name,
        customers: countsCustomers ? customers : null,
      }))
    },
  )
}
