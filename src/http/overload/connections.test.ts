/** Limits of connections, on a plain `node:http` server: which connection is closed when too many are open. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type KeptConnection, openConnection } from '../../../test/support/http/kept-alive.ts'
import { limitConnections } from './connections.ts'

const GET = 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n'
/** A request whose response waits until the test ends it. */
const WAIT = 'GET /wait HTTP/1.1\r\nHost: shop\r\n\r\n'

describe('limitConnections', () => {
  const ending: (() => void)[] = []
  after(() => {
    for (const end of ending) end()
  })

  /** The client network of an address of 127.0.0.0/8: the address, or an IPv6 network for 127.6.<site>.<n>. */
  const networkOf = (address: string) => address.replace(/^127\.6\.(\d+)\.(\d+)$/, '2001:db8:$1:$2::/64')

  /** Starts a server. */
  async function serve({ max = 1_000, maxPerNetwork = Number.POSITIVE_INFINITY, siteFactor = 0 }) {
    const closed: string[] = []
    const waiting: (() => void)[] = []
    const server = createServer(({ url }, response) => {
      if (url === '/wait') waiting.push(() => response.end())
      else response.end()
    })
    const count = limitConnections(server, {
      max,
      maxOf: () => maxPerNetwork,
      siteFactor,
      clientNetworkOf: ({ remoteAddress = '' }) => networkOf(remoteAddress),
      onClosed: (...reason) => closed.push(reason.filter(each => each !== undefined).join(' ')),
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const opened: KeptConnection[] = []
    ending.push(() => {
      for (const { socket } of opened) socket.destroy()
      server.close()
    })
    const open = async (address?: string) => {
      const connection = await openConnection(url, address)
      opened.push(connection)
      return connection
    }
    return { open, closed, count, waiting, server }
  }
  const isOpen = ({ isClosed }: KeptConnection) => !isClosed()

  it('closes the longest idle connections near the bound, whether or not they ever sent a request', async () => {
    const { open, closed, count } = await serve({ max: 4 })
    const [used, silent, third] = [await open(), await open(), await open()]
    await used?.ask(GET)
    const newConnections = [await open(), await open()]
    for (const { ask } of newConnections) assert.equal(await ask(GET), 200)
    await Promise.all([silent.closed, third.closed])
    assert.ok(isOpen(used), 'its request was later than the others came')
    assert.deepEqual(closed, ['idle', 'idle'])
    assert.equal(count(), 3)
  })

  // Proves: idle-connections
  it('closes an idle connection of the network with most of them near the bound, however long those of others are idle', async () => {
    const { open, closed } = await serve({ max: 5 })
    const others = [await open('127.0.0.2'), await open('127.0.0.3')]
    const flood = []
    for (let n = 0; n < 20; n++) flood.push(await open())
    await Promise.all(flood.slice(0, -2).map(({ closed: end }) => end))
    for (const { ask } of others) assert.equal(await ask(GET), 200)
    assert.deepEqual([...new Set(closed)], ['idle'])
  })

  it('closes no connection with a request in flight; when all are busy, it closes the new one', async () => {
    const { open, closed, waiting } = await serve({ max: 3 })
    const asked: Promise<number | undefined>[] = []
    for (let n = 1; n <= 3; n++) {
      asked.push((await open()).ask(WAIT))
      while (waiting.length < n) await turn()
    }
    const newConnection = await open()
    await newConnection.closed
    assert.deepEqual(closed, ['full'])
    for (const end of waiting) end()
    assert.deepEqual(await Promise.all(asked), [200, 200, 200])
  })

  it('closes the longest idle connection of a network beyond its bound, and none of another network', async () => {
    const { open, closed } = await serve({ maxPerNetwork: 2 })
    const other = await open('127.0.0.2')
    const [first, second, third] = [await open(), await open(), await open()]
    await first.closed
    assert.deepEqual([other, second, third].map(isOpen), [true, true, true])
    assert.deepEqual(closed, ['network 127.0.0.1'])
    assert.deepEqual([await third.ask(GET), await other.ask(GET)], [200, 200])
  })

  it('closes a new connection of a network whose connections all have a request in flight', async () => {
    const { open, closed, waiting } = await serve({ maxPerNetwork: 1 })
    const busy = await open()
    const asked = busy.ask(WAIT)
    while (waiting.length < 1) await turn()
    await (await open()).closed
    assert.equal(await (await open('127.0.0.2')).ask(GET), 200)
    assert.deepEqual(closed, ['network 127.0.0.1'])
    for (const end of waiting) end()
    assert.equal(await asked, 200)
  })

  // Proves: rotated-networks
  it('closes an idle connection of the /48 with most of them near the bound, of its network with most', async () => {
    const { open, closed } = await serve({ max: 12 })
    const others = [await open('127.0.0.2'), await open('127.0.0.2')]
    const few = [await open('127.6.1.1')]
    const flood = [await open('127.6.1.2'), await open('127.6.1.2')]
    for (let n = 3; n < 9; n++) few.push(await open(`127.6.1.${n}`))
    // Each network of the /48 has fewer than the other address.
    flood.push(await open('127.6.1.2'))
    await flood[0]?.closed
    for (const { ask } of [...others, ...few]) assert.equal(await ask(GET), 200)
    assert.deepEqual(closed, ['idle'])
  })

  // Proves: rotated-networks
  it('closes a connection of a /48 beyond its multiple of the bound, of its network with most', async () => {
    const { open, closed, count } = await serve({ maxPerNetwork: 2, siteFactor: 2 })
    const single = [await open('127.6.1.1'), await open('127.6.1.2')]
    const [first, second] = [await open('127.6.1.3'), await open('127.6.1.3')]
    const other = await open('127.6.2.1')
    const further = await open('127.6.1.4')
    await first.closed
    for (const { ask } of [...single, second, other, further]) assert.equal(await ask(GET), 200)
    assert.deepEqual([closed, count()], [['network 2001:db8:1::/48'], 5])
  })

  it('does not count connections that have ended', async () => {
    const { open, closed, count, server } = await serve({ max: 3, maxPerNetwork: 2 })
    for (let n = 0; n < 10; n++) {
      const connection = await open()
      assert.equal(await connection.ask(GET), 200)
      connection.socket.destroy()
      while (count() > 0) await turn()
    }
    assert.deepEqual(closed, [])
    assert.equal(server.listening, true)
  })
})
