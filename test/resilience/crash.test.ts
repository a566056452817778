/** kill -9 in the middle of writing: nothing that was acknowledged is lost, nothing is written twice. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { STOREFRONT } from '../../src/app.ts'
import { cartOf, linesOf } from '../support/cart.ts'
import { engines } from '../support/engines.ts'
import { rounds } from '../support/extent.ts'
import { serveProcess } from '../support/process.ts'
import { startService, type TestService } from '../support/service.ts'
import { ids } from '../support/shop-file.ts'

const ROUNDS = rounds({ short: 5, long: 100 })
const WRITERS = 8

interface Ledger {
  token: string
  acknowledged: number
  sent: number
}

for (const engine of engines) {
  describe(`kill -9 on ${engine}`, () => {
    it(`${ROUNDS} times during writes loses no acknowledged line`, async () => {
      const witness = await startService(engine)
      const ledgers = await Promise.all(
        Array.from({ length: WRITERS }, async () => ({
          token: await witness.token('guest'),
          acknowledged: 0,
          sent: 0,
        })),
      )
      for (let round = 0; round < ROUNDS; round++) await writeUntilKilled(witness, ledgers, 150 + 50 * (round % 4))
      for (const { token, acknowledged, sent } of ledgers) {
        const cart = cartOf(await witness.call('GET', '/cart', { token }))
        const { totalQuantity } = cart.data.attributes
        assert.ok(acknowledged > 0)
        assert.ok(
          acknowledged <= totalQuantity && totalQuantity <= sent,
          `${acknowledged} ≤ ${totalQuantity} ≤ ${sent}`,
        )
        assert.ok(linesOf(cart).length <= 2, 'one line per product')
      }
      await witness.stop()
    })
  })
}

async function writeUntilKilled({ config }: TestService, ledgers: Ledger[], afterMs: number): Promise<void> {
  const { DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET } = config
  const env = { DATA_DIR, DATABASE_URL, ACCESS_TOKEN_SECRET, CART_RATE_LIMIT: '0', LOG_LEVEL: 'silent' }
  const serving = await serveProcess(env)
  let alive = true
  const writers = ledgers.map(async ledger => {
    while (alive) await add(serving.url, ledger)
  })
  const before = ledgers.map(({ acknowledged }) => acknowledged)
  while (ledgers.some(({ acknowledged }, n) => acknowledged === before[n])) await sleep(5)
  await sleep(afterMs)
  const killed = serving.kill('SIGKILL')
  alive = false
  assert.equal(await killed, null)
  await Promise.all(writers)
}

async function add(url: string, ledger: Ledger): Promise<void> {
  const productId = ledger.sent % 2 === 0 ? ids.plain : ids.taxFree
  ledger.sent++
  const answer = await fetch(`${url}${STOREFRONT}/cart-items`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ledger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ productId, quantity: 1 }),
  }).catch(() => undefined)
  if (answer?.status === 201) ledger.acknowledged++
}
