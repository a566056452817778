/** Repeated restarts of two instances behind a balancer: no request fails, and no add is lost or doubled. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cartOf } from '../../support/cart/cart.ts'
import { withoutPostgres } from '../../support/database/engines.ts'
import { startShopping } from '../../support/http/steady-load.ts'
import { type Balancer, startBalancer, untilAnswered } from '../../support/ops/balancer.ts'
import { ownTimeOf } from '../../support/runner/process-clock.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { type ServingProcess, serveProcess } from '../../support/service/process.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'

const RESTARTS = rounds({ short: 2, long: 20 })
const SHOPPERS = 8
/** Time to stop that `docs/availability.md` states, and that supervisors allow before they kill. */
const STOP_WITHIN_MS = 10_000

describe('rolling restarts', { skip: withoutPostgres }, () => {
  let witness: TestService
  let balancer: Balancer
  const instances: { port: number; serving: ServingProcess }[] = []

  before(async () => {
    witness = await startService('postgres')
    const ports: [number, number] = [await freePort(), await freePort()]
    balancer = await startBalancer(ports)
    for (const port of ports) instances.push({ port, serving: await serve(port) })
    await untilAnswered(`${balancer.url}/sepet`, status => status === 200)
  })
  after(async () => {
    await Promise.all(instances.map(({ serving }) => serving.kill('SIGTERM')))
    await balancer.stop()
    await witness.stop()
  })

  it(`under load, ${RESTARTS} times: no request fails, each process exits 0, and carts contain all acknowledged adds`, async () => {
    const tokens = await Promise.all(Array.from({ length: SHOPPERS }, () => witness.token('guest')))
    const { shoppers, stop } = startShopping(balancer.url, tokens)
    const times: number[] = []
    for (let n = 0; n < RESTARTS; n++) {
      times.push(await restart(n % 2))
    }
    await stop()
    assert.deepEqual(
      shoppers.flatMap(({ failures }) => failures),
      [],
    )
    for (const { token, acknowledged } of shoppers) {
      const { totalQuantity } = cartOf(await witness.call('GET', '/cart', { token })).data.attributes
      assert.ok(acknowledged > 0)
      assert.equal(totalQuantity, acknowledged)
    }
    const requests = shoppers.reduce((sum, shopper) => sum + shopper.requests, 0)
    record(
      'rolling restarts',
      `${RESTARTS} restarts behind ${balancer.name}: ${requests} requests, none failed, stopped in ${Math.max(...times)} ms at most`,
    )
  })

  /** @returns whether the balancer has sent cart requests to this instance */
  async function hasServedCarts({ url }: ServingProcess): Promise<boolean> {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return /_count\{method="GET",route="[^"]*\/cart",status="200"\} [1-9]/.test(metrics)
  }

  function serve(port: number): Promise<ServingProcess> {
    const { DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET } = witness.config
    const env = { DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET, CART_RATE_LIMIT: '0', LOG_LEVEL: 'silent' }
    return serveProcess({ ...env, SHUTDOWN_DELAY_SECONDS: '3' }, ['--port', String(port)])
  }

  /** @returns how long stopping took in milliseconds; the instance serves again afterwards */
  async function restart(index: number): Promise<number> {
    const instance = instances[index] ?? assert.fail()
    const took = Math.round(
      await ownTimeOf(async () => {
        assert.equal(await instance.serving.kill('SIGTERM'), 0, instance.serving.output())
      }),
    )
    assert.ok(took < STOP_WITHIN_MS, `stopped after ${took} ms`)
    instance.serving = await serve(instance.port)
    while (!(await hasServedCarts(instance.serving))) await sleep(50)
    return took
  }
})
