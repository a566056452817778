/** Parameters of queries: the schema of each accepts the texts that its reader reads, by a validator that the server does not use. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Refusal } from '../errors.ts'
import { keyset } from './keyset.ts'
import {
  defineQuery,
  filledText,
  idList,
  integer,
  matching,
  type Parameter,
  required,
  time,
  word,
  wordOf,
  yesOrNo,
} from './list-query.ts'

const description = 'for the test'
const rule = 'as it must be'
/** Each parameter with texts that it reads, and texts that it refuses. */
const cases: Record<string, [parameter: Parameter<unknown>, read: string[], refused: string[]]> = {
  integer: [integer({ maximum: 20, description }), ['1', '20'], ['', '0', '21', '01', '-1', '1.0', '1e1', ' 1', 'a']],
  'integer from 0': [integer({ minimum: 0, maximum: 9, description }), ['0', '9'], ['', '10', '00', '-0', '+1']],
  idList: [
    idList,
    ['1', '1,2', '1,1', '9007199254740991'],
    ['', '0', '01', '1,', ',1', '1, 2', '-1', 'a', '1;2', '12345678901234567'],
  ],
  matching: [matching('^a+(,a+)*$', { rule, description }, text => text), ['a', 'aa,a'], ['', 'a,', 'b', 'a\n', ' a']],
  filledText: [filledText({ maxLength: 3, rule, description }), ['a', 'abc', '🧣🧣🧣', ' '], ['', 'abcd', '🧣🧣🧣🧣']],
  word: [word('only', { description }), ['only'], ['', 'Only', 'other']],
  wordOf: [wordOf(['one', 'two'], description), ['one', 'two'], ['', 'three', 'one,two']],
  yesOrNo: [yesOrNo(description), ['true', 'false'], ['', '1', 'True', 'yes']],
  cursor: [keyset('number').after, ['WzFd'], ['', 'x'.repeat(4_001)]],
}

const validator = new Ajv2020({ strict: false, validateFormats: false })

/** Texts stand for the values that schemas of numbers and booleans describe. */
function accepts({ schema }: Parameter<unknown>, text: string): boolean {
  const { type } = schema as { type?: string }
  const isText = type === undefined || type === 'string'
  const value = /^(0|-?[1-9]\d*|true|false)$/.test(text) && !isText ? JSON.parse(text) : text
  return validator.validate(schema, value)
}

describe('a query', () => {
  for (const [name, [parameter, read, refused]] of Object.entries(cases)) {
    it(`describes the texts that it reads: ${name}`, () => {
      for (const text of read) assert.ok(accepts(parameter, text) && parameter.read(text) !== undefined, text)
      for (const text of refused) assert.ok(!accepts(parameter, text) && parameter.read(text) === undefined, text)
    })
  }

  it('refuses a request without a required parameter, and describes it as one', () => {
    const query = defineQuery({ kind: required(wordOf(['one', 'two'], description)), q: wordOf(['a'], description) })
    assert.deepEqual(query.schema.required, ['kind'])
    assert.equal(query.read({ kind: 'two' }).kind, 'two')
    const lacksKind = { code: 'parameter_invalid', parameter: 'kind', detail: 'kind must be one or two.' }
    assert.throws(
      () => query.read({ q: 'a' }),
      (error: Refusal) => {
        assert.deepEqual(error.violations, [lacksKind])
        return true
      },
    )
  })

  it('reads values, filters and fallbacks, and keeps the texts for links to other pages', () => {
    const query = defineQuery({ ...keyset('number'), 'filter[id]': idList, 'filter[at]': time(description) })
    const at = '1970-01-01T00:00:01Z'
    assert.deepEqual(query.read({}), { limit: 50, filters: {}, given: {} })
    assert.deepEqual(query.read({ limit: '2', after: 'WzFd', 'filter[id]': '2,1,2', 'filter[at]': at }), {
      limit: 2,
      after: [1],
      filters: { id: [2, 1], at: 1000 },
      given: { 'filter[id]': '2,1,2', 'filter[at]': at },
    })
  })

  it('refuses unknown, repeated and invalid parameters together, at most twenty', () => {
    const query = defineQuery({ ...keyset('number', 'string'), 'filter[at]': time(description) })
    const detailsOf = (given: object) => {
      try {
        return query.read(given)
      } catch (error) {
        assert.ok(error instanceof Refusal)
        return error.violations.map(({ detail }) => detail)
      }
    }
    assert.deepEqual(detailsOf({ other: 'x', limit: ['1', '2'], after: 'WzFd', 'filter[at]': 'now' }), [
      'There is no such parameter; there are limit, after, filter[at].',
      'limit must be given once.',
      'after must be the one of links.next.',
      'filter[at] must be a time in ISO 8601 with an offset, such as 2026-11-21T09:00:00Z; a query writes + as %2B.',
    ])
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`x${n}`, '']))
    assert.equal((detailsOf(many) as string[]).length, 20)
  })
})
