/** Exports as responses: texts that are sent while they are read, a few at once. */

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusal } from '../../errors.ts'
import { logFault, toRefusal } from './error-handler.ts'

/** Exports of one kind that a process sends at once. A client that reads slowly keeps one of these places. */
const EXPORTS_AT_ONCE = 4

/**
 * Sends an export, whose headers are set. A failure after the head was sent is logged, and closes the connection before the end of the text.
 * @param read begins to read the texts; it is not called for HEAD
 * @throws Refusal 503 `overloaded` while as many are being sent as a process sends at once
 */
export type SendExport = (
  request: FastifyRequest,
  reply: FastifyReply,
  read: () => AsyncIterable<string>,
) => FastifyReply

/** Creates the sender of one kind of exports, which counts those that are being sent. */
export function createExportSender(): SendExport {
  let running = 0
  return (request, reply, read) => {
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    if (running === EXPORTS_AT_ONCE) {
      throw refusal('overloaded', 'Other exports are being sent. Nothing was done.', { 'Retry-After': '1' })
    }
    running++
    // Two texts at most are in memory while the client reads.
    const text = Readable.from(logged(request, read()), { highWaterMark: 1 })
    text.once('close', () => running--)
    return reply.send(text)
  }
}

async function* logged(request: FastifyRequest, texts: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* texts
  } catch (error) {
    logFault(request, toRefusal(error), error)
    throw error
  }
}
