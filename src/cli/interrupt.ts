/** Ctrl-C, and its likes: what a command has begun is undone, and the process ends as that signal ends one. */

import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Does `work`; a signal that comes meanwhile calls `undo`, at once and without waiting for it, and ends the process. */
export async function undoneBySignals<T>(undo: () => void, work: () => Promise<T>): Promise<T> {
  const listen = (on: boolean) => {
    for (const signal of SIGNALS) process[on ? 'on' : 'off'](signal, end)
  }
  const end = (signal: NodeJS.Signals) => {
    listen(false)
    undo()
    // A shell that runs several commands stops only where the signal, and not a status, has ended this one.
    process.kill(process.pid, signal)
    // The first process of a container is not ended by its own signals.
    process.exit(128 + constants.signals[signal])
  }
  listen(true)
  try {
    return await work()
  } finally {
    listen(false)
  }
}
