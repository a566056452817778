/** Registration of imports with their dependencies. */

import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { DatabaseSettings } from '../../db/open.ts'
import type { App } from '../../http/fastify-types.ts'
import { extendBodyTime, suspendInactivityTimeout } from '../../http/overload/body-deadline.ts'
import { importBodyTimeout } from '../../http/overload/server-limits.ts'
import { removeStaleSpools, spoolFolder } from '../input/spool.ts'
import { createLeaseHolder } from '../lease-holder.ts'
import { importRoutes } from './imports.routes.ts'
import { createImportReceiver } from './receive-import.ts'
import { createImportRunner, importHeapMb } from './start-import-process.ts'

/** Time after a start at which files of a process that was killed just before it are stale. */
const SWEEP_DELAY_MS = 120_000

interface Dependencies {
  config: DatabaseSettings & { IMPORT_BODY_LIMIT_MB: number; IMPORT_TIME_LIMIT_SECONDS: number; CART_MAX_LINES: number }
  database: Database
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers the endpoint of imports, and removes the files that a killed process has left. */
export async function registerImports(app: App, { config, database, now }: Dependencies): Promise<void> {
  const { server } = app
  const bodyLimitMb = config.IMPORT_BODY_LIMIT_MB
  const folder = spoolFolder(config)
  const sweep = () => removeStaleSpools(folder)
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    await sweep()
    timer = setTimeout(sweep, SWEEP_DELAY_MS).unref()
  })
  app.addHook('onClose', async () => clearTimeout(timer))
  const receive = createImportReceiver({
    holdLease: createLeaseHolder(database, { newId: randomUUID, now }),
    runImport: createImportRunner(
      config,
      { heapMb: importHeapMb(bodyLimitMb), timeLimitSeconds: config.IMPORT_TIME_LIMIT_SECONDS },
      error => database.diskFaults.note(error),
    ),
    folder,
    bodyLimitMb,
    maxCartLines: config.CART_MAX_LINES,
    extendBodyTime: request => extendBodyTime(server, request, importBodyTimeout(bodyLimitMb)),
    suspendInactivityTimeout: (request, response) => suspendInactivityTimeout(server, request, response),
    newId: randomUUID,
    now,
  })
  await importRoutes(app, receive)
}
