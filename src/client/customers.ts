/** The shop's customers, for back offices and identity providers: these calls take the token of an administrator. */

import { type Api, bodyOf, type CallOptions, done, type Schemas } from './answers.ts'

export type Customer = Schemas['Customer']
export type NewCustomer = Schemas['NewCustomer']
export type CustomerChanges = Schemas['CustomerChanges']
export type CustomerPage = Schemas['CustomerPage']

/** What of a list is wanted. All filters must hold; of several values of one, any may. */
export interface CustomerQuery extends CallOptions {
  page?: number
  limit?: number
  /** Fields in their order, with `-` before a descending one: `['surname', '-createdAt']`. */
  sort?: string | string[]
  filter?: {
    id?: number | number[]
    email?: string | string[]
    customerGroupId?: number | number[]
  }
  /** Each customer comes with its group. */
  include?: 'group'
}

export interface ReadOptions extends CallOptions {
  /** The customer comes with its group. */
  include?: 'group'
}

export type CustomersClient = ReturnType<typeof createCustomersClient>

const CUSTOMERS = '/api/v3/admin/customers'

/** Makes the customers' part of the client. */
export function createCustomersClient(api: Api) {
  return {
    /** Reads a page of customers. */
    list: ({ page, limit, sort, filter = {}, include, ...options }: CustomerQuery = {}): Promise<CustomerPage> => {
      const filters = Object.entries(filter).map(([name, values]) => [`filter[${name}]`, joined(values)])
      const query = given({ page, limit, sort: joined(sort), include, ...Object.fromEntries(filters) })
      return bodyOf(api.GET(CUSTOMERS, { params: { query }, ...options }))
    },

    /** Reads a customer. */
    read: async (id: number, { include, ...options }: ReadOptions = {}): Promise<Customer> => {
      const params = { path: { id }, query: given({ include }) }
      return (await bodyOf(api.GET(`${CUSTOMERS}/{id}`, { params, ...options }))).data
    },

    /** Creates a customer. */
    create: async (customer: NewCustomer, options: CallOptions = {}): Promise<Customer> => {
      const { data } = await bodyOf(api.POST(CUSTOMERS, { body: customer, ...options }))
      return data as Customer
    },

    /** Creates up to a hundred customers, all of them or none. */
    createMany: async (customers: NewCustomer[], options: CallOptions = {}): Promise<Customer[]> => {
      const { data } = await bodyOf(api.POST(CUSTOMERS, { body: customers, ...options }))
      return data as Customer[]
    },

    /** Changes a customer: what is left out keeps its value. */
    update: async (id: number, changes: CustomerChanges, options: CallOptions = {}): Promise<Customer> => {
      const params = { path: { id } }
      return (await bodyOf(api.PUT(`${CUSTOMERS}/{id}`, { params, body: changes, ...options }))).data
    },

    /** Deletes a customer, the cart and the web sessions. */
    delete: async (id: number, options: CallOptions = {}): Promise<void> => {
      await done(api.DELETE(`${CUSTOMERS}/{id}`, { params: { path: { id } }, ...options }))
    },
  }
}

function joined(values: number | string | (number | string)[] | undefined): string | undefined {
  return values === undefined ? undefined : [values].flat().join(',')
}

/** Only what is there: an empty parameter would be refused. */
function given<T extends object>(query: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as T
}
