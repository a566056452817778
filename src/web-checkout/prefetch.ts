/** Requests that open no link: browsers and link previews declare that they load an address before the user does. */

import Type from 'typebox'
import type { NamedHeaders } from '../http/fastify-types.ts'

const PURPOSE_HEADERS = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz']

/** Schema of the headers that declare a prefetch. */
export const PurposeHeaders = Type.Object(
  Object.fromEntries(
    PURPOSE_HEADERS.map(name => [
      name,
      Type.Optional(Type.String({ description: '`prefetch` for a request that must not use the link' })),
    ]),
  ),
)

/** Returns whether a browser or a link preview declares the request as a prefetch, by the headers of `PurposeHeaders`. */
export function isPrefetch(headers: NamedHeaders): boolean {
  return Object.values(headers).some(value => /\b(prefetch|prerender|preview)\b/i.test(String(value)))
}
