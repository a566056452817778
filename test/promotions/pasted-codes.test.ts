/** Coupon codes as people paste them, in full-width letters and with characters that nobody sees: one code everywhere. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { COUPONS } from '../../src/api-paths.ts'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { couponRecord, enter, entered, shown } from '../support/cart/coupons.ts'
import { complete } from '../support/checkouts/orders.ts'
import { requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { couponPath, promotionCaller, recordOf } from '../support/promotions/promotions.ts'
import { startService, type TestService } from '../support/service/service.ts'

const INVISIBLE = '\u200b\u200e\u2060\u00ad\ufeff'
/** Spellings of one code. */
const spellings = (code: string) => [
  code,
  code.toLowerCase(),
  [...code].map(letter => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join(''),
  [...code].join('\u200d'),
  `${INVISIBLE} ${code.toLowerCase()}${INVISIBLE} `,
]
/** Texts of which nothing is left. */
const BLANK = [' ', '\u200b', INVISIBLE, '\u3000\ufe0f', '\u3164']
/** The character whose form in NFKC is the longest: 18 characters. */
const LONGEST = '\ufdfa'

for (const engine of engines) {
  describe(`a pasted coupon code on ${engine}`, () => {
    let service: TestService
    let call: Awaited<ReturnType<typeof promotionCaller>>
    before(async () => {
      service = await startService(engine, { COUPON_RATE_LIMIT: '0', COUPON_IP_RATE_LIMIT: '0' })
      call = await promotionCaller(service)
    })
    after(() => service.stop())
    const guest = async () => {
      const token = await service.token('guest')
      await addItem(service, token, ids.plain)
      return token
    }

    it('applies, and is shown as the shop wrote it', async () => {
      for (const [index, written] of spellings('YAZI10').entries()) {
        recordOf(await call('PUT', couponPath(written), couponRecord(written)), index === 0 ? 201 : 200)
        const token = await guest()
        for (const sent of spellings('YAZI10')) {
          assert.equal(await entered(service, token, sent), `applied ${written.trim()}`)
          assert.equal(await shown(service, token), `applied ${written.trim()}`)
        }
      }
    })

    it('takes a use of the one coupon', async () => {
      recordOf(await call('PUT', couponPath('TEK'), couponRecord('TEK', { usageLimit: 1 })), 201)
      const [first, second] = [await guest(), await guest()]
      for (const token of [first, second]) assert.equal(await entered(service, token, 'Ｔ\u200bＥＫ'), 'applied TEK')
      await requireHold(service, `${engine}-tek`, first)
      await complete(service, `${engine}-tek`)
      assert.equal(await shown(service, second), 'TEK used_up')
      assert.equal(await entered(service, second, 'tek\ufeff'), 'TEK used_up')
    })

    it('that no coupon has is shown as it was sent', async () => {
      assert.equal(await entered(service, await guest(), ' Ｙ\u200bOK '), ' Ｙ\u200bOK  unknown')
    })

    it('of which nothing is left is empty', async () => {
      const token = await guest()
      for (const couponCode of BLANK) {
        assert.deepEqual(refusalsOf(await enter(service, token, couponCode)), ['422 field_invalid /couponCode'])
        const path = `${COUPONS}/${encodeURIComponent(couponCode)}`
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const answer = await call(method, path, method === 'PUT' ? couponRecord(couponCode) : undefined)
          assert.deepEqual(refusalsOf(answer), ['400 parameter_invalid'], JSON.stringify(couponCode))
        }
        const file = { coupons: [couponRecord(couponCode)] }
        await assert.rejects(service.importShop(file), /coupons\/0\/code/)
      }
    })

    it('has at most 100 characters as it was sent', async () => {
      const token = await guest()
      const hundred = `${'\u200b'.repeat(95)}YAZ10`
      assert.equal(cartOf(await enter(service, token, hundred)).data.meta?.coupon?.reason, 'unknown')
      assert.deepEqual(refusalsOf(await enter(service, token, `\u200b${hundred}`)), ['422 field_invalid /couponCode'])
      for (const point of ['\u200b', LONGEST, '\u0301', '🎁']) {
        const hostile = point.repeat(10_000)
        assert.deepEqual(refusalsOf(await enter(service, token, hostile)), ['422 field_invalid /couponCode'])
      }
    })

    it('is stored and found in its longest form', async () => {
      const code = LONGEST.repeat(100)
      recordOf(await call('PUT', couponPath(code), couponRecord(code)), 201)
      await service.importShop({ coupons: [couponRecord(code, { value: '20' })] })
      assert.equal(await entered(service, await guest(), code), `applied ${code}`)
      assert.equal((await call('DELETE', couponPath(code))).status, 204)
    })

    it('names one record in the admin API, and a body of another code is refused', async () => {
      for (const [index, spelling] of spellings('AYNI').entries()) {
        const record = recordOf(await call('PUT', couponPath(spelling), couponRecord('AYNI')), index === 0 ? 201 : 200)
        assert.equal((record as { code: string }).code, 'AYNI')
        assert.equal((await call('GET', couponPath(spelling))).status, 200)
      }
      const other = await call('PUT', couponPath('ＡＹＮＩ'), couponRecord('AYNA'))
      assert.deepEqual(refusalsOf(other), ['422 field_invalid /code'])
      assert.equal((await call('DELETE', couponPath('ay\u00adn\u200eı'))).status, 204)
      assert.equal((await call('GET', couponPath('AYNI'))).status, 404)
    })

    it('twice in one import is refused at the second', async () => {
      for (const again of spellings('CIFT').slice(1)) {
        const coupons = [couponRecord('CIFT'), couponRecord('BAŞKA'), couponRecord(again)]
        await assert.rejects(service.importShop({ coupons }), /coupons\/2\/code/)
      }
      assert.equal((await call('GET', couponPath('CIFT'))).status, 404)
    })

    it('of an import replaces the coupon that has it', async () => {
      await service.importShop({ coupons: [couponRecord('YENİ')] })
      await service.importShop({ coupons: [couponRecord('Ｙ\u200bＥＮＩ', { value: '20' })] })
      const token = await guest()
      assert.equal(await entered(service, token, 'yeni'), 'applied Ｙ\u200bＥＮＩ')
    })
  })
}
