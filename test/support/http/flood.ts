/** A flood from one client network: a thread sends requests on many connections, each as soon as the one before is answered. */

import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { Connection } from './connection.ts'

/** The parameters of a flood. */
export interface Flood {
  urls: string[]
  connections: number
  /** Texts of the requests, in turn. */
  requests: string[]
  seconds: number
  /** Address that the connections come from. */
  localAddress?: string
}

/** What became of its requests: numbers by status, 0 for a failed connection. */
export interface Flooded {
  statuses: Record<number, number>
  perSecond: number
}

/** Floods servers from a thread of its own, so that this thread can measure what others notice. */
export function flood(workerData: Flood): Promise<Flooded> {
  const worker = new Worker(new URL(import.meta.url), { workerData })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

async function run({ urls, connections, requests, seconds, localAddress }: Flood): Promise<Flooded> {
  const bytes = requests.map(text => Buffer.from(text))
  const until = performance.now() + seconds * 1_000
  const statuses: Record<number, number> = {}
  let sent = 0
  const repeat = async (n: number) => {
    const url = new URL(urls[n % urls.length] ?? '')
    let connection = new Connection(url, localAddress)
    while (performance.now() < until) {
      const status = await connection.ask(bytes[sent++ % bytes.length] as Buffer)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 0) connection = new Connection(url, localAddress)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, (_, n) => repeat(n)))
  return { statuses, perSecond: Math.round(sent / seconds) }
}

if (!isMainThread) parentPort?.postMessage(await run(workerData as Flood))
