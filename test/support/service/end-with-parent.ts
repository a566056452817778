/** Ends started processes with the process that started them, also when a signal ends it. */

import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const

/** Kills a child when this process exits or is told to. @returns the child */
export function endWithParent<T extends ChildProcess>(child: T): T {
  if (running.size === 0) watch()
  running.add(child)
  child.once('exit', () => {
    running.delete(child)
    if (running.size === 0) unwatch()
  })
  return child
}

function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** A signal that ends a process without a listener does not emit `exit`. */
const listeners = Object.entries(SIGNALS).map(([signal, status]) => [signal, () => process.exit(status)] as const)

function watch(): void {
  process.on('exit', killAll)
  for (const [signal, listener] of listeners) process.on(signal, listener)
}

function unwatch(): void {
  process.off('exit', killAll)
  for (const [signal, listener] of listeners) process.off(signal, listener)
}
