/** `sepet serve --workers`: starts several processes that share one port, and replaces a process that ends. */

import cluster, { type Worker } from 'node:cluster'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { answerForWorkers } from '../metrics/worker-metrics.ts'
import type { SignalSource } from '../service.ts'
import { CommandError } from './command-error.ts'

/** Delay before a worker that ended by itself is replaced, so that a worker that cannot run does not use all CPU time. */
const REPLACE_AFTER_MS = 1_000

const serving = new WeakSet<Worker>()

/**
 * Requires a database and rate-limit counters that workers can share.
 * @throws CommandError without PostgreSQL or Redis
 */
export function requireSharing({ DATABASE_URL, REDIS_URL }: Config): void {
  if (!DATABASE_URL)
    throw new CommandError('--workers requires PostgreSQL: set DATABASE_URL, or serve from one process.')
  if (!REDIS_URL)
    throw new CommandError('--workers requires Redis, so that limits count for all workers: set REDIS_URL.')
}

/**
 * Starts the workers, which run this command again, and replaces workers that end until a signal stops the server.
 * @returns address of the server, after all workers listen
 * @throws CommandError when a worker cannot start
 */
export async function startWorkers(
  count: number,
  { log, signals }: { log: FastifyBaseLogger; signals: SignalSource },
): Promise<string> {
  answerForWorkers()
  cluster.on('listening', worker => serving.add(worker))
  const stopping = stopOnSignals(signals)
  // The first worker starts alone, so that an error that concerns all workers is reported once.
  const address = await started(cluster.fork())
  await Promise.all(Array.from({ length: count - 1 }, () => started(cluster.fork())))
  cluster.on('exit', (worker, status, signal) => {
    if (stopping()) return
    log.error({ pid: worker.process.pid, status, signal }, 'a worker has ended and is replaced')
    setTimeout(() => stopping() || cluster.fork(), REPLACE_AFTER_MS)
  })
  return address
}

function started(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.once('listening', ({ address, port }) => resolve(`http://${address}:${port}`))
    // The worker itself has reported the reason.
    worker.once('exit', () => reject(new CommandError('A worker could not start.')))
  })
}

/**
 * Passes SIGTERM or SIGINT on to the workers, and ends the process after them: with status 0 when every worker ended with 0.
 * A second signal kills all workers at once.
 * @returns function that reports whether the server is stopping
 */
function stopOnSignals(signals: SignalSource): () => boolean {
  let isStopping = false
  const workers = () => Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined)
  const onSignal = async (signal: NodeJS.Signals) => {
    if (isStopping) {
      for (const worker of workers()) worker.process.kill('SIGKILL')
      process.exit(1)
    }
    isStopping = true
    const statuses = await Promise.all(workers().map(worker => stop(worker, signal)))
    process.exit(statuses.every(status => status === 0) ? 0 : 1)
  }
  signals.on('SIGTERM', onSignal)
  signals.on('SIGINT', onSignal)
  return () => isStopping
}

function stop(worker: Worker, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise(resolve => {
    // A worker that does not listen yet has no requests to finish.
    const isServing = serving.has(worker)
    worker.once('exit', status => resolve(isServing ? status : 0))
    if (isServing) worker.send({ stop: signal })
    else worker.process.kill('SIGKILL')
  })
}
