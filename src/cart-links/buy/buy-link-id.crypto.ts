/** Names of links that anybody writes: digests of what they say. */

import { createHash } from 'node:crypto'
import { type BuyLink, canonicalText } from './buy-link.ts'

/** Returns the key by which is remembered what a link has brought. */
export function broughtKeyOf(link: BuyLink): string {
  return `buy:${createHash('sha256').update(canonicalText(link)).digest('base64url')}`
}
