import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foldCouponCode } from './coupon-code.ts'

describe('a coupon code', () => {
  it('is the same whatever the case, the four Turkish i letters being one', () => {
    const spellings = [
      'İNDİRİM',
      'indirim',
      'INDIRIM',
      'ındırım',
      ' İndirim ',
      'I\u0307ndirim',
      'İNDİRİM'.toLowerCase(),
    ]
    assert.deepEqual([...new Set(spellings.map(foldCouponCode))], ['indirim'])
    assert.equal(foldCouponCode('HOŞGELDİN'), foldCouponCode('hoşgeldin'))
    assert.equal(foldCouponCode('ΣΑΣ'), foldCouponCode('σασ'))
    assert.equal(foldCouponCode('STRASSE'), foldCouponCode('Straße'))
  })

  it('keeps what makes codes different', () => {
    assert.notEqual(foldCouponCode('YAZ10'), foldCouponCode('YAZ1O'))
    assert.notEqual(foldCouponCode('a b'), foldCouponCode('ab'))
  })
})
