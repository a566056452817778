/** JSON logs: one line per request with its route pattern, never its URL, so that no token or id of a URL is logged. */

import { writeSync } from 'node:fs'
import type { LoggerOptions } from 'pino'
import type { App } from './fastify-types.ts'
import { createLogOutput, type LogOutput } from './log-output.ts'

let output: LogOutput | undefined

/** Returns the destination of logs: standard output, the same for all loggers of the process. */
export function standardOutput(): LogOutput {
  output ??= openStandardOutput()
  return output
}

function openStandardOutput(): LogOutput {
  // Opening it makes a pipe or a socket non-blocking: a write to one that nobody reads fails then, instead of holding a thread for ever.
  const { fd } = process.stdout
  const opened = createLogOutput(fd, code => warnOnStandardError(`the log cannot be written (${code})`))
  process.once('exit', () => opened.end())
  return opened
}

function warnOnStandardError(text: string): void {
  try {
    writeSync(process.stderr.fd, `sepet: ${text}\n`)
  } catch {
    // It is full or closed, too.
  }
}

/**
 * Returns the options of the process's logger.
 * @param level lowest level that is logged
 */
export function loggerOptions(level: string) {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: label => ({ level: label }) },
    redact: ['headers', 'req.headers', 'res.headers'],
  } satisfies LoggerOptions
}

/** Registers the hook that logs a line for every completed request. */
export function logRequests(app: App): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
      },
      'request',
    )
    done()
  })
}
