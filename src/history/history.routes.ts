/** The endpoint of the history (GET /history): who changed what, from what to what. */

import { HISTORY } from '../api-paths.ts'
import type { App } from '../http/fastify-types.ts'
import { requireDecodable } from '../http/request/query.ts'
import { presentPage } from '../schema/keyset.ts'
import * as docs from './history.docs.ts'
import { HistoryPageDocument, presentChange } from './history.document.ts'
import type { HistoryPageQuery } from './changes.sql.ts'
import type { RecordedChange } from './history.ts'
import { historyQuery } from './history-query.ts'

/** The dependencies of the endpoint. */
export interface HistoryDependencies {
  /** Finds changes of a record, the last one first. */
  findChanges: (query: HistoryPageQuery) => Promise<RecordedChange[]>
  publicUrl: string
}

/** Registers `GET /history`, which needs `events:read`. */
export function historyRoutes(app: App, { findChanges, publicUrl }: HistoryDependencies): void {
  app.get(
    HISTORY,
    {
      config: {
        access: 'events:read',
        validatedByHandler: { querystring: historyQuery.schema },
        docs: docs.listHistory,
      },
      schema: { response: { 200: HistoryPageDocument } },
    },
    async request => {
      requireDecodable(request.url)
      const { filters, given, limit, after } = historyQuery.read(request.given.query)
      const { target = '' } = filters
      const rows = await findChanges({ target, after: after?.[0] as number | undefined, rows: limit + 1 })
      const page = {
        ...{ rows, limit, parameters: given, url: `${publicUrl}${HISTORY}` },
        keyOf: ({ id }: { id: number }) => [id],
      }
      return presentPage(page, change => presentChange(change, given['filter[target]'] ?? ''))
    },
  )
}
