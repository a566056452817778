/** What the parts of the client have in common: the typed transport, and what becomes of an answer. */

import type { Client } from 'openapi-fetch'
import type { components, paths } from './api.generated.ts'
import { SepetError } from './errors.ts'

/** Every endpoint for clients, by its path. */
export type Api = Client<paths>

/** The schemas of the API. */
export type Schemas = components['schemas']

/** What every call takes besides its own arguments. */
export interface CallOptions {
  signal?: AbortSignal
}

interface Answer<T> {
  data?: T
  error?: unknown
  response: Response
}

/** The body of a success. @throws SepetError for any other answer */
export async function bodyOf<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer
  if (!response.ok || !isOurs(data)) throw new SepetError(response, error)
  return data as T
}

/** Waits for a success without a body. @throws SepetError for any other answer */
export async function done(answer: Promise<Answer<unknown>>): Promise<void> {
  const { error, response } = await answer
  if (!response.ok) throw new SepetError(response, error)
}

/** Whether something else than Sepet has answered with JSON: all of ours hold `data`, and links a `url`. */
function isOurs(body: unknown): boolean {
  return typeof body === 'object' && body !== null && ('data' in body || 'url' in body)
}
