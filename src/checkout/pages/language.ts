/** Language negotiation of the pages, by the `Accept-Language` header (RFC 9110 section 12.5.4). */

import Negotiator from 'negotiator'

/** The languages of the pages, the default first. */
export const LANGUAGES = ['tr', 'en'] as const

/** A language of the pages. */
export type Language = (typeof LANGUAGES)[number]

/** Characters of the header that are read: browsers send fewer than 200, and 16 KiB of ranges would take 15 ms. */
const MAX_LENGTH = 1_000

/**
 * Returns the language with the greatest weight: the first in the header among equal weights, the default when no language is
 * accepted. `en-GB` selects English, as in lookup (RFC 4647 section 3.4).
 * @param header the value of `Accept-Language`
 */
export function preferredLanguage(header?: string): Language {
  const headers = { 'accept-language': header?.slice(0, MAX_LENGTH) }
  const [preferred] = new Negotiator({ headers }).languages([...LANGUAGES])
  return LANGUAGES.find(each => each === preferred) ?? LANGUAGES[0]
}
