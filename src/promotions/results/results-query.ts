/** Query of the results: a period, and a campaign. */

import { Refusal } from '../../errors.ts'
import { defineQuery, integer, time } from '../../schema/list-query.ts'
import { DEFAULT_DAYS, MAX_DAYS, periodOf } from './period.ts'
import type { ResultsQuery } from './promotion-results.store.ts'

const query = defineQuery({
  from: time(`orders that were completed at this time or later; ${DEFAULT_DAYS} days before \`to\` without it`),
  to: time(`orders that were completed before this time, at most ${MAX_DAYS} days after \`from\`; now without it`),
  'filter[campaignId]': integer({
    format: 'int64',
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'this campaign, the coupons that were bound to it, and their batches',
  }),
})

/** The schema of the query, for the API description. */
export const resultsQuerySchema = query.schema

/**
 * Reads the query.
 * @param now milliseconds since the epoch
 * @throws Refusal 400 naming the parameters that are unknown, repeated or invalid
 */
export function readResultsQuery(given: unknown, now: number): ResultsQuery {
  const { from, to, filters } = query.read(given)
  const period = periodOf(from, to, now)
  if ('detail' in period) throw new Refusal({ code: 'parameter_invalid', ...period })
  return { ...period, campaignId: filters.campaignId }
}
