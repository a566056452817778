/** Types of the web application: the Fastify instance, and Sepet's additions to route configurations and requests. */

import type { IncomingHttpHeaders } from 'node:http'
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
import type { ActingSession } from '../auth/resolve-owner.ts'
import type { Author } from '../model/author.ts'
import type { Channel } from '../model/campaign.ts'
import type { OperationDocs } from './operation-docs.ts'
import type { CountedForNetwork } from './rate-limit/network-budget.ts'
import type { CountedRequest } from './rate-limit/rate-limit.ts'

/** The Fastify instance with TypeBox schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Numbers of records by name, also in groups. */
export interface RecordCounts {
  readonly [name: string]: number | RecordCounts
}

/** The records that a write is about, by the names of path parameters and those that its handler adds; of an import their numbers. */
export type Targets = Readonly<Record<string, string | number | readonly number[] | RecordCounts>>

/** Parts of a request that its handler validates itself, as they came; undefined for every other part. */
export interface GivenParts {
  body: unknown
  query: unknown
}

/** Headers by lower-case name, as Node.js has them. */
export type NamedHeaders = Readonly<IncomingHttpHeaders>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The access that the route requires. Registration of a route without it fails. */
    access?: Access
    /** Media type of the route's responses; `application/json` by default. */
    mediaType?: string
    /** Whether the 200 responses of a GET route carry an `ETag` of their body, and `If-None-Match` is answered with 304. */
    etag?: true
    /**
     * The precondition that a write honours: `if-match` of the cart that it changes, `create-only` (`If-None-Match: *`) of the record that it
     * saves, `record-state` both of this record. Others are refused.
     */
    precondition?: 'if-match' | 'create-only' | 'record-state'
    /** Whether the route changes nothing although its method is no read: it then leaves no line in the audit. */
    isRead?: true
    /** False for routes that browsers navigate to: their error responses have no body. */
    errorBody?: boolean
    /** Location of the redirect that answers each request without success, also one that cannot be parsed; 429 and 405 excepted. */
    redirectsTo?: string
    /** Whether a request without a body is refused; by default it is read as an object without fields. */
    requiresBody?: boolean
    /**
     * Schemas of what the handler itself validates, which it reads as `given` and `namedHeaders`; of bodies other than JSON by media type.
     * Fastify validates what `schema` lists.
     */
    validatedByHandler?: {
      body?: TSchema
      querystring?: TSchema
      headers?: TSchema
      otherBodies?: Readonly<Record<string, TSchema>>
    }
    /** Whether the handler reads the body as a stream, and tells what is wrong with its text. */
    isStreamed?: true
    /** Description of the route in the OpenAPI document. */
    docs?: OperationDocs
    /** Name of the path parameter `id` in audit lines; `id` by default, which names a customer. */
    auditedId?: string
    /** Name of the path parameter `name` in audit lines; `name` by default. */
    auditedName?: string
    /** Excludes the route from the OpenAPI document. */
    isUndescribed?: true
  }

  interface FastifyRequest {
    /** Cart owner of the access token; set on the routes of members and guests. */
    owner: Owner
    /** Whether the handler has written to the cart of an owner whom the token names by an external id. */
    hasWritten: boolean
    /** Guest who renews a token; undefined for a new guest. Set on routes whose access is `guest-renewal`. */
    renewedGuest: Guest | undefined
    /** Body and query that the handler itself validates (`validatedByHandler`); undefined on other routes. */
    given: GivenParts
    /** Name of the form in which the request asks for its answer, which the tag of the answer depends on; empty for the usual one. */
    answerForm: string
    /** The headers that the route names in `validatedByHandler.headers`. */
    readonly namedHeaders: NamedHeaders
    /** Web session that the token acts for: the client's address is then the web shop's. Undefined for every other token. */
    actingSession: ActingSession | undefined
    /** Where the cart is read: `web` for a token that acts for a web session, else `app`. */
    channel: Channel
    /**
     * Whose token it is, on the routes of administrators: `admin:web-shop`. While the access is not decided yet, and in a refusal, it may
     * also be `app:<name>`, `member` or `guest`. Empty without a valid token, and on other routes.
     */
    actor: string
    /** Who changes what an administrator's route writes; set once the access is granted. */
    author: Author
    /** Scopes of an administrator's token; set on the routes of administrators. */
    scopes: readonly string[]
    /** Records that an administrator's write is about and that its path does not name, for the audit. No emails and names. */
    targets: Targets | undefined
    /** What the budget of a client network has counted of the request; undefined where it counts nothing. */
    networkCount: CountedForNetwork | undefined
    /** Key of the owner in rate limits; set on the routes of members and guests. */
    rateLimitKey: string
    /** The attempt with a coupon code as the limit per network has counted it; undefined on other routes. */
    networkAttempt: CountedRequest | undefined
    /** Cart owner of the web session, on routes that read the session cookie; undefined without a session. */
    sessionOwner: Owner | undefined
  }
}
