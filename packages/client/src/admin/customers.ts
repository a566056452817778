/** The customer calls of the client, for back offices and identity providers. */

import { type Api, bodyOf, type CallOptions, done, type Schemas, toRecord, toRows } from '../responses.ts'
import { type Page, type PageQuery, toPage } from './pages.ts'
import { given, joined } from './query.ts'
import { type SaveOptions, saveRequest } from './saved.ts'

/** A customer of the shop. `group` is present only if it was requested with `include`. */
export type Customer = Schemas['Customer']

/** A customer to create. Every field is optional; an email address is generated if `email` is absent or `null`. */
export type NewCustomer = Schemas['NewCustomer']

/**
 * Changes to a customer. An absent field keeps its value; `null` clears a text, the external id or the group. `email` cannot
 * be cleared.
 */
export type CustomerChanges = Schemas['CustomerChanges']

/** The result of {@link CustomersClient}`.saveByExternalId`. */
export interface SavedCustomer {
  /** The customer as it was stored. */
  customer: Customer
  /** Whether the call created the customer; otherwise it updated the customer. */
  created: boolean
}

/** A group of customers: its id, its name, and the number of its customers, `null` for a token without `customers:read`. */
export type CustomerGroup = Schemas['ListedCustomerGroup']

/** A page of customers: `data`, the numbers in `meta` (`page`, `limit`, `total`, `totalPages`), and `links` to other pages. */
export type CustomerPage = Schemas['CustomerPage']

/** All that is stored about one customer: the record, the cart, sessions, events and checkouts. */
export type CustomerExport = Schemas['CustomerExport']['data']

/**
 * Options of {@link CustomersClient}`.list`: paging, order, filters and included data.
 *
 * @example
 *
 * ```ts
 * import type { CustomerQuery } from "sepet-client/admin"
 *
 * export const students: CustomerQuery = {
 *   filter: { customerGroupId: 3 },
 *   sort: ['surname', '-createdAt'],
 *   include: 'group',
 *   limit: 100,
 * }
 * ```
 */
export interface CustomerQuery extends CallOptions {
  /** The number of the page, from 1. Defaults to 1. A page after the last one is empty. */
  page?: number
  /** The number of customers of a page, from 1 to 100. Defaults to 25. */
  limit?: number
  /**
   * One field or several, in order of precedence, with `-` before a descending one: `['surname', '-createdAt']`. The fields are
   * `id`, `email`, `name`, `surname`, `createdAt` and `updatedAt`. Defaults to `id`.
   */
  sort?: string | string[]
  /** Filters. A customer must match every filter; a filter with several values matches any of them. */
  filter?: {
    /** One id or several. */
    id?: number | number[]
    /** One email address or several. */
    email?: string | string[]
    /** One external id, compared exactly. */
    externalId?: string
    /** One id of a customer group or several. */
    customerGroupId?: number | number[]
  }
  /** Adds the field `group` to each customer. */
  include?: 'group'
}

/** Options of {@link CustomersClient}`.read` and `.readByExternalId`. */
export interface ReadOptions extends CallOptions {
  /** Adds the field `group` to the customer. */
  include?: 'group'
}

/**
 * The customer calls of a client.
 *
 * Every call throws the codes of every administrator's call (see `AdminClient`), besides its own.
 */
export type CustomersClient = ReturnType<typeof createCustomersClient>

const CUSTOMERS = '/api/v3/admin/customers'
const GROUPS = '/api/v3/admin/customer-groups'

/**
 * Creates the customer calls of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @returns The customer calls.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "../api.generated.ts"
 * import { createCustomersClient } from "./customers.ts"
 *
 * const customers = createCustomersClient(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * console.log((await customers.list()).meta.total)
 * ```
 */
