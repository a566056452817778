/** Types of the web application: the Fastify instance, and Sepet's additions to route configurations and requests. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { TSchema } from 'typebox'
import type { Access } from '../auth/access.ts'
import type { Guest, Owner } from '../auth/identity.ts'
import type { OperationDocs } from './operation-docs.ts'

/** The Fastify instance with TypeBox schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The access that the route requires. Registration of a route without it fails. */
    access?: Access
    /** Media type of the route's responses; `application/json` by default. */
    mediaType?: string
    /** False for routes that browsers navigate to: their error responses have no body. */
    errorBody?: boolean
    /** Whether a request without a body is refused; by default it is read as an object without fields. */
    requiresBody?: boolean
    /** Schemas of what the handler itself validates; Fastify validates what `schema` lists. */
    handles?: { body?: TSchema; querystring?: TSchema }
    /** Description of the route in the OpenAPI document. */
    docs?: OperationDocs
    /** Excludes the route from the OpenAPI document. */
    isUndescribed?: true
  }

  interface FastifyRequest {
    /** Cart owner of the access token; set on the routes of members and guests. */
    owner: Owner
    /** Guest who renews a token; undefined for a new guest. Set on routes whose access is `guest-renewal`. */
    renewedGuest: Guest | undefined
    /** Whether the token acts for a web session: the client's address is then the web shop's. */
    isActing: boolean
    /** Subject of the administrator's token, such as `admin:web-shop`; empty on other routes. */
    actor: string
    /** Hash that identifies the access token in rate limits; empty without a token. */
    rateLimitKey: string
    /** Cart owner of the web session, on routes that read the session cookie; undefined without a session. */
    sessionOwner: Owner | undefined
  }
}
