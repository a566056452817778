/** The endpoint that tells the turnover of a period (GET /turnover). */

import { TURNOVER } from '../../api-paths.ts'
import { Refusal } from '../../errors.ts'
import type { App } from '../../http/fastify-types.ts'
import { requireDecodable } from '../../http/request/query.ts'
import { DEFAULT_DAYS, MAX_DAYS, type Period, periodOf } from '../../promotions/results/period.ts'
import { defineQuery, time } from '../../schema/list-query.ts'
import type { FindTurnover } from './turnover.store.ts'
import * as docs from './turnover.docs.ts'
import { presentTurnover, TurnoverDocument } from './turnover.document.ts'

const query = defineQuery({
  from: time(
    `orders that were completed, and returns that were made, at this time or later; ${DEFAULT_DAYS} days before \`to\` without it`,
  ),
  to: time(`those before this time, at most ${MAX_DAYS} days after \`from\`; now without it`),
})

/** Dependencies of the endpoint. */
export interface TurnoverDependencies {
  findTurnover: FindTurnover
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the endpoint. */
export function turnoverRoutes(app: App, { findTurnover, now }: TurnoverDependencies): void {
  app.get(
    TURNOVER,
    {
      config: {
        access: 'checkouts:read',
        validatedByHandler: { querystring: query.schema },
        docs: docs.readTurnover,
      },
      schema: { response: { 200: TurnoverDocument } },
    },
    async request => {
      requireDecodable(request.url)
      const present = now()
      const period = readPeriod(request.given.query, present)
      return presentTurnover(await findTurnover(period, present), period)
    },
  )
}

/**
 * Reads the query.
 * @param now milliseconds since the epoch
 * @throws Refusal 400 naming the parameters that are unknown, repeated or invalid
 */
function readPeriod(given: unknown, now: number): Period {
  const { from, to } = query.read(given)
  const period = periodOf(from, to, now)
  if ('detail' in period) throw new Refusal({ code: 'parameter_invalid', ...period })
  return period
}
