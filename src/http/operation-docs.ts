/** Types of a route's OpenAPI notes, which complement the schemas and settings that Fastify uses. */

import type { TSchema } from 'typebox'
import type { RefusalCode, Violation } from '../errors.ts'

/** Response headers of single routes, besides the headers of every response. */
export type ResponseHeader =
  | 'Accept'
  | 'Accept-Encoding'
  | 'Accept-Patch'
  | 'Accept-Post'
  | 'Content-Disposition'
  | 'Content-Language'
  | 'Content-Security-Policy'
  | 'ETag'
  | 'Idempotency-Replayed'
  | 'Last-Modified'
  | 'Location'
  | 'Referrer-Policy'
  | 'Retry-After'
  | 'Set-Cookie'
  | 'Vary'

/** Sections of the reference; `openapi/route.ts` describes them in their order. */
export type Section =
  | 'Cart'
  | 'Guests'
  | 'Checkout handoff'
  | 'Web session'
  | 'Orders'
  | 'Events'
  | 'Webhooks'
  | 'Customers'
  | 'Back office'
  | 'Catalogue'
  | 'Promotions'
  | 'Service'
  | 'Web pages'

/** An example request and its response, which `npm run describe` records from a real server and a test verifies. */
export interface Example {
  /** Short description. */
  summary: string
  /** Precondition, as the end of a sentence that begins with "Given". */
  given?: string
  /** Path, query and header parameters by name. */
  params?: Readonly<Record<string, string | number>>
  body?: unknown
  status: number
}

/** Operation docs of one route. */
export interface OperationDocs {
  /** The operationId; generated clients name the operation by it. */
  name: string
  section: Section
  summary: string
  description?: string
  /** Schema of path parameters, where it is stricter than the route's: an id is an integer, and other texts answer 404. */
  params?: TSchema
  /** Whether the session cookie identifies the client. */
  readsSession?: true
  /** Responses without a JSON schema: media type by status; null for a response without a body. */
  otherResponses?: Readonly<Record<number, string | null>>
  /** Response headers by status. */
  headers?: Readonly<Record<number, readonly ResponseHeader[]>>
  /** Error codes besides those that follow from the route's access, method and body. */
  refuses?: readonly RefusalCode[]
  /** Examples of errors that differ from those of other operations. */
  refusalExamples?: Readonly<Partial<Record<RefusalCode, Omit<Violation, 'code'>>>>
  /** Examples by name. */
  examples?: Readonly<Record<string, Example>>
}
