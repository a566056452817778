/** Tests of import findings. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFinding, Findings, ImportProblems, quote } from './findings.ts'

test('a finding is one line with its file and place', () => {
  assert.equal(
    describeFinding({ file: 'shop.json', at: '/products/3/price', message: 'must be a decimal' }),
    'shop.json /products/3/price: must be a decimal',
  )
  assert.equal(describeFinding({ file: 'shop.json', at: '', message: 'is empty' }), 'shop.json: is empty')
})

// Proves: terminal-characters
test('describeFinding escapes control characters, and quote shortens a text to 80 characters', () => {
  const coloured = { file: 'a.json', at: '/\u001b[31m', message: `is ${quote('x'.repeat(1000))}` }
  assert.equal(describeFinding(coloured), `a.json /\\u001b[31m: is "${'x'.repeat(80)}…"`)
})

test('a warning that repeats in several records is listed once with their number', () => {
  const findings = new Findings()
  for (let index = 0; index < 3; index++)
    findings.warning({ file: 'a.json', at: `/products/${index}/colour` }, 'is unknown')
  findings.warning({ file: 'a.json', at: '/products/0/size' }, 'is unknown')
  assert.deepEqual(findings.warnings().map(describeFinding), [
    'a.json /products/0/colour: is unknown (and 2 more like it)',
    'a.json /products/0/size: is unknown',
  ])
})

test('a problem has the code it is given, and none otherwise', () => {
  const findings = new Findings()
  findings.problem({ file: 'a.json', at: '/shop/currencyCode' }, 'would change', 'prices_relabelled')
  findings.problem({ file: 'a.json', at: '/shop/name' }, 'is wrong')
  assert.deepEqual(findings.problems, [
    { file: 'a.json', at: '/shop/currencyCode', message: 'would change', code: 'prices_relabelled' },
    { file: 'a.json', at: '/shop/name', message: 'is wrong' },
  ])
})

test('all problems are counted and the first 10,000 are kept', () => {
  const findings = new Findings()
  findings.throwIfAny()
  for (let index = 0; index < 20_000; index++)
    findings.problem({ file: 'a.json', at: `/products/${index}` }, 'is wrong')
  assert.throws(
    () => findings.throwIfAny(),
    (error: unknown) => error instanceof ImportProblems && error.total === 20_000 && error.problems.length === 10_000,
  )
})
