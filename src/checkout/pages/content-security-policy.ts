/** What a page may load and do: one stylesheet, its pictures, and nothing else. */

import type { FramedBy } from '../../http/response/security-headers.ts'
import { pictureOrigin } from './picture-address.ts'

/** From here on any https picture is allowed, so that the header stays small. */
const MAX_ORIGINS = 20

/** The value of the Content-Security-Policy header for a page with these pictures, safe whatever their URLs say. */
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
