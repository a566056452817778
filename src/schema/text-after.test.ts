/** The end of a range of texts that begin alike. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { textAfter } from './text-after.ts'

const compare = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

describe('the first text behind all that begin so', () => {
  it('is the next one in the order of bytes', () => {
    assert.equal(textAfter('yaz'), 'ya{')
    assert.equal(textAfter('a\ud7ff'), 'a\ue000')
    assert.equal(textAfter('a\uffff'), 'a\u{10000}')
    assert.equal(textAfter('a\u{10ffff}\u{10ffff}'), 'b')
    assert.equal(textAfter('\u{10ffff}'), undefined)
    assert.equal(textAfter(''), undefined)
  })

  it('has no other text before it that begins otherwise', () => {
    const text = fc.string({ unit: 'binary', maxLength: 4 })
    fc.assert(
      fc.property(text, text, (beginning, other) => {
        const end = textAfter(beginning)
        const isWithin = compare(other, beginning) >= 0 && (end === undefined || compare(other, end) < 0)
        assert.equal(isWithin, other.startsWith(beginning))
        assert.ok(end === undefined || compare(beginning + other, end) < 0)
      }),
    )
  })
})
