/** Limits of connections: near the bound an idle one of the network with most is closed for a new one; each network has a bound, too. */

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Amounts } from '../../fairness/amounts.ts'
import { siteOrNetworkOf } from '../../fairness/client-site.ts'

/** Share of the bound that is kept free, so that a new connection does not wait until an idle one has closed. */
const RESERVE = 0.01

/** Limits of a server's connections. */
export interface ConnectionLimits {
  /** Largest number of connections. */
  max: number
  /** Returns the largest number of connections of a client network. */
  maxOf: (network: string) => number
  /** How many times the number of an IPv6 network its site may have; 0 where sites have no bound. */
  siteFactor: number
  /** Returns the client network of a connection, which is known before its first request. */
  clientNetworkOf: (socket: Socket) => string
  /** Called when a connection is closed: `idle` for a new one, `full` since all are busy, `network` beyond a network's bound. */
  onClosed: (reason: 'idle' | 'full' | 'network', network?: string) => void
}

/** A client network with open connections. */
interface Network {
  name: string
  /** Its idle connections, the longest idle first. */
  idle: Set<Socket>
}

interface Connection {
  network: Network
  /** Requests whose response is not complete. */
  inFlight: number
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
  readonly #networks = new Map<string, Network>()
  readonly #counts = new Amounts()
  /** Numbers of idle connections. */
  readonly #idle = new Amounts()

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  get count(): number {
    return this.#open.size
  }

  add(socket: Socket): void {
    const network = this.#networkOf(socket)
    this.#open.set(socket, { network, inFlight: 0 })
    this.#counts.add(network.name, 1)
    this.#boundNetworks(network, socket)
    if (!this.#open.has(socket)) return
    this.#markIdle(network, socket)
    const { max } = this.#limits
    if (this.#open.size > max - Math.ceil(max * RESERVE)) this.#makeRoom(socket)
  }

  /** Records the arrival of a request. */
  begin(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (!connection) return
    this.#markBusy(connection.network, socket)
    connection.inFlight++
  }

  /** Records the end of a response. */
  end(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (connection && --connection.inFlight === 0) this.#markIdle(connection.network, socket)
  }

  forget(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (!connection) return
    const { network } = connection
    this.#open.delete(socket)
    this.#markBusy(network, socket)
    this.#counts.add(network.name, -1)
    if (this.#counts.of(network.name) === 0) this.#networks.delete(network.name)
  }

  #markIdle({ name, idle }: Network, socket: Socket): void {
    idle.add(socket)
    this.#idle.add(name, 1)
  }

  #markBusy({ name, idle }: Network, socket: Socket): void {
    if (idle.delete(socket)) this.#idle.add(name, -1)
  }

  /** Closes a connection of a network, or of its site, that has more than its number. */
  #boundNetworks(network: Network, newConnection: Socket): void {
    const { maxOf, siteFactor } = this.#limits
    const { name } = network
    const max = maxOf(name)
    if (this.#counts.of(name) > max) this.#makeRoomIn(network, newConnection, name)
    else if (siteFactor > 0 && this.#counts.ofSite(name) > max * siteFactor) {
      const beside = this.#networks.get(this.#idle.heaviestOfSite(name) ?? name)
      this.#makeRoomIn(beside ?? network, newConnection, siteOrNetworkOf(name))
    }
  }

  /** Closes the longest idle connection of the network with most idle ones, unless it is the new connection. */
  #makeRoom(newConnection: Socket): void {
    const heaviest = this.#networks.get(this.#idle.heaviest() ?? '')
    const [longest] = heaviest?.idle ?? []
    if (longest && longest !== newConnection) this.#close(longest, 'idle')
  }

  /** Closes the longest idle connection of a network, or the new one if none is idle. @param bounded network or site that is reported */
  #makeRoomIn({ idle }: Network, newConnection: Socket, bounded: string): void {
    const [longest = newConnection] = idle
    this.#close(longest, 'network', bounded)
  }

  #close(socket: Socket, reason: 'idle' | 'network', network?: string): void {
    this.forget(socket)
    socket.destroy()
    this.#limits.onClosed(reason, network)
  }

  #networkOf(socket: Socket): Network {
    const name = this.#limits.clientNetworkOf(socket)
    const network = this.#networks.get(name) ?? { name, idle: new Set() }
    this.#networks.set(name, network)
    return network
  }
}
