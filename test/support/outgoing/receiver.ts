/** Receivers of outgoing requests: sockets that answer as a test states, and names that resolve to them. */

import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { createOutgoing, type Outgoing, type OutgoingOptions, parseNetwork } from '../../../src/outgoing/outgoing.ts'
import type { Certificate } from './certificates.ts'

/** Answers one connection. @param head the request, at least up to its blank line */
export type Answering = (socket: Socket, head: string) => void

/** A receiver on a free port. */
export interface Receiver {
  port: number
  /** What each connection has sent, in order of arrival. */
  received: string[]
  /** Connections that have been accepted. */
  connections: number
  /** Resolves when all accepted connections are closed. */
  closed(): Promise<void>
  stop(): Promise<void>
}

/** Where and how a receiver listens. */
interface Listening {
  host?: string
  port?: number
  /** Certificate for TLS. */
  certificate?: Certificate
  /** Called for each connection instead of reading its request. */
  onConnection?: (socket: Socket) => void
}

/** Starts a receiver that answers when the blank line after a request's header has arrived. */
export async function startReceiver(answer: Answering, listening: Listening = {}): Promise<Receiver> {
  const { host = '127.0.0.1', port = 0, certificate, onConnection } = listening
  const sockets = new Set<Socket>()
  const received: string[] = []
  let connections = 0
  const onSocket = (socket: Socket) => {
    const index = received.push('') - 1
    socket.on('error', () => {})
    if (onConnection) return onConnection(socket)
    socket.on('data', chunk => {
      const isAnswered = received[index]?.includes('\r\n\r\n')
      received[index] += chunk.toString('latin1')
      if (isAnswered || !received[index]?.includes('\r\n\r\n')) return
      answer(socket, received[index] ?? '')
    })
  }
  const server: Server = certificate ? createTlsServer(certificate, onSocket) : createServer(onSocket)
  server.on('tlsClientError', () => {})
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    received,
    get connections() {
      return connections
    },
    async closed() {
      while (sockets.size > 0) await new Promise(resolve => sockets.values().next().value?.once('close', resolve))
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Names and their addresses, or a function that returns them for each lookup. */
export type Names = Record<string, string[] | (() => string[] | Promise<string[]>)>

/** Makes a client that resolves these names and no others, and may connect to the loopback addresses 127.0.0.1 and ::1. */
export function outgoingTo(names: Names, options: Partial<OutgoingOptions> = {}): Outgoing {
  return createOutgoing({
    resolve: async host => {
      const found = names[host]
      if (!found) throw new Error(`ENOTFOUND ${host}`)
      return typeof found === 'function' ? found() : found
    },
    allowedNetworks: ['127.0.0.1', '::1'].map(networkOf),
    allowHttp: true,
    ...options,
  })
}

/** Parses a network. @throws Error for any other text */
export function networkOf(text: string): NonNullable<ReturnType<typeof parseNetwork>> {
  const network = parseNetwork(text)
  if (!network) throw new Error(`no network: ${text}`)
  return network
}
