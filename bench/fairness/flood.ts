/** A flood: a thread that sends requests on many connections, each as soon as the one before is answered. */

import { parentPort, workerData } from 'node:worker_threads'
import { Connection } from '../load.ts'

/** The parameters of a flood. */
export interface Flood {
  url: string
  connections: number
  /** Texts of the requests, in turn. */
  requests: string[]
  seconds: number
}

/** What became of its requests: numbers by status, 0 for a failed connection. */
export interface Flooded {
  statuses: Record<number, number>
  perSecond: number
}

async function run({ url, connections, requests, seconds }: Flood): Promise<Flooded> {
  const bytes = requests.map(text => Buffer.from(text))
  const until = performance.now() + seconds * 1_000
  const statuses: Record<number, number> = {}
  let sent = 0
  const repeat = async () => {
    let connection = new Connection(new URL(url))
    while (performance.now() < until) {
      const status = await connection.ask(bytes[sent++ % bytes.length] as Buffer)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 0) connection = new Connection(new URL(url))
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, repeat))
  return { statuses, perSecond: Math.round(sent / seconds) }
}

parentPort?.postMessage(await run(workerData as Flood))
