/** Unit and property tests of exact decimals, with big.js as the reference. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Big from 'big.js'
import fc from 'fast-check'
import { Decimal } from './decimal.ts'

/** Sizes on both sides of the largest safe integer, and those whose sums and products are close to it. */
const LARGEST = BigInt(Number.MAX_SAFE_INTEGER)
const units = fc
  .tuple(
    fc.constantFrom(0n, 1n, 94_906_265n, 10n ** 15n, LARGEST / 2n, LARGEST),
    fc.bigInt({ min: -20n, max: 20n }),
    fc.boolean(),
  )
  .map(([size, distance, isNegative]) => (isNegative ? -(size + distance) : size + distance))
const text = fc
  .tuple(
    fc.oneof(
      units,
      fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      fc.bigInt({ min: -(10n ** 7n), max: 10n ** 7n }),
    ),
    fc.integer({ min: 0, max: 14 }),
  )
  .map(([units, places]) => new Decimal(units, places).toFixed())
/** big.js writes `-0.00`. */
const withoutSignOfZero = (amount: string) => (/^-[0.]+$/.test(amount) ? amount.slice(1) : amount)
const places = fc.integer({ min: 0, max: 8 })
const { parse } = Decimal

describe('Decimal', () => {
  it('parses and formats plain notation', () => {
    for (const plain of ['0', '7', '-7', '12.5', '-0.001', '123456789012345678901234567890.123456789012']) {
      assert.equal(parse(plain).toFixed(), plain)
    }
  })

  it('formats without superfluous zeros and without a sign for zero', () => {
    assert.equal(parse('010.50').toFixed(), '10.5')
    assert.equal(parse('100').toFixed(), '100')
    assert.equal(parse('0.00').toFixed(), '0')
    assert.equal(parse('-0.004').toFixed(2), '0.00')
  })

  it('parses exponent notation of JavaScript numbers', () => {
    assert.equal(parse('1e-7').toFixed(), '0.0000001')
    assert.equal(parse('1.25E+3').toFixed(), '1250')
    assert.equal(parse('1.5e21').toFixed(1), '1500000000000000000000.0')
  })

  it('throws a SyntaxError for any other text', () => {
    for (const other of ['', ' 1', '1 ', '+1', '1.', '.5', '1,5', '1e', '1e9999', '0x1', '--1', 'NaN', '١']) {
      assert.throws(() => parse(other), SyntaxError, other)
    }
  })

  it('throws for a text of more than 1,000 characters, without the text in the message', () => {
    assert.equal(parse('9'.repeat(1_000)).toFixed().length, 1_000)
    for (const other of ['9'.repeat(1_001), '9'.repeat(10_000_000), `1e${'9'.repeat(10_000_000)}`]) {
      assert.throws(() => parse(other), { message: `Not a decimal: a text of ${other.length} characters` })
    }
  })

  it('rounds a half away from zero', () => {
    const rounded = (value: string, to: number) => parse(value).round(to).toFixed()
    assert.deepEqual(
      ['0.5', '1.5', '2.5', '-0.5', '2.4999999'].map(value => rounded(value, 0)),
      ['1', '2', '3', '-1', '2'],
    )
    assert.equal(rounded('1.005', 2), '1.01')
    assert.equal(rounded('1.005', 3), '1.005')
  })

  it('compares by value, with any number of trailing zeros', () => {
    assert.ok(parse('12.50').eq(parse('12.5')))
    assert.ok(parse('-1').lt(parse('0.1')) && parse('0.1').gt(parse('-1')))
    assert.ok(parse('2').lte(parse('2.0')) && parse('2').gte(parse('2.0')))
    const sorted = ['10', '9', '-1', '9.5'].map(parse).sort((a, b) => a.cmp(b))
    assert.deepEqual(
      sorted.map(each => each.toFixed()),
      ['-1', '9', '9.5', '10'],
    )
  })

  it('gives the same sums, differences, products, order and rounding as big.js', () => {
    fc.assert(
      fc.property(text, text, places, (a, b, to) => {
        const [own, other] = [[parse(a), parse(b)] as const, [new Big(a), new Big(b)] as const]
        assert.equal(own[0].plus(own[1]).toFixed(), other[0].plus(other[1]).toFixed())
        assert.equal(own[0].minus(own[1]).toFixed(), other[0].minus(other[1]).toFixed())
        assert.equal(own[0].times(own[1]).toFixed(), other[0].times(other[1]).toFixed())
        assert.equal(own[0].cmp(own[1]), other[0].cmp(other[1]))
        assert.equal(own[0].round(to).toFixed(), other[0].round(to, Big.roundHalfUp).toFixed())
      }),
    )
  })

  it('gives the same multiples, percentages and multiples of them as bigints, and formats them alike', () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: -100_000, max: 100_000 }), places, (a, b, quantity, to) => {
        const own = parse(a).times(quantity).round(to).times(parse(b))
        const reference = new Big(a).times(quantity).round(to, Big.roundHalfUp).times(new Big(b))
        assert.equal(own.toFixed(), reference.toFixed())
        assert.equal(own.toFixed(to), withoutSignOfZero(reference.toFixed(to, Big.roundHalfUp)))
      }),
    )
  })

  it('throws a RangeError for a multiple that is no integer', () => {
    for (const factor of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(() => parse('2').times(factor), RangeError)
    }
  })

  it('converts into the nearest number, and zero into zero without a sign', () => {
    fc.assert(fc.property(text, value => assert.equal(parse(value).toNumber(), Number(value))))
    assert.ok(Object.is(parse('-0.00').toNumber(), 0))
    assert.ok(Object.is(parse('0').times(-1).toNumber(), 0))
  })
})
