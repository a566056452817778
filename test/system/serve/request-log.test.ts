/** The log of requests, which contains no personal data. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { STOREFRONT } from '../../../src/api-paths.ts'
import { addItem, cartOf } from '../../support/cart/cart.ts'
import { ids } from '../../support/import/shop-file.ts'
import { serveProcess } from '../../support/service/process.ts'
import { startService } from '../../support/service/service.ts'

describe('the log', () => {
  // Proves: log-lines
  it('has one JSON line per request with its route, and contains no token, customer or note', async () => {
    const service = await startService('sqlite')
    const { DATA_DIR, ACCESS_TOKEN_SECRET } = service.config
    const serving = await serveProcess({ DATA_DIR, ACCESS_TOKEN_SECRET })
    let log = ''
    serving.child.stdout?.on('data', text => (log += text))
    const token = await service.token('member', { id: String(ids.member) })
    const id = await addItem(service, token, ids.plain)
    const call = (method: string, path: string, body?: object) =>
      fetch(`${serving.url}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    await call('GET', `${STOREFRONT}/cart?access_token=${token}`)
    await call('PATCH', `${STOREFRONT}/cart-items/${id}/notes`, { orderNote: '\r\n[ERROR] forged' })
    await call('GET', `/nope/${token}`)
    await serving.kill('SIGTERM')
    const lines = log
      .split('\n')
      .filter(line => line.startsWith('{'))
      .map(line => JSON.parse(line))
    assert.deepEqual(
      lines
        .filter(({ msg }) => msg === 'request')
        .map(({ level, method, route, status }) => [level, method, route, status])
        // A line is written when its response has been sent, at the same time as the next request.
        .sort((a, b) => a.slice(1).join().localeCompare(b.slice(1).join())),
      [
        ['info', 'GET', null, 404],
        ['info', 'GET', `${STOREFRONT}/cart`, 200],
        ['info', 'PATCH', `${STOREFRONT}/cart-items/:itemId/notes`, 200],
      ],
    )
    for (const secret of [token, token.split('.')[2] ?? '', 'forged', 'musteri1@example.com', 'member:1', id]) {
      assert.ok(!log.includes(secret))
    }
    cartOf(await service.call('GET', '/cart', { token }))
    await service.stop()
  })
})
