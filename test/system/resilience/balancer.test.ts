/**
 * Two instances behind a balancer while PostgreSQL is unavailable: clients get the responses of Sepet, not those of the
 * balancer.
 */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addItem, cartOf, linesOf } from '../../support/cart/cart.ts'
import { assertUnavailable, untilReady } from '../../support/database/outage.ts'
import { clusterBinaries, withoutClusters } from '../../support/database/postgres-binaries.ts'
import { type Cluster, createCluster } from '../../support/database/postgres-cluster.ts'
import { ids } from '../../support/import/shop-file.ts'
import { type Balancer, startBalancer, untilAnswered } from '../../support/ops/balancer.ts'
import { sample } from '../../support/ops/metrics.ts'
import { callAt, startServiceAt, type TestService } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'
import { assertRefused, consumeHandoff, issueHandoff } from '../../support/web-checkout/checkout.ts'

const FAILED_CHECKS = 'sepet_http_request_duration_seconds_count{method="GET",route="/health/ready",status="503"}'
/** The balancer acts after the second failed check; the third begins after the response to the second. */
const ENOUGH_CHECKS = 3

describe('behind a balancer, while no instance is ready because PostgreSQL is unavailable', {
  skip: withoutClusters,
}, () => {
  let cluster: Cluster
  let balancer: Balancer
  let one: TestService
  let two: TestService
  /** The service at the address of the balancer. */
  let shop: TestService
  let token: string
  let link: string

  before(async () => {
    cluster = await createCluster(clusterBinaries)
    await cluster.start()
    const ports: [number, number] = [await freePort(), await freePort()]
    // The link is opened after an outage, which takes longer than a link usually lives on a busy machine.
    const env = { TRUST_PROXY: '127.0.0.1', HANDOFF_TOKEN_TTL_SECONDS: '3600' }
    one = await startServiceAt(cluster.url, { ...env, PORT: String(ports[0]) })
    two = await one.startPeer({ PORT: String(ports[1]) })
    balancer = await startBalancer(ports)
    await untilAnswered(`${balancer.url}/sepet`, status => status === 200)
    shop = { ...one, call: callAt(balancer.url) }
    token = await shop.token('guest')
    await addItem(shop, token, ids.plain, 3)
    link = (await issueHandoff(shop, token, { returnPath: '/odeme' })).token
    await cluster.kill()
    for (const instance of [one, two]) await untilFoundUnready(instance)
  })
  after(async () => {
    await balancer.stop()
    await two.stop()
    await one.stop()
    await cluster.remove()
  })

  /** Waits until the balancer has checked an unready instance often enough to take it out. */
  async function untilFoundUnready(instance: TestService): Promise<void> {
    while (((await sample(instance, FAILED_CHECKS)) ?? 0) < ENOUGH_CHECKS) await sleep(50)
  }

  it('GET /cart answers 503 with an error document', async () => {
    const answer = await shop.call('GET', '/cart', { token })
    assertUnavailable(answer)
    assert.equal(answer.headers.get('content-type'), 'application/vnd.api+json')
  })

  it('a page answers 503 with text for customers', async () => {
    const { status, headers, text } = await shop.call('GET', '/sepet')
    assert.deepEqual([status, headers.get('content-type')], [503, 'text/html; charset=utf-8'])
    assert.match(text, /Sepetiniz duruyor/)
  })

  it('a checkout link redirects to the default path', async () => {
    assertRefused(await consumeHandoff(shop, link))
  })

  it('after PostgreSQL has returned, the cart is unchanged and the link can be used', async () => {
    await cluster.start()
    for (const instance of [one, two]) await untilReady(instance)
    assert.deepEqual(linesOf(cartOf(await shop.call('GET', '/cart', { token }))), [`${ids.plain}×3`])
    assert.equal((await consumeHandoff(shop, link)).headers.get('location'), '/odeme')
  })
})
