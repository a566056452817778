/** Keeps the heap of the server small: the defaults of Node.js let it grow to twice what it uses. */

import cluster from 'node:cluster'
import { setFlagsFromString } from 'node:v8'

/** New objects have 8 MB, half of the default. V8 reads this size at the start of a process only. */
const SEMI_SPACE = '--max-semi-space-size=8'
/** Old objects are collected when their memory has grown by half. V8 reads this at each collection. */
const GROWTH = '--heap-growing-percent=50'
/** Threads share the memory that glibc allocates; one pool for each keeps 20 MB that the others cannot use. */
const MALLOC = { MALLOC_ARENA_MAX: '1' }
/** Options by which an operator sizes the heap. V8 takes their names with underscores, too. */
const SIZES_HEAP =
  /--(max|min|initial|lite|memory|heap|semi|single|optimize)[-_](?!http)[\w-]*(space|heap|size|mode|growing|growth)/

/**
 * Keeps the heap of this process small. The process starts again, with the same id and arguments: workers inherit its options. On Windows,
 * and where another process holds a channel to it, which would be lost, it goes on with the growth alone. Where an operator has sized the
 * heap, nothing is set.
 */
export function keepHeapSmall(env: NodeJS.ProcessEnv): void {
  const { execve, execPath, execArgv, argv, platform } = process
  // Also true of a process that has started again.
  if (SIZES_HEAP.test([env.NODE_OPTIONS, ...execArgv].join(' '))) return
  setFlagsFromString(GROWTH)
  if (cluster.isWorker || process.connected || platform === 'win32' || !execve) return
  execve.call(process, execPath, [execPath, SEMI_SPACE, GROWTH, ...execArgv, ...argv.slice(1)], { ...MALLOC, ...env })
}
