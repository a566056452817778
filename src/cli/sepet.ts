#!/usr/bin/env node
/** The `sepet` command: runs one command, and reports errors as lines on stderr and an exit status. */

import { CommanderError } from 'commander'
import { describeFailure } from './describe-failure.ts'
import { usageError } from './help.ts'
import { buildProgram } from './program.ts'
import { explainSystemError } from './system-error.ts'

// EPIPE means that the reader has closed the pipe: the command continues. Any other error, such as a full disk, ends it.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    if (stream === process.stdout)
      process.stderr.write(usageError(`What was printed is lost: ${explainSystemError(error)}.`))
    process.exit(1)
  })
}

try {
  await buildProgram(process.env).parseAsync()
} catch (error) {
  process.exitCode = report(error)
}

/** Prints an error. Returns the exit status: 2 for wrong usage, 1 for any other error. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  for (const line of describeFailure(error)) process.stderr.write(usageError(line))
  return 1
}
