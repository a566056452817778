/**
 * Output of the log: lines are written in batches to a file descriptor that may be full, unread or closed. Lines that cannot be written are kept for a
 * while, then dropped and counted; the service goes on, and ends when it is told to.
 */

import { writeSync } from 'node:fs'

/** Bytes of a batch, which a pipe takes whole or not at all (PIPE_BUF of Linux): several processes may write to one. One write per line costs 7 µs. */
const BATCH_BYTES = 4_096
/** Milliseconds after which an incomplete batch is written, and a failed write is repeated. */
const FLUSH_MS = 100
/** Length of the lines that are kept; further ones are dropped. */
const MAX_KEPT_LENGTH = 4_194_304
/** Milliseconds for which the end of the process waits for a reader that takes nothing, and for any reader. */
const LAST_WAIT_MS = 200
const MAX_LAST_WAIT_MS = 2_000
const LAST_PAUSE_MS = 10
/** Codes of a reader that is slow, which nobody needs to be told. */
const UNREAD = ['EAGAIN', 'EBUSY']

/** Where a log goes. */
export interface LogOutput {
  /** Takes a line, which ends with a newline. */
  write(line: string): void
  /** Writes what is left at the end of the process, as long as a reader takes it, for two seconds at most. */
  end(): void
}

/** Reports that lines cannot be written, once until they can. @param code such as `ENOSPC` */
export type ReportFailure = (code: string) => void

/**
 * Creates the output to a file descriptor, in which a write does not wait for a reader.
 * @param fd file descriptor
 * @param onFailure called where the descriptor takes no line, unless its reader is slow or has gone
 */
export function createLogOutput(fd: number, onFailure: ReportFailure): LogOutput {
  let lines: string[] = []
  let keptLength = 0
  /** The rest of a batch of which a part was written. */
  let rest = Buffer.alloc(0)
  let isClosed = false
  let isFailing = false
  let isTold = false
  let dropped = 0
  let timer: NodeJS.Timeout | undefined

  /** Writes all that can be written now. @returns whether something was written */
  function flush(): boolean {
    clearTimeout(timer)
    timer = undefined
    let hasWritten = false
    try {
      while (!isClosed && hasMore()) {
        rest = rest.subarray(writeSync(fd, rest))
        hasWritten = true
        succeed()
      }
    } catch (error) {
      fail(error as NodeJS.ErrnoException)
    }
    return hasWritten
  }

  /** Takes the next lines that fit into a batch, at least one. */
  function hasMore(): boolean {
    if (rest.length > 0) return true
    let [count, bytes] = [0, 0]
    for (const line of lines) {
      bytes += Buffer.byteLength(line)
      if (count > 0 && bytes > BATCH_BYTES) break
      count++
    }
    const text = lines.splice(0, count).join('')
    keptLength -= text.length
    rest = Buffer.from(text)
    return rest.length > 0
  }

  function succeed(): void {
    isFailing = false
    isTold = false
    if (dropped > 0) keep(lineOf(dropped))
    dropped = 0
  }

  function fail({ code = 'unknown' }: NodeJS.ErrnoException): void {
    isFailing = true
    // Its reader has gone, and does not come back.
    if (code === 'EPIPE') isClosed = true
    else if (!UNREAD.includes(code) && !isTold) {
      isTold = true
      onFailure(code)
    }
    if (isClosed) lines = []
    else timer ??= setTimeout(flush, FLUSH_MS).unref()
  }

  function keep(line: string): void {
    lines.push(line)
    keptLength += line.length
  }

  return {
    write(line) {
      if (isClosed) return
      if (keptLength + line.length > MAX_KEPT_LENGTH) {
        dropped++
        return
      }
      keep(line)
      if (keptLength >= BATCH_BYTES && !isFailing) flush()
      else timer ??= setTimeout(flush, FLUSH_MS).unref()
    },
    end() {
      const begunAt = performance.now()
      let until = begunAt + LAST_WAIT_MS
      for (; performance.now() < until; pause()) {
        const hasWritten = flush()
        if (isClosed || isTold || !hasMore()) break
        if (hasWritten) until = Math.min(performance.now() + LAST_WAIT_MS, begunAt + MAX_LAST_WAIT_MS)
      }
      isClosed = true
    },
  }
}

/** Waits a moment, in which nothing else runs. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_PAUSE_MS)
}

/** The line that tells of dropped ones. */
function lineOf(lost: number): string {
  const time = new Date().toISOString()
  return `${JSON.stringify({ level: 'warn', time, lost, msg: 'lines of the log were lost: they could not be written' })}\n`
}
