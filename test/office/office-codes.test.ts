/** Orders of codes in the office without a browser: what is sent, said before, and repeated. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadOfficeModule } from '../support/office/browser-modules.ts'

type Row = Record<string, unknown>

const { FIRST_VALUES, orderOf, orderText, inWords } = await loadOfficeModule<{
  FIRST_VALUES: Row
  orderOf: (values: Row, zone: string) => Row
  orderText: (app: Row, order: Row) => string | null
  inWords: (errors: Row[], texts: unknown) => { detail: string }[]
}>('pages/promotions/codes/code-order')
const { createKeys } = await loadOfficeModule<{
  createKeys: (newKey: () => string) => { keyOf: (body: unknown) => string; forget: () => void }
}>('idempotency-keys')
const { textsIn } = await loadOfficeModule<{ textsIn: (language: 'tr' | 'en') => Row }>('texts/texts')

const ISTANBUL = 'Europe/Istanbul'
const app = (language: 'tr' | 'en') => ({ texts: () => textsIn(language), clock: () => ({ zone: ISTANBUL }) })
const order = (typed: Row) => orderOf({ ...FIRST_VALUES, ...typed }, ISTANBUL)

describe('an order of codes', () => {
  it('has what is typed, in the time of the shop, and nothing that is empty', () => {
    const empty = { usageLimitPerCustomer: null, startsAt: null, endsAt: null, prefix: null, batch: null }
    assert.deepEqual(order({}), { length: 8, usageLimit: 1, ...empty })
    const typed = { count: '10.000', prefix: ' YAZ- ', endsAt: '2027-09-01T00:00', batch: 'bülten', usageLimit: '' }
    assert.deepEqual(order(typed), {
      ...empty,
      ...{ count: 10_000, length: 8, usageLimit: null, prefix: 'YAZ-', endsAt: '2027-08-31T21:00:00.000Z' },
      batch: 'bülten',
    })
    assert.equal(order({ count: 'many' }).count, 'many')
  })

  it('says before what it does', () => {
    const typed = { count: '10000', prefix: 'YAZ-', length: '6', endsAt: '2027-09-01T00:00', batch: 'bülten' }
    assert.equal(
      orderText(app('tr'), order(typed)),
      '10.000 kod oluşturulacak, şu biçimde: YAZ-••••••. Her kod 1 kez kullanılabilir. Geçerlilik: 1 Eyl 2027 00:00 tarihine kadar. Paket: bülten.',
    )
    assert.equal(
      orderText(app('en'), order({ count: '1', length: '6', usageLimit: '', usageLimitPerCustomer: '2' })),
      'This makes 1 code like this: ••••••. Each can be used any number of times. A customer can use one code 2 times. The batch gets a name with the date.',
    )
    for (const unfinished of [{}, { count: 'x' }, { count: '0' }, { count: '5', length: '1000000' }])
      assert.equal(orderText(app('en'), order(unfinished)), null)
  })

  it('is refused in words', () => {
    const error = (pointer: string, detail = 'count must be an integer from 1 to 100000.') => ({
      code: 'field_invalid',
      detail,
      source: { pointer },
    })
    const errors = [
      error('/count'),
      error('/endsAt', 'endsAt must be after startsAt.'),
      error('/moon', 'moon is full.'),
    ]
    assert.deepEqual(
      inWords(errors, textsIn('tr').codes).map(({ detail }) => detail),
      ['1 ile 100.000 arasında bir tam sayı yazın.', 'Bitiş başlangıçtan sonra olmalı.', 'moon is full.'],
    )
  })

  it('has one key until it has succeeded or is another one', () => {
    let made = 0
    const keys = createKeys(() => `key-${++made}`)
    assert.deepEqual([keys.keyOf({ count: 1 }), keys.keyOf({ count: 1 })], ['key-1', 'key-1'])
    assert.deepEqual([keys.keyOf({ count: 2 }), keys.keyOf({ count: 1 })], ['key-2', 'key-3'])
    keys.forget()
    assert.equal(keys.keyOf({ count: 1 }), 'key-4')
  })
})
