/** Requests to an identity provider, of shoppers or of the staff, whose responses are limited in size. */

import { MEGABYTE } from '../units.ts'

/** Largest response: 1 MiB, some hundred keys with their certificates. */
const MAX_BYTES = MEGABYTE

/** The error of a response that cannot be used. `code` is logged, such as `HTTP_404`. */
export class IssuerResponseError extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.name = 'IssuerResponseError'
    this.code = code
  }
}

type RequestOptions = Omit<RequestInit, 'body'> & { body?: RequestInit['body'] | undefined }

/**
 * Requests like `fetch`, for an answer of at most 1 MiB, counted after decompression. Neither redirects nor the time are limited here: give
 * `redirect: 'manual'` and a signal. The response has no `url`.
 * @returns a response whose body ends with an IssuerResponseError `TOO_LARGE`, and closes its connection, where it is larger
 * @throws IssuerResponseError for a status above 599
 */
export async function fetchFromIssuer(url: string, options: RequestOptions): Promise<Response> {
  const response = await fetch(url, { ...options, body: options.body ?? null })
  const { status, headers, body } = response
  if (!body) return response
  if (status > 599) {
    await body.cancel()
    throw new IssuerResponseError(`the issuer answered ${status}`, `HTTP_${status}`)
  }
  // The reason phrase is left out: a `Response` refuses one in another script than Latin.
  return new Response(body.pipeThrough(limitBytes()), { status, headers })
}

function limitBytes(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes <= MAX_BYTES) controller.enqueue(chunk)
      else controller.error(new IssuerResponseError(`the response has more than ${MAX_BYTES} bytes`, 'TOO_LARGE'))
    },
  })
}
