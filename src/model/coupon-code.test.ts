/** Unit tests of coupon code comparison. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foldCouponCode, isBlankCode } from './coupon-code.ts'

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
    for (const spelling of ['Straße', 'STRAẞE', 'strasse']) assert.equal(foldCouponCode(spelling), 'strasse')
  })

  it('returns a text longer than 100 characters unchanged', () => {
    assert.equal(foldCouponCode('I'.repeat(200)), 'i'.repeat(200))
    const marks = `I${'\u0301\u0327'.repeat(2_000_000)}`
    assert.equal(foldCouponCode(marks), marks)
  })

  it('ignores what nobody sees, and reads full-width characters as plain ones', () => {
    const ignored = '\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069\u00ad\ufeff\ufe0f\u{e0041}'
    const inside = `${ignored}yaz-${ignored}10${ignored}`
    const spellings = [
      'YAZ-10',
      'ＹＡＺ－１０',
      'yaz\ufe6310',
      '\u00a0 yaz-10\u2003',
      inside,
      ` ${ignored} yaz-10 ${ignored}`,
    ]
    assert.deepEqual([...new Set(spellings.map(foldCouponCode))], ['yaz-10'])
    assert.equal(foldCouponCode('e\u034f\u0301'), foldCouponCode('É'))
    assert.equal(foldCouponCode('I\u200d\u0307'), 'i')
    assert.equal(foldCouponCode('ｉⅠ𝐈ⁱ'), 'iiii')
  })

  it('leaves nothing of white space and invisible characters', () => {
    for (const blank of ['', ' ', '\u200b', '\ufeff\u00a0\u3000', '\u3164', '\u00ad\u2060\t\n']) {
      assert.deepEqual([isBlankCode(blank), foldCouponCode(blank)], [true, ''])
    }
    for (const code of ['0', '.', '\u0301', ' \u200bA']) assert.equal(isBlankCode(code), false)
  })

  it('gives every character one form, which is its own form, and is blank where nothing is left', () => {
    for (let point = 1; point <= 0xe0fff; point++) {
      // Surrogates, and planes without a character whose form is another.
      if ((point >= 0xd800 && point < 0xe000) || (point >= 0x20000 && point < 0xe0000)) continue
      const character = String.fromCodePoint(point)
      const folded = foldCouponCode(`a${character}b`)
      if (foldCouponCode(folded) !== folded) assert.fail(`U+${point.toString(16)}`)
      if (isBlankCode(character) !== (foldCouponCode(character) === '')) assert.fail(`U+${point.toString(16)}`)
    }
  })

  it('keeps different codes different', () => {
    assert.notEqual(foldCouponCode('YAZ10'), foldCouponCode('YAZ1O'))
    assert.notEqual(foldCouponCode('a b'), foldCouponCode('ab'))
  })
})
