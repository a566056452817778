/** Webhooks of Sepet with the libraries of their receivers. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { failuresOf } from '../support/conformance/judge.ts'
import { webhookLibraries } from '../support/conformance/webhook-libraries.ts'

it('deliveries are taken by the libraries of receivers, and changed ones are refused', async () => {
  const verdict = await webhookLibraries.run()
  assert.deepEqual(failuresOf(verdict), [])
  assert.equal(verdict.cases.length, 8)
})
