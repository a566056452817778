/** The web application's type, and what requests and routes carry besides Fastify's own. */

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
import type { Owner } from '../auth/identity.ts'
import type { OperationDocs } from './operation-docs.ts'

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. A route without it is not registered. */
    access?: Access
    /** The media type of the route's answers, where it is not plain JSON. */
    mediaType?: string
    /** False where a browser, not a program, reads the answers: errors have no body then. */
    errorBody?: boolean
    /** Whether a request without a body is refused; elsewhere it is read as one without members. */
    requiresBody?: boolean
    /** Schemas of what the handler itself validates; Fastify validates what `schema` lists. */
    handles?: { body?: TSchema; querystring?: TSchema }
    docs?: OperationDocs
    /** Keeps the route out of the API description. */
    isUndescribed?: true
  }

  interface FastifyRequest {
    /** Whose token a request carries, where the route asks for one. */
    owner: Owner
    /** A hash that stands for the access token. */
    tokenKey: string
    /** Whose web session the cookie names, where the route asks; undefined where there is none. */
    sessionOwner: Owner | undefined
  }
}
