/** What the API description says of a route beyond the schemas and settings that Fastify itself works by. */

import type { TSchema } from 'typebox'
import type { RefusalCode } from '../errors.ts'

/** The headers that answers carry besides those that every answer carries. */
export type AnswerHeader =
  | 'Content-Language'
  | 'Content-Security-Policy'
  | 'ETag'
  | 'Last-Modified'
  | 'Location'
  | 'Referrer-Policy'
  | 'Set-Cookie'
  | 'Vary'

/** One request and its answer. The answer is recorded from a real server by `npm run describe`, and a test asks for it again. */
export interface Example {
  /** What it shows. */
  summary: string
  /** What has to be so before, in words that end the sentence "Given …". */
  given?: string
  /** Parameters of path and query by name. */
  params?: Readonly<Record<string, string | number>>
  body?: unknown
  status: number
}

/** Notes on one route. */
export interface OperationDocs {
  /** The operation's id, after which generated clients name it. */
  name: string
  summary: string
  description?: string
  /** Schema of the path's parameters, where it is stricter than the route's: an id is an integer, though any text finds no customer. */
  params?: TSchema
  /** Whether the session cookie says who is there. */
  readsSession?: true
  /** Answers that are not JSON by a schema: by status the media type, or null where there is no body. */
  answers?: Readonly<Record<number, string | null>>
  /** By status. */
  headers?: Readonly<Record<number, readonly AnswerHeader[]>>
  /** Refusals that do not follow from the route's access, method and body. */
  refuses?: readonly RefusalCode[]
  /** By name. */
  examples?: Readonly<Record<string, Example>>
}
