/** Limits of idle connections: connections are closed for new ones, other clients are served, and the metrics count it. */

import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { after, describe, it } from 'node:test'
import { STOREFRONT } from '../../src/api-paths.ts'
import { type KeptConnection, openConnection } from '../support/http/kept-alive.ts'
import { sample } from '../support/ops/metrics.ts'
import { startService, type TestService } from '../support/service/service.ts'

const MAX = 100
const PER_NETWORK = 4
const LIVE = 'GET /health/live HTTP/1.1\r\nHost: shop\r\n\r\n'

/** An address of this machine that is not a loopback address. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap(each => each ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address
const withoutNetwork = ownAddress === undefined && 'this machine has no network'

describe('idle connections', () => {
  const services: TestService[] = []
  const held: KeptConnection[] = []
  after(async () => {
    for (const { socket } of held) socket.destroy()
    await Promise.all(services.map(service => service.stop()))
  })

  async function serve(env: NodeJS.ProcessEnv): Promise<TestService> {
    const service = await startService('sqlite', env)
    services.push(service)
    return service
  }

  /** Opens `count` connections one after the other; every second one sends one request and stays open. */
  async function hold(count: number, url: string, address?: string): Promise<KeptConnection[]> {
    const connections: KeptConnection[] = []
    for (let n = 0; n < count; n++) {
      const connection = await openConnection(url, address)
      held.push(connection)
      connections.push(connection)
      if (n % 2 === 1) await connection.ask(LIVE)
    }
    return connections
  }

  const closedFor = (service: TestService, reason: string) =>
    sample(service, `sepet_connections_closed_total{reason="${reason}"}`)

  // Proves: slow-client
  it('are closed after 72 seconds, as each response says', async () => {
    const { headers } = await (await serve({})).call('GET', '/health/live')
    assert.equal(headers.get('keep-alive'), 'timeout=72')
  })

  // Proves: idle-connections
  it('are closed for a new connection from another address when MAX_CONNECTIONS is reached', async () => {
    const service = await serve({ MAX_CONNECTIONS: String(MAX) })
    const [first] = await hold(MAX, service.url)
    const token = await service.token('guest')
    for (let n = 0; n < 10; n++) {
      const connection = await openConnection(service.url, '127.0.0.2')
      held.push(connection)
      const cart = `GET ${STOREFRONT}/cart HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${token}\r\n\r\n`
      assert.equal(await connection.ask(cart), 200)
    }
    await first?.closed
    assert.ok(Number(await closedFor(service, 'idle')) >= 10)
    assert.equal(await closedFor(service, 'full'), 0)
    assert.ok(Number(await sample(service, 'sepet_connections')) < MAX)
  })

  describe('of one network', { skip: withoutNetwork }, () => {
    const url = ({ url }: TestService) => `http://${ownAddress}:${new URL(url).port}`
    const env = { HOST: '0.0.0.0', MAX_CONNECTIONS_PER_NETWORK: String(PER_NETWORK) }
    const openOf = (connections: KeptConnection[]) => connections.filter(({ isClosed }) => !isClosed())

    // Proves: idle-connections
    it('are limited to MAX_CONNECTIONS_PER_NETWORK: the longest idle ones are closed', async () => {
      const service = await serve(env)
      const connections = await hold(3 * PER_NETWORK, url(service), ownAddress)
      await Promise.all(connections.slice(0, 2 * PER_NETWORK).map(({ closed }) => closed))
      assert.equal(await closedFor(service, 'network'), 2 * PER_NETWORK)
      assert.equal((await service.call('GET', '/health/live')).status, 200)
    })

    it('are not limited when a proxy is trusted or the limit is 0', async () => {
      for (const more of [{ TRUST_PROXY: '1' }, { MAX_CONNECTIONS_PER_NETWORK: '0' }]) {
        const service = await serve({ ...env, ...more })
        const connections = await hold(3 * PER_NETWORK, url(service), ownAddress)
        assert.equal(await closedFor(service, 'network'), 0)
        assert.equal(openOf(connections).length, connections.length)
      }
    })
  })

  it('from loopback addresses are not limited per network, because a proxy may use them', async () => {
    const service = await serve({ MAX_CONNECTIONS_PER_NETWORK: String(PER_NETWORK) })
    const connections = await hold(3 * PER_NETWORK, service.url)
    assert.equal(await closedFor(service, 'network'), 0)
    for (const { ask } of connections) assert.equal(await ask(LIVE), 200)
  })
})
