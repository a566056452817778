/** What the client throws when Sepet refuses. */

import type { components } from './api.generated.ts'

/** Why a request was refused. Codes never change, but are added: expect ones you do not know. */
export type ErrorCode = components['schemas']['ErrorCode'] | (string & {})

/** One thing that is wrong, as a JSON:API error object. */
export interface ErrorObject {
  status: string
  code: ErrorCode
  /** The same for every occurrence of the code. */
  title: string
  /** For developers, not for shoppers. */
  detail: string
  source?: {
    /** The body member, as a JSON pointer. */
    pointer?: string
    /** The query parameter. */
    parameter?: string
  }
}

/** An answer that is no success, or not Sepet's. When the network fails, `fetch` throws an error of its own. */
export class SepetError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** Everything that is wrong; empty when something else than Sepet answered, such as a proxy. */
  readonly errors: readonly ErrorObject[]
  /** After how many seconds the request may be sent again, where the answer says so. */
  readonly retryAfterSeconds: number | undefined
  /** What the answer calls the request, where it has a name for it. */
  readonly requestId: string | undefined

  constructor(response: Response, body: unknown) {
    const errors = errorsIn(body)
    super(
      errors.map(({ code, detail }) => `${code}: ${detail}`).join(' ') ||
        `Not an answer of Sepet: HTTP status ${response.status}`,
    )
    this.name = 'SepetError'
    this.status = response.status
    this.errors = errors
    this.retryAfterSeconds = retryAfterSeconds(response)
    this.requestId = response.headers.get('X-Request-Id') ?? undefined
  }

  /** The codes of everything that is wrong. */
  get codes(): ErrorCode[] {
    return this.errors.map(({ code }) => code)
  }

  /** Whether a code is among what is wrong. */
  has(code: ErrorCode): boolean {
    return this.codes.includes(code)
  }
}

/** The errors of an answer's body; none where it is no error document. */
export function errorsIn(body: unknown): ErrorObject[] {
  const { errors } = (typeof body === 'object' && body !== null ? body : {}) as { errors?: unknown }
  const isOurs = (error: unknown): error is ErrorObject =>
    typeof error === 'object' && error !== null && 'code' in error
  return Array.isArray(errors) ? errors.filter(isOurs) : []
}

/** The seconds of `Retry-After`, also where a proxy has written a date. */
export function retryAfterSeconds({ headers }: Response): number | undefined {
  const text = headers.get('Retry-After')
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}
