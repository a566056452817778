/** Tests of import findings. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFinding, Findings, ImportProblems, quote } from './findings.ts'

const once = (at: string) => ({ count: 1, places: [at] })

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
    'a.json /products/0/colour: is unknown (and 2 more like it: /products/1/colour, /products/2/colour)',
    'a.json /products/0/size: is unknown',
  ])
})

test('a problem has the code it is given, and none otherwise', () => {
  const findings = new Findings()
  findings.problem({ file: 'a.json', at: '/shop/currencyCode' }, 'would change', { code: 'prices_relabelled' })
  findings.problem({ file: 'a.json', at: '/shop/name' }, 'is wrong')
  assert.deepEqual(findings.problems, [
    {
      file: 'a.json',
      at: '/shop/currencyCode',
      message: 'would change',
      code: 'prices_relabelled',
      ...once('/shop/currencyCode'),
    },
    { file: 'a.json', at: '/shop/name', message: 'is wrong', ...once('/shop/name') },
  ])
})

test('problems of a table with one cause are one, with their count, the first three places and the first text', () => {
  const findings = new Findings()
  for (const line of [2, 3, 7, 9])
    findings.problem({ file: 'a.csv', at: `line ${line}` }, 'has no price', { value: `T${line}` })
  findings.problem({ file: 'a.csv', at: 'line 9 /email' }, 'has no price')
  assert.deepEqual(findings.problems.map(describeFinding), [
    'a.csv line 2: has no price: "T2" (and 3 more like it: line 3, line 7, …)',
    'a.csv line 9 /email: has no price',
  ])
  assert.equal(findings.total, 5)
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
