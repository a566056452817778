/** Limits of connections: near the bound the longest idle one is closed for a new one; each client network has a bound, too. */

import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Share of the bound that is kept free, so that a new connection does not wait until an idle one has closed. */
const RESERVE = 0.01

/** Limits of a server's connections. */
export interface ConnectionLimits {
  /** Largest number of connections. */
  max: number
  /** Largest number of connections of one client network; 0 for no bound. */
  maxPerNetwork: number
  /** Returns the client network of a connection; undefined for a connection without a network bound. */
  clientNetworkOf: (socket: Socket) => string | undefined
  /** Called when a connection is closed: `idle` for a new one, `full` since all are busy, `network` beyond a network's bound. */
  onClosed: (reason: 'idle' | 'full' | 'network', network?: string) => void
}

/** A client network with open connections. */
interface Network {
  name: string
  count: number
  /** Its idle connections, the longest idle first. */
  idle: Set<Socket>
}

interface Connection {
  network: Network | undefined
  /** Requests whose response is not complete. */
  underWay: number
}

/** Applies the limits to a server. @returns a function that returns the number of open connections */
export function limitConnections(server: Server, limits: ConnectionLimits): () => number {
  const connections = new Connections(limits)
  server.maxConnections = limits.max
  server.on('drop', () => limits.onClosed('full'))
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.forget(socket))
  })
  server.on('request', ({ socket }, response) => {
    connections.begin(socket)
    response.once('close', () => connections.end(socket))
  })
  return () => connections.count
}

class Connections {
  readonly #limits: ConnectionLimits
  readonly #open = new Map<Socket, Connection>()
  /** Connections without a request under way, the longest idle first. */
  readonly #idle = new Set<Socket>()
  readonly #networks = new Map<string, Network>()

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  get count(): number {
    return this.#open.size
  }

  add(socket: Socket): void {
    const network = this.#clientNetworkOf(socket)
    this.#open.set(socket, { network, underWay: 0 })
    if (network && network.count++ >= this.#limits.maxPerNetwork) this.#makeRoomIn(network, socket)
    this.#markIdle(socket)
    const { max } = this.#limits
    if (this.#open.size > max - Math.ceil(max * RESERVE)) this.#makeRoom(socket)
  }

  /** Records the arrival of a request. */
  begin(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (connection?.underWay === 0) this.#markBusy(socket, connection)
    if (connection) connection.underWay++
  }

  /** Records the end of a response. */
  end(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (connection && --connection.underWay === 0) this.#markIdle(socket)
  }

  forget(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (!connection) return
    this.#markBusy(socket, connection)
    this.#open.delete(socket)
    const { network } = connection
    if (network && --network.count === 0) this.#networks.delete(network.name)
  }

  /** Closes the longest idle connection, unless it is the new one. */
  #makeRoom(newConnection: Socket): void {
    const [longest] = this.#idle
    if (longest && longest !== newConnection) this.#close(longest, 'idle')
  }

  /** Closes the longest idle connection of a network, or the new one if none is idle. */
  #makeRoomIn({ name, idle }: Network, newConnection: Socket): void {
    const [longest = newConnection] = idle
    this.#close(longest, 'network', name)
  }

  #close(socket: Socket, reason: 'idle' | 'network', network?: string): void {
    this.forget(socket)
    socket.destroy()
    this.#limits.onClosed(reason, network)
  }

  #markIdle(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (!connection) return
    this.#idle.add(socket)
    connection.network?.idle.add(socket)
  }

  #markBusy(socket: Socket, { network }: Connection): void {
    this.#idle.delete(socket)
    network?.idle.delete(socket)
  }

  #clientNetworkOf(socket: Socket): Network | undefined {
    const name = this.#limits.maxPerNetwork === 0 ? undefined : this.#limits.clientNetworkOf(socket)
    if (name === undefined) return undefined
    const network = this.#networks.get(name) ?? { name, count: 0, idle: new Set() }
    this.#networks.set(name, network)
    return network
  }
}
