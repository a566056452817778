/** Independent JSON:API clients (jsona, kitsu-core) decode the documents of the cart, whole and with selected fields. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { failuresOf } from '../support/conformance/judge.ts'
import { jsonApiClientJudges } from '../support/conformance/json-api-clients.ts'

describe('a JSON:API client', () => {
  for (const { name, run } of jsonApiClientJudges) {
    it(`decodes every document: ${name}`, async t => {
      const verdict = await run()
      t.diagnostic(`${verdict.by}: ${verdict.cases.length} cases`)
      assert.deepEqual(failuresOf(verdict), [])
      assert.ok(verdict.cases.length >= 7, `${verdict.cases.length} cases`)
      assert.ok(verdict.cases.length + verdict.notApplicable.length === 8)
    })
  }
})
