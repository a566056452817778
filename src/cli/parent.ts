/** A server that ends with the process that has started it, such as npm: what npm passes on counts once, and npm's end counts, too. */

import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { SignalSource } from '../service.ts'

/** npm passes on each signal. Where the whole process group gets it, as on Ctrl-C and of `timeout`, it arrives twice. */
const REPEATED_WITHIN_MS = 1_000
/** Interval in which the parent is looked at: the system sends no signal when it is gone. */
const LOOK_EVERY_MS = 500

/**
 * Returns the signals that stop a server: those of this process, of which one that follows within a second counts as the same; and SIGINT
 * once its parent is gone, such as after SIGKILL.
 */
export function signalsUntilParentEnds(): SignalSource {
  const signals = new EventEmitter()
  let last: number | undefined
  const pass = (signal: NodeJS.Signals) => {
    const isRepeated = last !== undefined && performance.now() - last < REPEATED_WITHIN_MS
    if (isRepeated) return
    last = performance.now()
    signals.emit(signal, signal)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, pass)
  // A server that stops already goes on with its requests: a second signal would end it at once.
  onceWithoutParent(() => last ?? pass('SIGINT'))
  return signals
}

/** Read before the server starts, which may take long: npm may be gone when it listens. */
const STARTED_BY = ancestors()

/** Calls back once the parent is gone: another process, such as the first of the system, has then become the parent. */
function onceWithoutParent(onGone: () => void): void {
  const timer = setInterval(() => {
    if (ancestors() === STARTED_BY) return
    clearInterval(timer)
    onGone()
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** Returns the id of the parent; where it is a shell, such as that of npx, with the parent of the shell, which waits for it. */
function ancestors(): string {
  const { ppid } = process
  try {
    // proc_pid_stat(5): the name is in parentheses, then come the state and the id of the parent.
    const [, name = '', parent = ''] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${ppid}/stat`, 'latin1')) ?? []
    return /^(ba|da)?sh$/.test(name) ? `${ppid} ${parent}` : `${ppid}`
  } catch {
    return `${ppid}`
  }
}
