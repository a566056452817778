/** A TCP proxy that loses requests and responses, like the network of a phone. Its decisions follow from a seed. */

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * What happens to a request: `passed`; `lost` before the service; `unanswered`, executed without a response; `cut` in the middle of the
 * response; `slow`, answered after a few milliseconds; `late`, executed after the client has given it up.
 */
export type Fate = 'passed' | 'lost' | 'unanswered' | 'cut' | 'slow' | 'late'

/** Chooses what happens to each request. */
export type ChooseFate = () => Fate

/** A running proxy. */
export interface LossyNetwork {
  url: string
  /** The number of requests by what happened to them. */
  counts: Record<Fate, number>
  /** Replaces the choice for the requests from now on. */
  use: (choose: ChooseFate) => void
  stop: () => Promise<void>
}

const SLOW_MS = 5

/** Starts a proxy to the address of a service. Every request passes until `use` is called. */
export async function startLossyNetwork(target: string): Promise<LossyNetwork> {
  const { port, hostname } = new URL(target)
  const counts = { passed: 0, lost: 0, unanswered: 0, cut: 0, slow: 0, late: 0 }
  const sockets = new Set<Socket>()
  let choose: ChooseFate = () => 'passed'
  const track = (socket: Socket) => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server = createServer(client => {
    relay(track(client), track(connect(Number(port), hostname)), () => {
      const fate = choose()
      counts[fate]++
      return fate
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    use: next => {
      choose = next
    },
    stop: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** Relays a connection. A chunk that begins with a method is the begin of a request: no client here sends two at once. */
function relay(client: Socket, upstream: Socket, choose: ChooseFate): void {
  let fate: Fate = 'passed'
  const end = () => {
    client.destroy()
    upstream.destroy()
  }
  const held: Buffer[] = []
  client.on('data', (chunk: Buffer) => {
    if (/^(GET|POST|PATCH|DELETE|PUT) \//.test(chunk.subarray(0, 9).toString('latin1'))) fate = choose()
    if (fate === 'lost') end()
    else if (fate === 'late') held.push(chunk)
    else upstream.write(chunk)
  })
  upstream.on('data', (chunk: Buffer) => {
    if (fate === 'unanswered') return end()
    if (fate === 'cut') return void client.write(chunk.subarray(0, chunk.length / 2), end)
    if (fate === 'slow') return void setTimeout(() => client.destroyed || client.write(chunk), SLOW_MS)
    client.write(chunk)
  })
  upstream.on('close', () => (fate === 'slow' ? setTimeout(end, 2 * SLOW_MS) : end()))
  client.on('close', () => {
    if (fate === 'late' && held.length > 0) upstream.end(Buffer.concat(held))
    else upstream.destroy()
  })
}

/**
 * A choice in which most requests pass.
 * @param random returns numbers from 0 up to 1, such as those of a seed
 * @param isLate whether some requests are executed only after the client has given them up, which takes its whole timeout
 */
export function mostlyPassing(random: () => number, { isLate }: { isLate: boolean }): ChooseFate {
  return () => {
    const number = random()
    if (number < 0.1) return 'lost'
    if (number < 0.2) return 'unanswered'
    if (number < 0.3) return 'cut'
    if (number < 0.33) return 'slow'
    return isLate && number < 0.34 ? 'late' : 'passed'
  }
}