export function createCustomersClient(api: Api) {
  return {
    /**
     * Reads a page of customers. Requires the scope `customers:read`.
     *
     * @param query Paging, order, filters and included data, and an `AbortSignal`.
     * @returns The page, with the total number of customers that match the filters.
     * @throws SepetError with 400 `parameter_invalid`, or a code of every call (see `AdminClient`).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { customers } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { data, meta } = await customers.list({ filter: { customerGroupId: [1, 2] }, include: 'group' })
     * console.log(meta.total, data[0]?.group?.name)
     * ```
     */
    list: ({ page, limit, sort, filter = {}, include, ...options }: CustomerQuery = {}): Promise<CustomerPage> => {
      const filters = Object.entries(filter).map(([name, values]) => [`filter[${name}]`, joined(values)])
      const query = given({ page, limit, sort: joined(sort), include, ...Object.fromEntries(filters) })
      return bodyOf(api.GET(CUSTOMERS, { params: { query }, ...options }), toCustomerPage)
    },

    /**
     * Reads a page of the groups of customers, in the order of their ids. Requires the scope `catalogue:read`.
     *
     * @param query The page, and an `AbortSignal`.
     * @returns The page.
     * @throws SepetError with 400 `parameter_invalid`, or a code of every call (see `AdminClient`).
     */
    groups: async ({ limit, after, ...options }: PageQuery = {}): Promise<Page<CustomerGroup>> =>
      bodyOf(api.GET(GROUPS, { params: { query: given({ limit, after }) }, ...options }), toPage),

    /**
     * Reads a customer. Requires the scope `customers:read`.
     *
     * @param id The id of the customer.
     * @param options Included data, and an `AbortSignal`.
     * @returns The customer.
     * @throws SepetError with 400 `parameter_invalid` or 404 `customer_not_found`, or a code of every call (see `AdminClient`).
     */
    read: async (id: number, { include, ...options }: ReadOptions = {}): Promise<Customer> => {
      const params = { path: { id }, query: given({ include }) }
      return bodyOf(api.GET(`${CUSTOMERS}/{id}`, { params, ...options }), toRecord)
    },

    /**
     * Creates a customer. Requires the scope `customers:write`.
     *
     * @param customer The customer.
     * @param options An `AbortSignal`.
     * @returns The customer as it was stored, with its id.
     * @throws SepetError with 422 `field_invalid`, `email_taken`, `external_id_taken`, `customer_group_not_found` or
     *   `ids_exhausted`, or a code of every call (see `AdminClient`).
     */
    create: async (customer: NewCustomer, options: CallOptions = {}): Promise<Customer> => {
      const result = api.POST(CUSTOMERS, { body: customer, ...options })
      return bodyOf(result, ({ data }) => toRecord({ data: data as Customer }))
    },

    /**
     * Creates up to 100 customers in one transaction: all of them or none. Requires the scope `customers:write`.
     *
     * @param customers The customers, 1 to 100.
     * @param options An `AbortSignal`.
     * @returns The customers as they were stored, in the order of the argument.
     * @throws SepetError with 413 `payload_too_large` (4 MiB), 422 `bulk_size_invalid`, `field_invalid`, `email_taken`,
     *   `external_id_taken`, `customer_group_not_found` or `ids_exhausted`, or a code of every call (see `AdminClient`). Each error
     *   points to its customer, such as `/3/email`.
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { customers } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const [can, deniz] = await customers.createMany([{ name: 'Can' }, { name: 'Deniz', dealer: true }])
     * console.log(can?.id, deniz?.id)
     * ```
     */
    createMany: async (customers: NewCustomer[], options: CallOptions = {}): Promise<Customer[]> => {
      const result = api.POST(CUSTOMERS, { body: customers, ...options })
      return bodyOf(result, ({ data }) => toRows({ data: data as Customer[] }))
    },

    /**
     * Changes a customer. An absent field keeps its value. Requires the scope `customers:write`.
     *
     * A customer whose status becomes `inactive` or `banned` is rejected from the next request on.
     *
     * @param id The id of the customer.
     * @param changes The fields to change.
     * @param options An `AbortSignal`.
     * @returns The changed customer.
     * @throws SepetError with 404 `customer_not_found`, 422 `field_invalid`, `email_taken`, `external_id_taken` or
     *   `customer_group_not_found`, or a code of every call (see `AdminClient`).
     */
    update: async (id: number, changes: CustomerChanges, options: CallOptions = {}): Promise<Customer> => {
      const params = { path: { id } }
      return bodyOf(api.PUT(`${CUSTOMERS}/{id}`, { params, body: changes, ...options }), toRecord)
    },

    /**
     * Reads the customer with an external id, the id of the shop's identity provider. Requires the scope `customers:read`.
     *
     * @param externalId The external id, as the identity provider has it: it is percent-encoded by the call.
     * @param options What to include, and an `AbortSignal`.
     * @returns The customer.
     * @throws SepetError with 400 `parameter_invalid` or 404 `customer_not_found`, or a code of every call (see `AdminClient`).
     */
    readByExternalId: async (externalId: string, { include, ...options }: ReadOptions = {}): Promise<Customer> => {
      const params = { path: { externalId }, query: given({ include }) }
      return bodyOf(api.GET(`${CUSTOMERS}/by-external-id/{externalId}`, { params, ...options }), toRecord)
    },

    /**
     * Creates the customer with an external id, or updates it if it exists. Requires the scope `customers:write`.
     *
     * For hooks of an identity provider, such as at sign-up: simultaneous calls create one customer. An absent field keeps its
     * value, or gets its initial value in a new customer; so does `email` if it is `null`.
     *
     * @param externalId The external id, as the identity provider has it: it is percent-encoded by the call.
     * @param customer The fields to set.
     * @param options Whether the customer is created only, and an `AbortSignal`.
     * @returns The customer, and whether it was created.
     * @throws SepetError with 400 `parameter_invalid`, 412 `precondition_failed` (`createOnly`), 422 `field_invalid` (also for another
     *   `externalId` in `customer`), `email_taken`, `customer_group_not_found` or `ids_exhausted`, or a code of every call (see
     *   `AdminClient`).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { customers } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { customer, created } = await customers.saveByExternalId('auth0|6740c2f1', { email: 'ada@example.com' })
     * console.log(customer.id, created)
     * ```
     */
    saveByExternalId: async (
      externalId: string,
      customer: NewCustomer,
      options: SaveOptions = {},
    ): Promise<SavedCustomer> => {
      const params = { path: { externalId } }
      const result = api.PUT(`${CUSTOMERS}/by-external-id/{externalId}`, {
        params,
        body: customer,
        ...saveRequest(options),
      })
      return { customer: await bodyOf(result, toRecord), created: (await result).response.status === 201 }
    },

    /**
     * Deletes a customer with the cart and the web sessions. Requires the scope `customers:delete`.
     *
     * @param id The id of the customer.
     * @param options An `AbortSignal`.
     * @throws SepetError with 404 `customer_not_found`, or a code of every call (see `AdminClient`).
     */
    delete: async (id: number, options: CallOptions = {}): Promise<void> => {
      await done(api.DELETE(`${CUSTOMERS}/{id}`, { params: { path: { id } }, ...options }))
    },

    /**
     * Exports everything that is stored about a customer, to fulfil a request for access. Requires the scope `customers:read`.
     *
     * The whole export is kept in memory. Few exports run at once: a further one is refused with 503 `overloaded`, and retried.
     *
     * @param id The id of the customer.
     * @param options An `AbortSignal`.
     * @returns The export.
     * @throws SepetError with 404 `customer_not_found`, or a code of every call (see `AdminClient`). An export whose connection
     *   is cut throws the error of `fetch`.
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { customers } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * console.log(JSON.stringify(await customers.export(7), null, 2))
     * ```
     */
    export: async (id: number, options: CallOptions = {}): Promise<CustomerExport> =>
      bodyOf(api.GET(`${CUSTOMERS}/{id}/export`, { params: { path: { id } }, ...options }), toRecord),
  }
}

function toCustomerPage(document: CustomerPage): CustomerPage {
  return { ...document, data: toRows(document), meta: toRecord({ data: document.meta }) }
}
