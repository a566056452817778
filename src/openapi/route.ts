/** A registered route: its body schema, its path template and its section of the reference. */

import type { FastifyContextConfig } from 'fastify'
import type { TSchema } from 'typebox'
import type { Section } from '../http/operation-docs.ts'

/** A route as it is registered with Fastify. */
export interface Route {
  method: string
  url: string
  schema: {
    params?: TSchema
    body?: TSchema
    response?: Record<string, TSchema>
  }
  config: FastifyContextConfig
}

/** The schema of an object: the keywords that the API description reads. */
export interface ObjectSchema {
  type?: string
  description?: string
  required?: string[]
  properties?: Record<string, TSchema & { description?: string; maximum?: number; const?: unknown }>
  anyOf?: ObjectSchema[]
}

/** Schema of the request body: the one that the handler validates by, else the one that Fastify validates by. */
export function bodySchemaOf({ schema, config }: Route): (TSchema & ObjectSchema) | undefined {
  return config.validatedByHandler?.body ?? schema.body
}

/** Returns the OpenAPI path template of a route, such as `/cart-items/{itemId}`; a wildcard becomes `{path}`. */
export function templateOf({ url }: Route): string {
  return url.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')
}

/** The sections of the reference, in order. */
export const sections: readonly { name: Section; description: string }[] = [
  {
    name: 'Guests',
    description:
      'Access tokens for shoppers who have not logged in. Sepet issues and renews them; an app needs no other service for guests.',
  },
  {
    name: 'Cart',
    description:
      'The cart of the token’s owner, a member or a guest. Every answer is the whole cart as it is now: nothing has to be read again after a write.',
  },
  {
    name: 'Checkout handoff',
    description:
      'From the app into the web checkout: a link that works once, for a minute, and signs the same customer or guest in there.',
  },
  {
    name: 'Web session',
    description:
      'The session that a handoff begins in the browser. The cookie tells whose it is; to change the cart or to log a customer in, the web shop’s own server adds its credential.',
  },
  {
    name: 'Orders',
    description:
      'What the web shop’s server reports about an order: it holds the totals before the payment, and completes or releases them after it. These endpoints take the token of an administrator.',
  },
  {
    name: 'Events',
    description:
      'What has happened in the shop, for the systems that follow it. This endpoint takes the token of an administrator.',
  },
  {
    name: 'Webhooks',
    description:
      'Receivers to which Sepet sends the events, signed by Standard Webhooks. The feed stays the truth: a webhook is a reader of it, whose place Sepet keeps. These endpoints take the token of an administrator.',
  },
  {
    name: 'Customers',
    description:
      'The shop’s customers, for back offices and identity providers. These endpoints take the token of an administrator.',
  },
  {
    name: 'Back office',
    description:
      'The carts of customers and guests, for staff and for jobs. These endpoints take the token of an administrator.',
  },
  {
    name: 'Catalogue',
    description:
      'Products with their prices and stocks, for stock systems and back offices. These endpoints take the token of an administrator.',
  },
  {
    name: 'Promotions',
    description:
      'Coupons and campaigns one by one, as records of the shop file. These endpoints take the token of an administrator.',
  },
  { name: 'Service', description: 'The state of the service and its description, for operators.' },
  {
    name: 'Web pages',
    description:
      'Pages that a handoff opens until the shop’s own web front end replaces them, and the pictures of the sample shop.',
  },
]

/** Returns the section of a route. */
export function sectionOf({ config }: Route): Section {
  return config.docs?.section ?? 'Web pages'
}
