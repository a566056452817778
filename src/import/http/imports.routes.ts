/** POST /imports: imports a shop file or a CSV file as `sepet import` does (the shop file and the exports of docs/importing.md). */

import { Readable } from 'node:stream'
import { IMPORTS } from '../../api-paths.ts'
import type { App, Targets } from '../../http/fastify-types.ts'
import { requireDecodable } from '../../http/request/query.ts'
import { handleError } from '../../http/response/error-handler.ts'
import type { JobReport } from '../import-job.ts'
import { ImportDocument, presentImport } from './import.document.ts'
import { CsvFile, importQuery, readImportQuery, ShopFile, Workbook } from './import.schema.ts'
import { readExtension, WORKBOOK } from './import-headers.ts'
import * as docs from './imports.docs.ts'
import type { ReceiveImport } from './receive-import.ts'
import {
  bodyRequired,
  clientDisconnected,
  importLost,
  importTooSlow,
  tooManyRecords,
  unsupportedMediaType,
} from './refuse-import.ts'
import { ImportLost, ImportTooLarge, ImportTooSlow } from './start-import-process.ts'

/** Registers `POST /imports`, whose body is a stream. */
export async function importRoutes(app: App, receiveImport: ReceiveImport): Promise<void> {
  // A scope of its own: bodies are read as streams here.
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.setErrorHandler((error, request, reply) => handleError(toRefusal(error), request, reply))

    scope.post(
      IMPORTS,
      {
        config: {
          access: 'catalogue:write',
          isStreamed: true,
          validatedByHandler: {
            querystring: importQuery.schema,
            body: ShopFile,
            otherBodies: { 'text/csv': CsvFile, [WORKBOOK]: Workbook },
          },
          docs: docs.importShop,
        },
        schema: { response: { 200: ImportDocument } },
      },
      async (request, reply) => {
        const { raw, url, given, author } = request
        requireDecodable(url)
        const options = readImportQuery(given.query)
        if (!(given.body instanceof Readable)) throw bodyRequired()
        const extension = readExtension(raw.headers)
        const report = await receiveImport({ request: raw, response: reply.raw, extension, author, options })
        request.targets = countsOf(report)
        return presentImport(report)
      },
    )
  })
}

/** Returns the numbers of records that an import has written: its audit line has no values. */
function countsOf({ files, dryRun, withdrawn: { products, variants } }: JobReport): Targets {
  const sections = files.flatMap(file => file.sections)
  const counts = sections.map(({ section, created, updated }) => [section, { created, updated }])
  return { ...(dryRun && { dryRun: 'true' }), sections: Object.fromEntries(counts), withdrawn: { products, variants } }
}

/** Maps errors of the framework and of the import's process; every other error is returned as it is. */
function toRefusal(error: unknown): unknown {
  if (error instanceof ImportTooLarge) return tooManyRecords()
  if (error instanceof ImportTooSlow) return importTooSlow()
  if (error instanceof ImportLost) return importLost(error)
  const { code, name } = error as { code?: unknown; name?: unknown }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaType()
  return name === 'AbortError' ? clientDisconnected() : error
}
