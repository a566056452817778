/** Requests to an identity provider, whose responses are limited in size. */

/** Largest response: 1 MiB, some hundred keys with their certificates. */
const MAX_BYTES = 1_048_576

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
 * Requests like `fetch`. The body of the response ends with an error, and its connection is closed, after 1 MiB.
 * @param options with `redirect: 'manual'` and a signal that ends a slow response
 */
export async function fetchFromIssuer(url: string, options: RequestOptions): Promise<Response> {
  const response = await fetch(url, { ...options, body: options.body ?? null })
  return response.body ? new Response(response.body.pipeThrough(limitBytes()), response) : response
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
