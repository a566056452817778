/** `sepet serve --workers`: several processes that share one port, and this one, which looks after them. */

import cluster, { type Worker } from 'node:cluster'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { answerForWorkers } from '../metrics/worker-metrics.ts'
import { CommandError } from './command-error.ts'

/** A worker that ended by itself is replaced after so long, so that one which cannot live does not take all the time. */
const REPLACE_AFTER_MS = 1_000

const serving = new WeakSet<Worker>()

/** Workers share the database and the counts of rate limits. @throws CommandError where they could not */
export function requireSharing({ DATABASE_URL, REDIS_URL }: Config): void {
  if (!DATABASE_URL) throw new CommandError('--workers takes PostgreSQL: set DATABASE_URL, or serve from one process.')
  if (!REDIS_URL) throw new CommandError('--workers takes Redis, so that limits count for all workers: set REDIS_URL.')
}

/**
 * Starts the workers, each of which runs this command again, and replaces those that end by themselves until a signal ends all.
 * @returns where they listen, once all do
 * @throws CommandError when one of them cannot start
 */
export async function startWorkers(count: number, log: FastifyBaseLogger): Promise<string> {
  answerForWorkers()
  cluster.on('listening', worker => serving.add(worker))
  const stopping = stopOnSignals()
  // What keeps one from starting keeps all: it is said once.
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
    // It has said why by itself.
    worker.once('exit', () => reject(new CommandError('A worker could not start.')))
  })
}

/** Passes the signal on, and ends when all workers have: with 0 if they all did. A second signal ends everything at once. */
function stopOnSignals(): () => boolean {
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
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return () => isStopping
}

function stop(worker: Worker, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise(resolve => {
    // One that is only starting has nothing to finish.
    const isServing = serving.has(worker)
    worker.once('exit', status => resolve(isServing ? status : 0))
    if (isServing) worker.send({ stop: signal })
    else worker.process.kill('SIGKILL')
  })
}
