/** Metrics of several workers: each worker answers for all of them, since the primary aggregates their metrics. */

import cluster from 'node:cluster'
import { AggregatorRegistry, type PrometheusContentType, type Registry } from '@prometheus-io/client'

/** Message from a worker to its primary; the primary returns it with the text. */
interface Question {
  metricsQuestion: number
  text?: string
}

/** Registers the primary's responses to its workers. */
export function answerForWorkers(): void {
  const all = new AggregatorRegistry()
  cluster.on('message', async (worker, message: unknown) => {
    if (!isQuestion(message)) return
    // A worker that ends during the aggregation sends no metrics, and the aggregation fails after a time-out.
    const text = await all.clusterMetrics().catch(() => '')
    if (worker.isConnected()) worker.send({ ...message, text })
  })
}

/**
 * Creates the function by which a worker reads the metrics of all workers.
 * @param registry metrics of this worker
 */
export function readByPrimary(registry: Registry<PrometheusContentType>): () => Promise<string> {
  new AggregatorRegistry()
  AggregatorRegistry.setRegistries([registry])
  const asked = new Map<number, (text: string) => void>()
  process.on('message', (message: unknown) => {
    if (!isQuestion(message)) return
    asked.get(message.metricsQuestion)?.(message.text ?? '')
    asked.delete(message.metricsQuestion)
  })
  let count = 0
  return () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const metricsQuestion = count++
    asked.set(metricsQuestion, resolve)
    process.send?.({ metricsQuestion } satisfies Question)
    return promise
  }
}

function isQuestion(message: unknown): message is Question {
  return typeof message === 'object' && message !== null && 'metricsQuestion' in message
}
