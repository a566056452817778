/** The Content-Security-Policy of the pages: it allows one stylesheet and the page's pictures. */

import type { FramedBy } from '../../http/response/security-headers.ts'
import { pictureOrigin } from './picture-address.ts'

/** Maximum number of listed picture origins. Beyond it the policy allows any https picture, which keeps the header small. */
const MAX_ORIGINS = 20

/**
 * Returns the Content-Security-Policy header value of a page.
 * @param imageUrls the picture URLs of the page; URLs whose origin is unsafe in a policy are omitted
 */
export function contentSecurityPolicy(imageUrls: string[], framedBy: FramedBy): string {
  const origins = new Set(imageUrls.map(pictureOrigin).filter(origin => origin !== null))
  const pictures = origins.size > MAX_ORIGINS ? ['https:'] : [...origins]
  return [
    "default-src 'none'",
    "style-src 'self'",
    ["img-src 'self'", ...pictures].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ')
}
