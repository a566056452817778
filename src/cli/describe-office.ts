/** The link of the office that `sepet serve` prints in development: its key is in the fragment, which browsers send to no server. */

import type { Config } from '../config/config.ts'
import { loadOfficeKey } from '../config/office-key.ts'

/** Returns the lines with the link; nothing where staff sign in by an identity provider, or not at all. */
export function describeOffice(config: Config): string {
  const key = loadOfficeKey(config)
  return key === undefined
    ? ''
    : `The office of the shop’s staff. The link contains a key that only this machine has:\n\n  ${config.PUBLIC_URL}/office#key=${key}\n\n`
}
