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

  it('has at most 100 characters: a longer text stays as it is', () => {
    assert.equal(foldCouponCode('I'.repeat(200)), 'i'.repeat(200))
    const marks = `I${'\u0301\u0327'.repeat(2_000_000)}`
    assert.equal(foldCouponCode(marks), marks)
  })

  it('keeps what makes codes different', () => {
    assert.notEqual(foldCouponCode('YAZ10'), foldCouponCode('YAZ1O'))
    assert.notEqual(foldCouponCode('a b'), foldCouponCode('ab'))
  })
})
