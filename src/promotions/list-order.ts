/** The order in which campaigns are listed. */

import type { Campaign } from '../model/campaign.ts'

/** Compares campaigns by logical group, priority and id. */
export function compareListed(a: Campaign, b: Campaign): number {
  return a.logicalGroup - b.logicalGroup || a.priority - b.priority || a.id - b.id
}
