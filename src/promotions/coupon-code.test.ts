/** Unit tests of coupon code comparison. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foldCouponCode } from './coupon-code.ts'

describe('foldCouponCode', () => {
  it('ignores case and treats the four Turkish i letters as equal', () => {
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

  it('returns a text longer than 100 characters unchanged', () => {
    assert.equal(foldCouponCode('I'.repeat(200)), 'i'.repeat(200))
    const marks = `I${'\u0301\u0327'.repeat(2_000_000)}`
    assert.equal(foldCouponCode(marks), marks)
  })

  it('keeps different codes different', () => {
    assert.notEqual(foldCouponCode('YAZ10'), foldCouponCode('YAZ1O'))
    assert.notEqual(foldCouponCode('a b'), foldCouponCode('ab'))
  })
})
