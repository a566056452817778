/** Simultaneous uses of one handoff over two instances: exactly one request is signed in. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { whenFree } from '../../support/cart/cart.ts'
import { engines } from '../../support/database/engines.ts'
import { ids } from '../../support/import/shop-file.ts'
import { rounds } from '../../support/runner/rounds.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import {
  assertRefused,
  consumeHandoff,
  cookieOf,
  issueHandoff,
  sessionOf,
} from '../../support/web-checkout/checkout.ts'

const LINKS = rounds({ short: 6, long: 500 })
const REQUESTS = 200
const LOGINS = rounds({ short: 5, long: 500 })

for (const engine of engines) {
  describe(`simultaneous uses of one handoff on ${engine}`, () => {
    let instances: [TestService, TestService]
    before(async () => {
      const service = await startService(engine, { HANDOFF_TOKEN_TTL_SECONDS: '3600' })
      instances = [service, await service.startPeer()]
    })
    after(async () => {
      await instances[1].stop()
      await instances[0].stop()
    })

    it(`sign in exactly one of ${REQUESTS} requests over two instances, for ${LINKS} handoffs`, async () => {
      const [first, second] = instances
      const tokens = [await first.token('member', { id: String(ids.member) }), await first.token('guest')]
      for (let round = 0; round < LINKS; round++) {
        const { token } = await issueHandoff(first, tokens[round % 2] as string, { returnPath: '/odeme' })
        const answers = await Promise.all(
          Array.from({ length: REQUESTS }, (_, i) => consumeHandoff(i % 2 === 0 ? first : second, token)),
        )
        const winners = answers.filter(answer => cookieOf(answer) !== undefined)
        assert.equal(winners.length, 1)
        for (const answer of answers) {
          if (answer === winners[0]) assert.equal(answer.headers.get('location'), '/odeme')
          else assertRefused(answer)
        }
        const { identity } = await sessionOf(second, cookieOf(winners[0] as (typeof answers)[0]))
        assert.equal(identity, round % 2 === 0 ? 'member' : 'guest')
      }
      const { sessions } = await first.database.kysely
        .selectFrom('web_sessions')
        .select(({ fn }) => fn.countAll<number>().as('sessions'))
        .executeTakeFirstOrThrow()
      assert.equal(Number(sessions), LINKS)
    })

    it(`leave no guest session after a simultaneous merge, in ${LOGINS} rounds`, async () => {
      const [first, second] = instances
      const member = await first.token('member', { id: String(ids.member) })
      for (let round = 0; round < LOGINS; round++) {
        const guestToken = await first.token('guest')
        const { token } = await issueHandoff(first, guestToken)
        const [opened, merged] = await Promise.all([
          consumeHandoff(first, token),
          whenFree(() => second.call('POST', '/cart/merge', { token: member, body: { guestToken } })),
        ])
        assert.deepEqual([opened.status, merged.status], [302, 200])
        assert.equal((await sessionOf(first, cookieOf(opened))).identity, 'none')
      }
    })
  })
}
