/** Output into a pipe whose reader may close it, such as `head`. */

import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes texts to standard output, and ends without an error when the reader closes the pipe. */
export function writeAll(texts: AsyncIterable<string>, stdout: Writable): Promise<void> {
  return ignoreClosedPipe(pipeline(Readable.from(texts), stdout, { end: false }))
}

/** Ignores EPIPE: the reader of a pipe has closed it. */
export async function ignoreClosedPipe(writing: Promise<void>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}
