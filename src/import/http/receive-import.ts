/** Receives the body of an import into a spool file, and imports it: one import at a time per shop, and none of a client that disconnects. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Author } from '../../model/author.ts'
import { MEGABYTE } from '../../units.ts'
import type { JobReport } from '../import-job.ts'
import { createSpool, removeStaleSpools, type Spool, SpoolTooLong } from '../input/spool.ts'
import type { HoldLease } from '../lease-holder.ts'
import type { ImportQuery } from './import.schema.ts'
import { type ImportExtension, requireLength } from './import-headers.ts'
import {
  bodyRequired,
  clientDisconnected,
  importRefused,
  importRunning,
  storageFailed,
  tooLarge,
} from './refuse-import.ts'
import type { RunImport } from './start-import-process.ts'

/** Dependencies of imports. */
export interface ImportDependencies {
  holdLease: HoldLease
  runImport: RunImport
  /** Folder of spool files. */
  folder: string
  /** Largest body, in MB of 1,048,576 bytes. */
  bodyLimitMb: number
  /** Maximum number of lines of a cart. */
  maxCartLines: number
  /** Extends the deadline of the request's body. */
  extendBodyTime: (request: IncomingMessage) => void
  /** Keeps the connection open while the import runs. */
  suspendInactivityTimeout: (request: IncomingMessage, response: ServerResponse) => void
  newId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** A request to import its body. */
export interface ImportRequest {
  request: IncomingMessage
  response: ServerResponse
  /** Extension of the spool file, by which its format is expected. */
  extension: ImportExtension
  /** Whose request it is. */
  author: Author
  options: ImportQuery
}

/**
 * Imports the body of a request.
 * @throws Refusal 409 while another import runs, 413 for a body that is too large, 422 with the problems of the file
 */
export type ReceiveImport = (request: ImportRequest) => Promise<JobReport>

/** Creates the function that receives imports. */
export function createImportReceiver(dependencies: ImportDependencies): ReceiveImport {
  const { holdLease, folder, bodyLimitMb, newId } = dependencies
  return async received => {
    requireLength(received.request.headers, bodyLimitMb * MEGABYTE)
    const spool = createSpool(folder, newId(), received.extension)
    const lease = await holdLease(spool.touch)
    if (!lease) throw importRunning()
    try {
      await removeStaleSpools(folder)
      return await importInto(spool, received, dependencies)
    } finally {
      received.request.resume()
      await spool.remove()
      await lease.release()
    }
  }
}

async function importInto(
  spool: Spool,
  { request, response, author, options }: ImportRequest,
  { runImport, bodyLimitMb, maxCartLines, extendBodyTime, suspendInactivityTimeout, now }: ImportDependencies,
): Promise<JobReport> {
  const disconnection = new AbortController()
  response.once('close', () => disconnection.abort())
  if (response.closed) throw clientDisconnected()
  extendBodyTime(request)
  const bytes = await receive(spool, request, bodyLimitMb * MEGABYTE)
  // Also after its deadline: the connection was answered 408 and is about to close.
  if (disconnection.signal.aborted || request.socket.writableEnded) throw clientDisconnected()
  if (bytes === 0) throw bodyRequired()
  suspendInactivityTimeout(request, response)
  const outcome = await runImport(
    { path: spool.path, options: { ...options, author: { ...author, via: 'import' }, maxCartLines, now: now() } },
    disconnection.signal,
  )
  if (outcome.kind === 'refused') throw importRefused(outcome)
  return outcome.report
}

/** Writes the body into the spool file, and tells apart what the client, the limit and the disk have ended. */
async function receive(spool: Spool, request: IncomingMessage, maxBytes: number): Promise<number> {
  try {
    return await spool.fill(request, maxBytes)
  } catch (error) {
    if (error instanceof SpoolTooLong) throw tooLarge()
    throw request.destroyed ? clientDisconnected() : storageFailed(error)
  }
}
