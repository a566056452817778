/** Interruption of commands: on SIGINT, SIGTERM or SIGHUP, cleans up and ends the process by the same signal. */

import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs `work`. A signal during `work` calls `cleanUp` and ends the process.
 * @param cleanUp runs synchronously, before the process ends
 */
export async function withSignalCleanUp<T>(cleanUp: () => void, work: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals) => {
    ignore()
    cleanUp()
    // A shell stops a list of commands only when a signal, not an exit status, has ended one of them.
    process.kill(process.pid, signal)
    // In a container, process 1 ignores signals that it sends to itself.
    process.exit(128 + constants.signals[signal])
  }
  const ignore = () => {
    for (const signal of SIGNALS) process.off(signal, end)
  }
  for (const signal of SIGNALS) process.on(signal, end)
  try {
    return await work()
  } finally {
    ignore()
  }
}
