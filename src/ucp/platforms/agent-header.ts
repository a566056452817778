/** The request header `UCP-Agent`: a dictionary of RFC 8941 whose member `profile` is the URL of the platform's profile. */

import { parseDictionary } from 'structured-headers'

/**
 * Returns the member `profile`; other members and all parameters are ignored.
 * @returns undefined for a header that is missing, is no dictionary, or has no text `profile`
 */
export function profileOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  try {
    const [profile] = parseDictionary(header).get('profile') ?? []
    return typeof profile === 'string' ? profile : undefined
  } catch {
    return undefined
  }
}
