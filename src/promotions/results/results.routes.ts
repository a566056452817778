/** The endpoint that tells which promotion sold what (GET /promotions/results). */

import { PROMOTION_RESULTS } from '../../api-paths.ts'
import type { App } from '../../http/fastify-types.ts'
import { requireDecodable } from '../../http/request/query.ts'
import type { FindResults } from './promotion-results.store.ts'
import * as docs from './results.docs.ts'
import { presentResults, ResultsDocument } from './results.document.ts'
import { readResultsQuery, resultsQuerySchema } from './results-query.ts'

/** Dependencies of the endpoint. */
export interface ResultsDependencies {
  findResults: FindResults
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the endpoint. It shows promotions and the turnover of the shop, and needs the scopes of both. */
export function promotionResultsRoutes(app: App, { findResults, now }: ResultsDependencies): void {
  app.get(
    PROMOTION_RESULTS,
    {
      config: {
        access: 'promotions:read checkouts:read',
        validatedByHandler: { querystring: resultsQuerySchema },
        docs: docs.readResults,
      },
      schema: { response: { 200: ResultsDocument } },
    },
    async request => {
      requireDecodable(request.url)
      const present = now()
      const query = readResultsQuery(request.given.query, present)
      return presentResults(await findResults(query, present), query)
    },
  )
}
