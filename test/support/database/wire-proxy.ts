/** A TCP proxy in front of PostgreSQL: counts round trips, cuts connections, and stops the traffic. */

import { connect, createServer, type Socket } from 'node:net'
import { isSentAtAnyTime } from './at-any-time.ts'

/** PostgreSQL ends every round trip of the extended protocol with a Sync, of the simple protocol with a Query. */
const ROUND_TRIPS = new Set(['S', 'Q'])
/** What a new connection and a probe ask. */
const PROBE = 'transaction_read_only'

/** A running proxy. */
export interface WireProxy {
  /** The URL of the database through the proxy. */
  url: string
  /** The number of round trips since the last call, without what runs at any time: deliveries of webhooks, marks of servers, and probes. */
  takeRoundTrips: () => number
  /** Each statement that was to be parsed: its name or an empty text, and its text. */
  parses: { name: string; text: string }[]
  /** Closes every connection and refuses new ones. */
  cut: () => Promise<void>
  /** Accepts connections again after `cut`. */
  restore: () => Promise<void>
  /** Stops all traffic on open and new connections, which stay open. */
  freeze: () => void
  /** Freezes after a statement with this text was sent: it runs, and its response does not arrive. */
  freezeAt: (statement: string) => void
  /** Ends `freeze`: closes the open connections, and passes bytes on new ones. */
  thaw: () => void
  close: () => Promise<void>
}

/** Starts a proxy to the server of a PostgreSQL URL. */
export async function startWireProxy(databaseUrl: string): Promise<WireProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const parses: WireProxy['parses'] = []
  let roundTrips = 0
  let frozen = false
  let trigger: string | undefined
  const freeze = () => {
    frozen = true
    for (const socket of sockets) socket.unpipe().pause()
  }
  const server = createServer(client => {
    const upstream = connect(Number(target.port || 5432), target.hostname)
    const runsAtAnyTime = backgroundDetector()
    const count = messageCounter((type, message) => {
      if (type === 'P') {
        const [name = '', text = ''] = message.toString().split('\0')
        parses.push({ name, text })
      }
      const isBackground = runsAtAnyTime(type, message) || message.includes(PROBE)
      if (!isBackground && ROUND_TRIPS.has(type)) roundTrips++
    })
    if (!frozen) {
      client.on('data', count)
      client.on('data', chunk => trigger !== undefined && chunk.includes(trigger) && freeze())
      client.pipe(upstream).pipe(client)
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          client.destroy()
          upstream.destroy()
        })
    }
  })
  const listen = (port: number) => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as { port: number }
  const cut = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    parses,
    takeRoundTrips: () => {
      const taken = roundTrips
      roundTrips = 0
      return taken
    },
    cut,
    restore: () => listen(port),
    freeze,
    freezeAt: statement => (trigger = statement),
    thaw: () => {
      frozen = false
      trigger = undefined
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      if (server.listening) await cut()
    },
  }
}

/** Creates the function that tells whether the round trip of a message runs a statement that a server sends at any time, by its text or its name. */
function backgroundDetector(): (type: string, message: Buffer) => boolean {
  const names = new Set<string>()
  let isBackground = false
  return (type, message) => {
    const [first = '', second = ''] = message.toString('latin1').split('\0')
    if (type === 'P' && isSentAtAnyTime(second)) names.add(first)
    if (type === 'P' && !isSentAtAnyTime(second)) names.delete(first)
    if ((type === 'P' && names.has(first)) || (type === 'B' && names.has(second))) isBackground = true
    const result = isBackground
    if (ROUND_TRIPS.has(type)) isBackground = false
    return result
  }
}

/** Splits a client's byte stream into messages; the first, the startup packet, has no type. */
function messageCounter(onMessage: (type: string, message: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let started = false
  return chunk => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const header = started ? 5 : 4
      if (rest.length < header) return
      const length = rest.readUInt32BE(header - 4) + header - 4
      if (rest.length < length) return
      if (started) onMessage(String.fromCharCode(rest[0] ?? 0), rest.subarray(header, length))
      started = true
      rest = rest.subarray(length)
    }
  }
}
