/** Clients that generators write from the API description: each compiles and makes a cart round trip. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { failuresOf } from '../../support/conformance/judge.ts'
import { clientJudges } from '../../support/conformance/openapi-clients.ts'

describe('a client generated from the API description', () => {
  for (const { name, run } of clientJudges) {
    it(`compiles, has the right types and makes a cart round trip: ${name}`, async () => {
      const verdict = await run()
      assert.deepEqual(failuresOf(verdict), [])
      assert.ok(verdict.cases.length >= 19)
    })
  }
})
