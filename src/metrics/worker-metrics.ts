/** Metrics of several workers: whichever is asked answers for all, by way of the primary, which adds them up. */

import cluster from 'node:cluster'
import { AggregatorRegistry, type PrometheusContentType, type Registry } from '@prometheus-io/client'

/** What a worker asks its primary, and gets back with the text. */
interface Question {
  metricsQuestion: number
  text?: string
}

/** Has the primary answer its workers. */
export function answerForWorkers(): void {
  const all = new AggregatorRegistry()
  cluster.on('message', async (worker, message: unknown) => {
    if (!isQuestion(message)) return
    // One that ends meanwhile is waited for in vain.
    const text = await all.clusterMetrics().catch(() => '')
    if (worker.isConnected()) worker.send({ ...message, text })
  })
}

/** Makes what reads the metrics of all workers, in one of them, whose own are in `registry`. */
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
