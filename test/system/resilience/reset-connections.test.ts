/** Connections that a client has reset before the service has accepted them: they cost next to nothing, and harm nobody. */

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { STOREFRONT } from '../../../src/api-paths.ts'
import { cartOf, linesOf } from '../../support/cart/cart.ts'
import { ids } from '../../support/import/shop-file.ts'
import { startService } from '../../support/service/service.ts'

/** Sends a request on each of 50 connections, and resets them. */
const CLIENT = `
const [, url, request] = process.argv
const { hostname: host, port } = new URL(url)
for (let n = 0; n < 50; n++) {
  const socket = require('node:net').connect({ host, port }, () => socket.write(request, () => socket.resetAndDestroy()))
}`

describe('connections that are reset while the service is busy', () => {
  for (const forwarded of ['', 'X-Forwarded-For: 192.0.2.1\r\n']) {
    it(`are closed without a look at their requests${forwarded && ', which name an address'}`, async () => {
      const service = await startService('sqlite')
      const token = await service.token('guest')
      const body = JSON.stringify({ productId: ids.plain, quantity: 1 })
      const fields = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
      const request = `POST ${STOREFRONT}/cart-items HTTP/1.1\r\nHost: shop\r\n${forwarded}${fields}\r\n\r\n${body}`
      // The service runs in this thread, and accepts nothing meanwhile.
      execFileSync(process.execPath, ['-e', CLIENT, service.url, request])
      assert.deepEqual(linesOf(cartOf(await service.call('GET', '/cart', { token }))), [])
      await service.stop()
    })
  }
})
