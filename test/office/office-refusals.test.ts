/** Refusals on the pages of the office: each has a sentence in the language of the page, and is gone when its field is corrected. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { loadOffice as load } from '../support/browser/office-modules.ts'
import { operationsOf, readDescription } from '../support/docs/openapi.ts'
import { startService, type TestService } from '../support/service/service.ts'

const { errorText, problemText, refusalText, withoutField } = await load('problems')
const { textsIn } = await load('texts/texts')
const [tr, en] = [textsIn('tr'), textsIn('en')]

/** Codes that no page of the office meets: those of holds, of changes to carts, and of a file, whose causes the page of imports says. */
const ELSEWHERE = [
  ...[
    'cart_changed',
    'items_unavailable',
    'coupon_used_up',
    'campaign_used_up',
    'hold_limit_reached',
    'reference_taken',
  ],
  ...['product_not_on_sale', 'variant_required', 'variant_invalid', 'note_too_long', 'cart_full'],
  ...['wrong_token_kind', 'prices_relabelled'],
]

describe('refusals in the office', () => {
  let service: TestService
  before(async () => {
    service = await startService('sqlite')
  })
  after(() => service.stop())

  it('have a sentence in Turkish for every code that an operation of the admin API answers with', async () => {
    const operations = operationsOf(await readDescription(service.url))
    const admin = operations.filter(({ path }) => path.includes('/admin/'))
    const responses = admin.flatMap(({ operation }) => Object.values(operation.responses))
    const examples = responses.flatMap(({ content = {} }) =>
      Object.values(content).map(({ examples = {} }) => examples),
    )
    const codes = examples.flatMap(each => Object.values(each)).flatMap(({ value }) => codesIn(value))
    assert.ok(codes.includes('campaign_in_use') && codes.includes('field_invalid'))
    const isUntold = (code: string) => errorText({ code, detail: 'English.' }, tr) === 'English.'
    assert.deepEqual(
      [...new Set(codes)].filter(code => isUntold(code) && !ELSEWHERE.includes(code)),
      [],
    )
  })

  const email = { code: 'email_taken', detail: '', source: { pointer: '/email' } }
  const name = { code: 'field_invalid', detail: '', source: { pointer: '/name' } }
  const general = { code: 'overloaded', detail: '' }

  it('are gone when their field is typed into, and the others stay', () => {
    const problem = { status: 422, errors: [email, name, general] }
    assert.deepEqual(withoutField(problem, 'email')?.errors, [name, general])
    assert.equal(withoutField(problem, 'surname'), problem)
    assert.equal(withoutField({ status: 422, errors: [email] }, 'email'), null)
    const nested = { code: 'field_invalid', detail: '', source: { pointer: '/reward/tiers/0/from' } }
    assert.equal(withoutField({ status: 422, errors: [nested] }, 'reward/tiers'), null)
    const ofGroup = { code: 'field_invalid', detail: '', source: { pointer: '/audience' } }
    assert.equal(withoutField({ status: 422, errors: [ofGroup] }, 'audience/members'), null)
    assert.deepEqual(withoutField(problem, 'surname', 'name')?.errors, [email, general])
    const withoutErrors = { status: 500, errors: [] }
    assert.equal(withoutField(withoutErrors, 'email'), withoutErrors)
    assert.equal(withoutField(null, 'email'), null)
  })

  it('are counted above the form, before what is no matter of a field', () => {
    assert.equal(refusalText({}, null, en), null)
    assert.equal(refusalText({ email: [email] }, null, en), 'One field needs a correction.')
    assert.equal(refusalText({ email: [email], name: [name] }, 'Busy.', en), '2 fields need a correction. Busy.')
    assert.equal(refusalText({ email: [email], name: [name] }, null, tr), 'Düzeltilecek alan: 2.')
  })

  it('name the place of a field that no form shows', () => {
    assert.equal(
      problemText({ status: 422, errors: [{ ...name, source: { pointer: '/reward/value' } }] }, tr),
      'reward › value: Bu alandaki değer geçerli değil.',
    )
  })
})

function codesIn(value: unknown): string[] {
  const { errors = [] } = (value ?? {}) as { errors?: { code: string }[] }
  return errors.map(({ code }) => code)
}
